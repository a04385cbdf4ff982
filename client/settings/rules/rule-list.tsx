import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { useStaffActions } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import type { RulePosition } from "./rule-card";

/** The most rules that the server accepts. */
const MAX_RULES = 20;

/** The rules in their order. Each is collapsed until it is opened or has a fault. */
export function RuleList<Rule extends { key: number }>({
  rules,
  actions,
  mayChange,
  newRule,
  none,
  onRulesChange,
  children,
}: {
  rules: readonly Rule[];
  actions: Pick<ReturnType<typeof useStaffActions>, "clear" | "faults">;
  mayChange: boolean;
  newRule: () => Rule;
  /** What happens if there are no rules. */
  none: string;
  onRulesChange: (rules: Rule[]) => void;
  /** Draws the card of a rule. */
  children: (rule: Rule, place: RulePosition, onChange: (to: Partial<Rule>) => void) => ReactNode;
}) {
  const [openKeys, setOpenKeys] = useState<readonly number[]>([]);
  const openKeysWithout = (key: number) => openKeys.filter((one) => one !== key);
  const add = () => {
    const rule = newRule();
    onRulesChange([...rules, rule]);
    setOpenKeys([...openKeys, rule.key]);
  };
  const move = (at: number, by: -1 | 1) => {
    actions.clear();
    const reorderedRules = [...rules];
    reorderedRules.splice(at + by, 0, ...reorderedRules.splice(at, 1));
    onRulesChange(reorderedRules);
  };
  const isFaulty = (at: number) =>
    Object.keys(actions.faults).some((name) => name.startsWith(`rules.${at}.`));
  const addButton = mayChange && rules.length < MAX_RULES && (
    <Button
      className="justify-self-start"
      icon={<Plus aria-hidden="true" size={16} />}
      onClick={add}
      size="small"
      variant="secondary"
    >
      Add rule
    </Button>
  );
  if (rules.length === 0)
    return (
      <Card flush>
        <EmptyState action={addButton} title="No rules yet">
          {none}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <ol className="grid gap-3">
        {rules.map((rule, at) => {
          const { key } = rule;
          const isOpen = openKeys.includes(key);
          const place = {
            at,
            last: at === rules.length - 1,
            open: isOpen || isFaulty(at),
            mayChange,
            faults: actions.faults,
            onMove: (by: -1 | 1) => move(at, by),
            onToggle: () => setOpenKeys(isOpen ? openKeysWithout(key) : [...openKeys, key]),
            onRemove: () => {
              actions.clear();
              onRulesChange(rules.filter((one) => one !== rule));
            },
          };
          const change = (to: Partial<Rule>) =>
            onRulesChange(rules.map((one) => (one === rule ? { ...one, ...to } : one)));
          return <li key={key}>{children(rule, place, change)}</li>;
        })}
      </ol>
      {addButton}
    </>
  );
}
