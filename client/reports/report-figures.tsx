import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Figures, Report, ReportMoney } from "../../src/reports/contract";
import { changeOf, shareOf } from "../../src/reports/rules";
import type { ViewSearch } from "../../src/dispatch/board/view-contract";
import { classNames } from "../ui/class-names";
import { formatMoney } from "../ui/money";
import { tripsSearchFor } from "./report-links";
import { changeText, hoursText, shareText } from "./report-words";

/** The figures of the whole period, each with its change and a link to its trips. */
export function ReportFigures({ report }: { report: Report }) {
  const { total, previousTotal, period } = report;
  const onTimeShare = (figures: Figures) => shareOf(figures.onTime, figures.arrived);
  const utilisationOf = (figures: Figures) => shareOf(figures.drivenSeconds, figures.shiftSeconds);
  return (
    <section aria-labelledby="report-figures">
      <h2 className="sr-only" id="report-figures">
        Figures
      </h2>
      <ul className="mb-4 grid grid-cols-2 gap-2 md:grid-cols-3 lg:gap-3">
        {(total.money ?? []).map((money) => (
          <Revenue
            before={previousTotal.money}
            key={money.currency}
            money={money}
            period={period}
          />
        ))}
        <Figure
          change={changeOf(total.driven, previousTotal.driven)}
          detail={`${hoursText(total.drivenSeconds)} spent with passengers`}
          label="Trips"
          search={tripsSearchFor("trips", period)}
          value={total.driven}
        />
        <Figure
          change={pointsOf(onTimeShare(total), onTimeShare(previousTotal))}
          detail={`${total.onTime} of ${total.arrived} arrivals`}
          isInPercentagePoints
          label="On time"
          search={tripsSearchFor("on_time", period)}
          value={shareText(onTimeShare(total))}
        />
        <Figure
          change={pointsOf(utilisationOf(total), utilisationOf(previousTotal))}
          detail={`of ${hoursText(total.shiftSeconds)} on shift`}
          isInPercentagePoints
          label="Utilisation"
          search={tripsSearchFor("trips", period)}
          value={shareText(utilisationOf(total))}
        />
        <Figure
          change={changeOf(total.cancelled, previousTotal.cancelled)}
          detail={`${total.lateCancelled} cancelled late`}
          label="Cancelled"
          isLowerBetter
          search={tripsSearchFor("cancelled", period)}
          value={total.cancelled}
        />
        <Figure
          change={changeOf(total.noShows, previousTotal.noShows)}
          detail={`${shareText(shareOf(total.noShows, total.driven + total.noShows))} of all pickups`}
          label="No-shows"
          isLowerBetter
          search={tripsSearchFor("no_shows", period)}
          value={total.noShows}
        />
      </ul>
    </section>
  );
}

function Revenue({
  money,
  before,
  period,
}: {
  money: ReportMoney;
  before: readonly ReportMoney[] | null;
  period: Report["period"];
}) {
  const { currency, revenueMinor, taxMinor, tipsMinor } = money;
  const previousMinor = before?.find((each) => each.currency === currency)?.revenueMinor ?? 0;
  return (
    <Figure
      change={changeOf(revenueMinor, previousMinor)}
      detail={`plus ${formatMoney(taxMinor, currency)} tax${tipsMinor > 0 ? ` and ${formatMoney(tipsMinor, currency)} tips` : ""}`}
      label="Revenue"
      search={tripsSearchFor("charged", period)}
      value={formatMoney(revenueMinor, currency)}
      wide
    />
  );
}

/** Returns by how many percentage points a share changed; null if either share is unknown. */
function pointsOf(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

function Figure({
  label,
  value,
  detail,
  change,
  isInPercentagePoints,
  isLowerBetter,
  search,
  wide,
}: {
  label: string;
  value: ReactNode;
  detail: string;
  /** The change from the earlier figure; null without one. */
  change: number | null;
  /** Whether the change is in percentage points. */
  isInPercentagePoints?: boolean;
  isLowerBetter?: boolean;
  /** The board's address of the counted trips. */
  search?: ViewSearch;
  /** Whether it spans both columns on a phone. */
  wide?: boolean;
}) {
  return (
    <li
      className={classNames(
        "relative min-w-0 rounded-lg border border-line bg-surface-raised p-3 shadow-sm sm:p-4",
        wide && "col-span-2 md:col-span-1",
        search && "hover:border-line-strong",
      )}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="whitespace-nowrap font-normal text-ink-muted text-sm">
          {search ? (
            <Link
              aria-label={`${label}: show trips`}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
              search={search}
              to="/dispatch/dashboard/reservation"
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </h3>
        <Change
          change={change}
          isInPercentagePoints={isInPercentagePoints}
          isLowerBetter={isLowerBetter}
        />
      </div>
      <p className="mt-1 truncate font-semibold text-lg tabular-nums lg:text-xl">{value}</p>
      <p className="mt-0.5 text-ink-faint text-xs">{detail}</p>
    </li>
  );
}

function Change({
  change,
  isInPercentagePoints,
  isLowerBetter,
}: {
  change: number | null;
  isInPercentagePoints: boolean | undefined;
  isLowerBetter: boolean | undefined;
}) {
  if (change === null) return null;
  const shownChange = changeText(change);
  const isZeroChange = /^.0\.0 /.test(shownChange);
  const isImprovement = change > 0 !== (isLowerBetter ?? false);
  return (
    <span
      className={classNames(
        "whitespace-nowrap text-xs tabular-nums",
        isZeroChange ? "text-ink-muted" : isImprovement ? "text-success-ink" : "text-danger-ink",
      )}
    >
      {isZeroChange
        ? "no change"
        : isInPercentagePoints
          ? shownChange.replace("%", "pt")
          : shownChange}
    </span>
  );
}
