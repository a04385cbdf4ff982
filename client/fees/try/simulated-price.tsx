import { useMemo } from "react";
import type { PromotionRefusal } from "../../../src/fares/contract";
import { englishLineTranslator } from "../../../src/fares/line-words";
import { fareLineWords } from "../../../src/fares/line-words";
import { countsTowardsTotal } from "../../../src/fares/money-rules";
import { formatAmount } from "../../../src/settings/money-rules";
import { classNames } from "../../ui/class-names";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoney } from "../../ui/money";
import { NoticeBanner } from "../../ui/notice-banner";
import { Skeleton } from "../../ui/skeleton";
import { comparedLines, type SimulatedFare, simulatedFare } from "./compared-fares";
import { useDraft, useFees } from "../fees-context";
import type { Simulator as SimulatorState } from "./use-simulator";

/** Returns the test trip's price in the draft and in the price list in force. */
export function useSimulatedFares(simulator: SimulatorState) {
  const { reference } = useFees();
  const schedule = useDraft((state) => state.schedule);
  return useMemo(
    () => ({
      before: simulatedFare(reference, simulator),
      after: simulatedFare(schedule, simulator),
    }),
    [reference, schedule, simulator],
  );
}

/** The reasons why a code does not lower the price. */
const refusalTexts: Record<PromotionRefusal, string> = {
  unknown: "This code does not exist in this price list.",
  not_started: "This code is not valid yet.",
  expired: "This code has expired.",
  used_up: "This code is used up.",
  used_by_rider: "The rider has already used this code.",
  wrong_service: "This code is not valid for this service.",
  wrong_class: "This code is not valid for this class.",
  at_minimum: "This code can’t lower the price any further.",
};

/** The price of the test trip, line by line, and its difference from the price in force. */
export function SimulatedPrice({ simulator }: { simulator: SimulatorState }) {
  const { trip, facts, failure, isLoading } = simulator;
  const { names } = useFees();
  const { currency, distanceUnit } = useDraft((state) => state.schedule);
  const { before, after } = useSimulatedFares(simulator);
  const vehicleClassName = names.vehicleClass(trip.vehicleClassId);
  if (failure) return <NoticeBanner tone="warning">{failure}</NoticeBanner>;
  if (!facts)
    return isLoading ? (
      <div className="grid gap-2">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-full" />
      </div>
    ) : (
      <p className="text-ink-muted">Choose a pickup and a drop-off.</p>
    );
  const refusal = trip.promotionCode ? after?.promotion : null;
  return (
    <div aria-busy={isLoading || undefined} className="border-line border-t pt-3">
      {after && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold text-lg tabular-nums">
            {formatMoney(after.totalMinor, currency)}
          </span>
          <span
            className={
              after.totalMinor === before?.totalMinor ? "text-ink-muted" : "text-accent-text"
            }
            role="status"
          >
            {differenceWords(before, after, currency)}
          </span>
        </p>
      )}
      <p className="mb-3 text-ink-muted text-xs">
        {formatDistance(facts.distanceMeters, distanceUnit)},{" "}
        {formatDuration(facts.durationSeconds)}
        {facts.estimate && ", estimate"}
        {facts.pickup.zoneIds[0] && `, from ${names.zone(facts.pickup.zoneIds[0])}`}
        {facts.dropoff.zoneIds[0] && ` to ${names.zone(facts.dropoff.zoneIds[0])}`}
      </p>
      {before || after ? (
        <FareTable after={after} before={before} currency={currency} />
      ) : (
        <p className="text-ink-muted">{`${vehicleClassName} is not available for this trip.`}</p>
      )}
      {refusal && <p className="mt-2 text-warning-ink text-xs">{refusalTexts[refusal]}</p>}
    </div>
  );
}

function FareTable({
  before,
  after,
  currency,
}: {
  before: SimulatedFare | null;
  after: SimulatedFare | null;
  currency: string;
}) {
  const lines = comparedLines(before?.lines ?? [], after?.lines ?? []);
  const amountText = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? "–" : formatAmount(minor, currency);
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">{`Price in force and in the draft, ${currency}`}</caption>
      <thead>
        <tr className="text-ink-muted text-xs">
          <th className="pb-1.5 text-start font-medium" scope="col">
            {currency}
          </th>
          <th className="pb-1.5 ps-2 text-end font-medium" scope="col">
            <span className="whitespace-nowrap">In force</span>
          </th>
          <th className="pb-1.5 ps-2 text-end font-medium" scope="col">
            Draft
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, beforeMinor: inForceMinor, afterMinor: draftMinor }, index) => {
          const differs = inForceMinor !== draftMinor;
          const { label, detail } = fareLineWords(line, englishLineTranslator(currency));
          return (
            <tr
              className="border-line border-t align-baseline"
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be named the same
              key={index}
            >
              <th className="py-1.5 text-start font-normal" scope="row">
                {label}
                {detail && <span className="block text-ink-muted text-xs">{detail}</span>}
              </th>
              <td className="py-1.5 ps-2 text-end text-ink-muted">{amountText(inForceMinor)}</td>
              <td
                className={classNames(
                  "py-1.5 ps-2 text-end",
                  differs
                    ? "font-medium text-accent-text"
                    : !countsTowardsTotal(line) && "text-ink-muted",
                )}
              >
                {amountText(draftMinor)}
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr className="border-line-strong border-t font-semibold">
          <th className="py-2 text-start" scope="row">
            Total
          </th>
          <td className="py-2 ps-2 text-end text-ink-muted">{amountText(before?.totalMinor)}</td>
          <td className="py-2 ps-2 text-end">{amountText(after?.totalMinor)}</td>
        </tr>
        <tr className="border-line border-t text-ink-muted text-xs">
          <th className="py-1.5 text-start font-normal" scope="row">
            The driver earns
          </th>
          <td className="py-1.5 ps-2 text-end">{amountText(before?.payMinor)}</td>
          <td className="py-1.5 ps-2 text-end">{amountText(after?.payMinor)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Returns "RWF 1,200 more (+8.2 %)". */
export function differenceWords(
  before: SimulatedFare | null,
  after: SimulatedFare | null,
  currency: string,
): string {
  if (!before && !after) return "Not available";
  if (!before) return "Only the draft has a price for this trip.";
  if (!after) return "The draft no longer has a price for this trip.";
  const difference = after.totalMinor - before.totalMinor;
  if (difference === 0) return "Same price.";
  const changePercent = before.totalMinor > 0 ? (difference / before.totalMinor) * 100 : null;
  const percent =
    changePercent === null
      ? ""
      : ` (${changePercent > 0 ? "+" : "−"}${Math.abs(changePercent).toFixed(1)} %)`;
  return `${formatMoney(Math.abs(difference), currency)} ${difference > 0 ? "more" : "less"}${percent}`;
}
