import { ArrowDown, ArrowUp, PenLine, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { IconButton } from "../../ui/icon-button";
import { TextField } from "../../ui/text-field";

/** A rule's position in its list, and the actions on it. */
export interface RulePosition {
  /** Its index among the rules. */
  at: number;
  /** Whether it is the last rule. */
  last: boolean;
  open: boolean;
  mayChange: boolean;
  /** The faults by field name. */
  faults: Readonly<Record<string, string>>;
  /** Moves it up (-1) or down (1). */
  onMove: (by: -1 | 1) => void;
  /** Opens or closes it. */
  onToggle: () => void;
  onRemove: () => void;
}

/** Returns the fields of a rule by name, with their text. */
export function ruleFields<Rule extends object>(
  rule: Rule,
  { at, faults }: RulePosition,
  onChange: (to: Partial<Rule>) => void,
) {
  const field = (name: keyof Rule & string) => ({
    dense: true,
    error: faults[`rules.${at}.${name}`],
    name: `rules.${at}.${name}`,
    value: String(rule[name]),
    onChange: (event: { target: { value: string } }) =>
      // Typed fields of a draft are stored as text.
      onChange({ [name]: event.target.value } as Partial<Rule>),
  });
  return {
    field,
    number: (name: keyof Rule & string) => ({ ...field(name), inputMode: "numeric" as const }),
  };
}

/** One rule, collapsed or open for editing. */
export function RuleCard({
  name,
  summary,
  place,
  children,
}: {
  /** The field for the rule's name. */
  name: ReturnType<ReturnType<typeof ruleFields>["field"]>;
  /** A text that says what the rule covers and does. */
  summary: ReactNode;
  place: RulePosition;
  /** Its other fields. */
  children: ReactNode;
}) {
  const { at, open, mayChange, onToggle } = place;
  const title = name.value.trim() || "New rule";
  return (
    <Card className="!p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <span
          aria-hidden="true"
          className="grid size-6 shrink-0 place-content-center rounded-full bg-surface-sunken font-medium text-ink-muted text-xs tabular-nums"
        >
          {at + 1}
        </span>
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="break-words font-semibold text-base leading-6">{title}</h3>
          {summary}
        </div>
        {mayChange && <RuleButtons title={title} {...place} />}
      </div>
      {open && mayChange && (
        <fieldset className="mt-4 grid gap-4 border-line border-t pt-4">
          <legend className="sr-only">{title}</legend>
          <TextField {...name} autoFocus label="Name" maxLength={60} />
          {children}
          <Button
            className="justify-self-start"
            onClick={onToggle}
            size="small"
            variant="secondary"
          >
            Close
          </Button>
        </fieldset>
      )}
    </Card>
  );
}

/** The buttons that move, open and remove a rule. */
function RuleButtons({
  title,
  at,
  last,
  open,
  onMove,
  onToggle,
  onRemove,
}: RulePosition & { title: string }) {
  return (
    <div className="-me-1 flex">
      <IconButton
        dense
        disabled={at === 0}
        icon={<ArrowUp aria-hidden="true" size={16} />}
        label={`Move ${title} up`}
        onClick={() => onMove(-1)}
      />
      <IconButton
        dense
        disabled={last}
        icon={<ArrowDown aria-hidden="true" size={16} />}
        label={`Move ${title} down`}
        onClick={() => onMove(1)}
      />
      <IconButton
        aria-expanded={open}
        dense
        icon={<PenLine aria-hidden="true" size={16} />}
        label={`Change ${title}`}
        onClick={onToggle}
      />
      <IconButton
        dense
        icon={<Trash2 aria-hidden="true" size={16} />}
        label={`Remove ${title}`}
        onClick={onRemove}
      />
    </div>
  );
}
