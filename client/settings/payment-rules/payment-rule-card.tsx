import type {
  PaymentRulesAnswer,
  PrepaymentKind,
} from "../../../src/reservations/prepaying/prepay-contract";
import { canProviderTake } from "../../../src/reservations/prepaying/prepay-rules";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { RuleCard, ruleFields, type RulePosition } from "../rules/rule-card";
import { RuleChoice, ServiceChoice } from "../rules/rule-choice";
import { type DraftRule, actionText, scopeWords, prepaymentWords } from "./payment-rules";

const prepaymentKinds = Object.keys(prepaymentWords) as PrepaymentKind[];

/** One payment rule, collapsed or open for editing. */
export function PaymentRuleCard({
  rule,
  place,
  answer,
  currency,
  onChange,
}: {
  rule: DraftRule;
  place: RulePosition;
  /** The providers' abilities, and the classes and zones to choose from. */
  answer: PaymentRulesAnswer;
  currency: string;
  onChange: (to: Partial<DraftRule>) => void;
}) {
  const { field, number } = ruleFields(rule, place, onChange);
  const coverCheckboxProps = (name: DraftRule["covers"][number]) => ({
    checked: rule.covers.includes(name),
    name: `rules.${place.at}.${name}`,
    onChange: ({ target }: { target: { checked: boolean } }) =>
      onChange({
        covers: [...rule.covers.filter((one) => one !== name), ...(target.checked ? [name] : [])],
      }),
  });
  return (
    <RuleCard
      name={field("name")}
      place={place}
      summary={
        <>
          <p className="text-ink-muted text-sm">{scopeWords(rule, answer, currency)}</p>
          <p className="text-sm">{actionText(rule)}</p>
          {!canProviderTake(rule.take, answer.can) && (
            <p className="text-sm text-warning-ink">
              {rule.take === "hold"
                ? "This rule is skipped because no connected provider can hold an amount."
                : "This rule is skipped because no connected provider takes payments in advance."}
            </p>
          )}
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
      <div className="grid gap-4 sm:grid-cols-3">
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
          {...field("leastFareMinor")}
          hint="Leave empty for any price."
          inputMode="decimal"
          label={`Price from (${currency})`}
        />
      </div>
      <div>
        <Checkbox
          checked={rule.newRiders}
          hint="Riders who have not completed a trip yet."
          label="Only new riders"
          name={`rules.${place.at}.newRiders`}
          onChange={({ target }) => onChange({ newRiders: target.checked })}
        />
        <Checkbox {...coverCheckboxProps("phone")} label="Include bookings by phone" />
        <Checkbox
          {...coverCheckboxProps("repeating")}
          hint="Riders of repeating trips get a payment link by message, at once or five days before the pickup."
          label="Include repeating trips"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field("take")} label="Payment before the trip">
          {prepaymentKinds.map((take) => (
            <option key={take} value={take}>
              {prepaymentWords[take]}
            </option>
          ))}
        </SelectField>
        {rule.take === "deposit" && (
          <TextField {...number("depositPercent")} label="Share of the price" suffix="%" />
        )}
        {rule.take === "hold" && (
          <TextField
            {...number("marginPercent")}
            hint="Held in addition to the price, for waiting and extras. The rider sees the total."
            label="Margin"
            suffix="%"
          />
        )}
      </div>
    </RuleCard>
  );
}
