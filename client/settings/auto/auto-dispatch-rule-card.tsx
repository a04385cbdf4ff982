import type { AutoMode } from "../../../src/auto-dispatch/contract";
import { SelectField } from "../../ui/select-field";
import { TextField, TimeField } from "../../ui/text-field";
import { RuleCard, ruleFields, type RulePosition } from "../rules/rule-card";
import { RuleChoice, ServiceChoice } from "../rules/rule-choice";
import {
  type DraftRule,
  dayNames,
  actionText,
  modeWords,
  sendsOffers,
  scopeWords,
} from "./auto-dispatch-rules";

const modes = Object.keys(modeWords) as AutoMode[];

/** One rule, collapsed or open for editing. */
export function AutoDispatchRuleCard({
  rule,
  place,
  onChange,
}: {
  rule: DraftRule;
  place: RulePosition;
  onChange: (to: Partial<DraftRule>) => void;
}) {
  const { field, number } = ruleFields(rule, place, onChange);
  return (
    <RuleCard
      name={field("name")}
      place={place}
      summary={
        <>
          <p className="text-ink-muted text-sm">{scopeWords(rule)}</p>
          <p className="text-sm">{actionText(rule)}</p>
        </>
      }
    >
      <ServiceChoice
        chosen={rule.serviceTypes}
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
          For the whole day, enter the same time twice. If the second time is earlier, the period
          ends on the next day.
        </p>
      </div>
      <SelectField {...field("mode")} className="sm:max-w-sm" label="Action">
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {modeWords[mode]}
          </option>
        ))}
      </SelectField>
      {sendsOffers(rule.mode) && (
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
            label="Start searching"
            suffix="min"
          />
          <TextField
            {...number("alertMinutes")}
            hint="Minutes before the pickup. If auto-dispatch has not found a driver by this time, dispatch is notified."
            label="Stop searching"
            suffix="min"
          />
        </div>
      )}
    </RuleCard>
  );
}
