import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Figures, ReportGrouping, Report, ReportGroup } from "../../src/reports/contract";
import { isTimeGrouping, shareOf } from "../../src/reports/rules";
import { EmptyState } from "../ui/empty-state";
import { formatAmount } from "../../src/settings/money-rules";
import { formatMoney } from "../ui/money";
import { type ReportFigure, tripsSearchFor } from "./report-links";
import { groupText, hoursText, periodText, shareText } from "./report-words";

export const groupingWords: Record<ReportGrouping, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  driver: "Driver",
  vehicle_class: "Vehicle class",
  source: "Source",
  service_type: "Service",
  company: "Company",
};

const linkStyle =
  "inline-flex min-h-8 min-w-6 items-center justify-end rounded-sm underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:min-w-11";

/**
 * Returns the currency of a report's amounts, if there is only one. Named once beside the table, it leaves room for all
 * columns on a laptop.
 */
export function singleCurrency({ total: { money } }: Report): string | undefined {
  return money?.length === 1 ? money[0]?.currency : undefined;
}

/** The table of a report with its total. Counts of trips link to the trips. */
export function ReportTable({ report }: { report: Report }) {
  const { by, groups, total, period } = report;
  const isEmpty = total.driven + total.cancelled + total.noShows === 0;
  const showsShifts = isTimeGrouping(by) || by === "driver";
  const currency = singleCurrency(report);
  const headings = [
    "Trips",
    "Cancelled",
    "No-shows",
    "On time",
    "Late",
    "Driven",
    ...(showsShifts ? ["On shift", "Utilisation"] : []),
    ...(total.money ? ["Revenue", "Tax", "Tips", "Charged"] : []),
  ];
  if (isEmpty)
    return (
      <div className="rounded-lg border border-line bg-surface-raised">
        <EmptyState title="No trips in this period">
          Choose other dates. Each trip counts on the day of its pickup.
        </EmptyState>
      </div>
    );
  return (
    <div className="scroll-x scroll-ps-40 rounded-lg lg:scroll-ps-64 border border-line bg-surface-raised">
      <table className="w-full border-collapse text-start text-sm tabular-nums">
        <caption className="sr-only">
          {`By ${groupingWords[by].toLowerCase()}, ${periodText(period)}`}
        </caption>
        <thead>
          <tr className="text-ink-muted text-xs">
            <th
              className="sticky start-0 z-1 h-9 bg-surface-raised px-2 2xl:px-3 text-start font-medium"
              scope="col"
            >
              {groupingWords[by]}
            </th>
            {headings.map((heading) => (
              <th
                className="whitespace-nowrap px-2 2xl:px-3 text-end font-medium"
                key={heading}
                scope="col"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr className="border-line border-t hover:bg-surface-sunken" key={group.key}>
              <th
                className="sticky start-0 z-1 h-9 max-w-40 truncate whitespace-nowrap bg-surface-raised px-2 2xl:px-3 text-start font-medium lg:max-w-64"
                scope="row"
              >
                {groupText(by, group)}
              </th>
              <FigureCells
                days={group}
                figures={group}
                group={{ by, key: group.key }}
                name={groupText(by, group)}
                showsCurrency={!currency}
                showsShifts={showsShifts}
              />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t font-semibold">
            <th
              className="sticky start-0 z-1 h-10 bg-surface-raised px-2 2xl:px-3 text-start"
              scope="row"
            >
              Total
            </th>
            <FigureCells
              days={period}
              figures={total}
              name="Total"
              showsCurrency={!currency}
              showsShifts={showsShifts}
            />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function FigureCells({
  figures,
  days,
  group,
  name,
  showsShifts,
  showsCurrency,
}: {
  figures: Figures;
  days: { from: string; to: string };
  group?: { by: ReportGrouping; key: ReportGroup["key"] };
  /** The row's name, for screen readers. */
  name: string;
  showsShifts: boolean;
  /** Whether amounts include their currency. */
  showsCurrency: boolean;
}) {
  const { arrived, onTime, drivenSeconds, shiftSeconds, money } = figures;
  const countCell = (
    figure: ReportFigure,
    heading: string,
    value: number,
    text: string | number = value,
  ) =>
    value === 0 ? (
      <Cell isMuted>{text}</Cell>
    ) : (
      <Cell>
        <Link
          aria-label={`${name}, ${heading}: ${text}`}
          className={linkStyle}
          search={tripsSearchFor(figure, days, group)}
          to="/dispatch/dashboard/reservation"
        >
          {text}
        </Link>
      </Cell>
    );
  type Part = "revenueMinor" | "taxMinor" | "tipsMinor" | "chargedMinor";
  const amountsOf = (part: Part) =>
    (money ?? [])
      .map(({ currency, ...sums }) =>
        showsCurrency ? formatMoney(sums[part], currency) : formatAmount(sums[part], currency),
      )
      .join(" + ");
  const amountsCell = (part: Part) => money && <Cell>{amountsOf(part) || "–"}</Cell>;
  return (
    <>
      {countCell("trips", "trips", figures.driven)}
      {countCell("cancelled", "cancelled", figures.cancelled)}
      {countCell("no_shows", "no-shows", figures.noShows)}
      {countCell("on_time", "on time", onTime, shareText(shareOf(onTime, arrived)))}
      {countCell("late", "late", arrived - onTime)}
      <Cell isMuted={drivenSeconds === 0}>{hoursText(drivenSeconds)}</Cell>
      {showsShifts && <Cell isMuted={!shiftSeconds}>{hoursText(shiftSeconds)}</Cell>}
      {showsShifts && <Cell>{shareText(shareOf(drivenSeconds, shiftSeconds))}</Cell>}
      {money &&
        countCell(
          "charged",
          "revenue",
          money.filter(({ chargedMinor }) => chargedMinor !== 0).length,
          amountsOf("revenueMinor") || "–",
        )}
      {amountsCell("taxMinor")}
      {amountsCell("tipsMinor")}
      {amountsCell("chargedMinor")}
    </>
  );
}

function Cell({ children, isMuted }: { children: ReactNode; isMuted?: boolean }) {
  return (
    <td className={`whitespace-nowrap px-2 2xl:px-3 text-end ${isMuted ? "text-ink-faint" : ""}`}>
      {children}
    </td>
  );
}
