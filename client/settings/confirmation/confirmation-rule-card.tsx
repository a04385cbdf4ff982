import type {
  ConfirmationRule,
  ConfirmationRulesAnswer,
} from "../../../src/auto-dispatch/confirmation/contract";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { RuleCard, ruleFields, type RulePosition } from "../rules/rule-card";
import { RuleChoice, ServiceChoice } from "../rules/rule-choice";
import { actionWords, type DraftRule, payersOf, scopeWords } from "./confirmation-rules";

const actions = Object.keys(actionWords) as ConfirmationRule["action"][];

/** One confirmation rule, collapsed or open for editing. */
export function ConfirmationRuleCard({
  rule,
  place,
  answer,
  currency,
  onChange,
}: {
  rule: DraftRule;
  place: RulePosition;
  /** The classes, zones and companies to choose from. */
  answer: ConfirmationRulesAnswer;
  currency: string;
  onChange: (to: Partial<DraftRule>) => void;
}) {
  const { field, number } = ruleFields(rule, place, onChange);
  const checkboxProps = (name: "withoutNoShow" | "freeVehicle") => ({
    checked: rule[name],
    name: `rules.${place.at}.${name}`,
    onChange: ({ target }: { target: { checked: boolean } }) =>
      onChange({ [name]: target.checked }),
  });
  return (
    <RuleCard
      name={field("name")}
      place={place}
      summary={
        <>
          <p className="text-ink-muted text-sm">{scopeWords(rule, answer, currency)}</p>
          <p className="text-sm">{actionWords[rule.action]}</p>
        </>
      }
    >
      <ServiceChoice
        chosen={rule.serviceTypes}
        onChoose={(serviceTypes) => onChange({ serviceTypes })}
      />
      <RuleChoice
        all="All classes"
        chosen={rule.classIds}
        label="Vehicle classes"
        names={answer.classes.map(({ id, name }) => [id, name])}
        onChoose={(classIds) => onChange({ classIds })}
      />
      {answer.zones.length > 0 && (
        <RuleChoice
          all="Anywhere"
          chosen={rule.zoneIds}
          label="Pickup zones"
          names={answer.zones.map(({ id, name }) => [id, name])}
          onChoose={(zoneIds) => onChange({ zoneIds })}
        />
      )}
      {answer.companies.length > 0 && (
        <RuleChoice
          all="Everybody"
          chosen={rule.payers}
          label="Who pays"
          names={payersOf(answer).map(({ id, name }) => [id, name])}
          onChoose={(payers) => onChange({ payers })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...number("leastLeadHours")}
          hint="Hours between booking and pickup. Leave empty for any."
          label="Minimum notice"
          suffix="h"
        />
        <TextField
          {...number("mostLeadHours")}
          hint="Hours between booking and pickup. Leave empty for any."
          label="Maximum notice"
          suffix="h"
        />
        <TextField
          {...field("mostFareMinor")}
          hint="Leave empty for any price."
          inputMode="decimal"
          label={`Price up to (${currency})`}
        />
        <TextField
          {...number("leastTrips")}
          hint="Trips that the rider has completed. Leave empty for all riders."
          label="Minimum trips"
        />
      </div>
      <div>
        <Checkbox
          {...checkboxProps("freeVehicle")}
          hint="The vehicle must be of the booked class and suit the trip. No other confirmed trip may need it at the same time."
          label="Only if a vehicle is free"
        />
        <Checkbox
          {...checkboxProps("withoutNoShow")}
          hint="Counts no-shows in the year before the booking."
          label="Only riders without a no-show"
        />
      </div>
      <SelectField {...field("action")} className="sm:max-w-sm" label="Action">
        {actions.map((action) => (
          <option key={action} value={action}>
            {actionWords[action]}
          </option>
        ))}
      </SelectField>
    </RuleCard>
  );
}
