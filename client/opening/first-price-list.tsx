import { useState } from "react";
import type { FeeSchedule } from "../../src/fares/contract";
import { exampleFares, type PricedExample } from "../../src/fares/first/example-rules";
import { formatAmount } from "../../src/settings/money-rules";
import { SelectField } from "../ui/select-field";
import type { PricedClass } from "./price-answers";

/** The resulting price list, and ten example trips priced with it. */
export function FirstPriceList({
  schedule,
  classes,
}: {
  schedule: FeeSchedule;
  classes: readonly PricedClass[];
}) {
  const { currency, distanceUnit } = schedule;
  const [chosen, setChosen] = useState(classes[0]?.id ?? "");
  const amountText = (minor: number | undefined) =>
    minor === undefined ? "–" : formatAmount(minor, currency);
  const amountOrDash = (minor: number) => (minor === 0 ? "–" : amountText(minor));
  const ratesOf = (id: string) =>
    schedule.rates.find(({ vehicleClassId }) => vehicleClassId === id);
  const rows = [
    ["Base fare", (id: string) => ratesOf(id)?.baseMinor],
    [`Per ${distanceUnit}`, (id: string) => ratesOf(id)?.distanceTiers[0]?.perDistanceMinor],
    ["Per minute", (id: string) => ratesOf(id)?.perMinuteMinor],
    ["Minimum fare", (id: string) => ratesOf(id)?.minimumMinor],
    ["Per hour", (id: string) => ratesOf(id)?.hourly?.perHourMinor],
    ["Waiting, per minute", (id: string) => ratesOf(id)?.perWaitMinuteMinor],
  ] as const;
  return (
    <>
      <PriceTable
        caption={`Your price list, in ${currency}`}
        headings={classes.map(({ name }) => name)}
        rows={rows.map(([name, amountOf]) => [
          name,
          ...classes.map(({ id }) => amountText(amountOf(id))),
        ])}
      />
      {classes.length > 1 && (
        <SelectField
          dense
          label="Class of the ten example trips"
          onChange={({ target }) => setChosen(target.value)}
          value={chosen}
        >
          {classes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <PriceTable
        caption={`Trip prices in ${currency}`}
        headings={["Price", "Night", "Waiting", "Tax"]}
        rows={exampleFares(schedule, chosen).map((each) => [
          exampleText(each, distanceUnit),
          amountText(each.totalMinor),
          amountOrDash(each.nightMinor),
          amountOrDash(each.waitMinor),
          amountOrDash(each.taxMinor),
        ])}
      />
    </>
  );
}

function exampleText(
  { distance, minutes, night, waitMinutes, hours }: PricedExample,
  unit: string,
) {
  const tripText =
    hours === null ? `${distance} ${unit}, ${minutes} min` : `By the hour, ${hours} h`;
  const extraTexts = [night && "at night", waitMinutes > 0 && `${waitMinutes} min of waiting`];
  return [tripText, ...extraTexts.filter(Boolean)].join(", ");
}

function PriceTable({
  caption,
  headings,
  rows,
}: {
  caption: string;
  headings: readonly string[];
  /** Each row: its name, then its figures in the order of the headings. */
  rows: readonly (readonly string[])[];
}) {
  return (
    <section
      aria-label={caption}
      className="scroll-x rounded-lg border border-line bg-surface-raised"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="px-3 py-2 text-start font-medium">{caption}</caption>
        <thead>
          <tr className="text-ink-muted text-xs">
            <td />
            {headings.map((head) => (
              <th className="px-2 py-1.5 text-end last:pe-3 font-medium" key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr className="border-line border-t" key={name}>
              <th className="py-1.5 ps-3 pe-2 text-start font-normal" scope="row">
                {name}
              </th>
              {figures.map((figure, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their order
                <td className="px-2 py-1.5 text-end last:pe-3" key={at}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
