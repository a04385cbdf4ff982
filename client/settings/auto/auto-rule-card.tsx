import type { AutoMode } from "../../../src/auto-dispatch/contract";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { SelectField } from "../../ui/select-field";
import { TextField, TimeField } from "../../ui/text-field";
import { useOfferedKinds } from "../../ui/offered-kinds";
import { serviceWords } from "../../ui/trip-words";
import { RuleButtons } from "../rule-buttons";
import { RuleChoice } from "../rule-choice";
import { type DraftRule, dayNames, doesWords, modeWords, offers, scopeWords } from "./auto-rules";

const modes = Object.keys(modeWords) as AutoMode[];

/** One rule, collapsed or open for editing. */
export function AutoRuleCard({
  rule,
  at,
  last,
  open,
  mayChange,
  faults,
  onChange,
  onOpen,
  onMove,
  onRemove,
}: {
  rule: DraftRule;
  /** Its index among the rules. */
  at: number;
  /** Whether it is the last rule. */
  last: boolean;
  open: boolean;
  mayChange: boolean;
  /** Faults by field name. */
  faults: Record<string, string>;
  onChange: (to: Partial<DraftRule>) => void;
  /** Opens or closes it. */
  onOpen: () => void;
  /** Moves it up (-1) or down (1). */
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const title = rule.name.trim() || "New rule";
  const services = useOfferedKinds(rule.serviceTypes);
  const field = (name: keyof DraftRule) => ({
    dense: true,
    error: faults[`rules.${at}.${name}`],
    name: `rules.${at}.${name}`,
    value: String(rule[name]),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const number = (name: keyof DraftRule) => ({ ...field(name), inputMode: "numeric" as const });
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
          <p className="text-ink-muted text-sm">{scopeWords(rule)}</p>
          <p className="text-sm">{doesWords(rule)}</p>
        </div>
        {mayChange && <RuleButtons {...{ title, at, last, open, onMove, onOpen, onRemove }} />}
      </div>
      {open && mayChange && (
        <fieldset className="mt-4 grid gap-4 border-line border-t pt-4">
          <legend className="sr-only">{title}</legend>
          <TextField {...field("name")} label="Name" maxLength={60} />
          <RuleChoice
            all="All services"
            chosen={rule.serviceTypes}
            label="Services"
            names={services.map((service) => [service, serviceWords[service]])}
            onChoose={(serviceTypes) => onChange({ serviceTypes })}
          />
          <RuleChoice
            all="Every day"
            chosen={rule.weekdays}
            label="Pickup days"
            names={dayNames.map((name, index) => [index + 1, name])}
            onChoose={(weekdays) => onChange({ weekdays })}
          />
          <div className="grid grid-cols-2 gap-4 sm:max-w-sm">
            <TimeField {...field("from")} label="Pickups from" />
            <TimeField {...field("until")} label="Until" />
            <p className="-mt-2 col-span-2 text-ink-muted text-sm">
              Use the same time twice for the whole day. If the end is before the start, it is on
              the next day.
            </p>
          </div>
          <SelectField {...field("mode")} className="sm:max-w-sm" label="Action">
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {modeWords[mode]}
              </option>
            ))}
          </SelectField>
          {offers(rule.mode) && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...number("drivers")} label="Maximum number of drivers" />
              <TextField {...number("answerSeconds")} label="Time to answer" suffix="s" />
            </div>
          )}
          {rule.mode !== "off" && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...number("startMinutes")}
                hint="Minutes before the pickup."
                label="Start"
                suffix="min"
              />
              <TextField
                {...number("alertMinutes")}
                hint="Minutes before the pickup. Dispatch is told then."
                label="Stop"
                suffix="min"
              />
            </div>
          )}
          <Button className="justify-self-start" onClick={onOpen} size="small" variant="secondary">
            Close
          </Button>
        </fieldset>
      )}
    </Card>
  );
}
