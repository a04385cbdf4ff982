import { ChevronRight } from "lucide-react";
import type { Report, ReportGroup } from "../../src/reports/contract";
import { Card } from "../ui/card";
import { majorAmount } from "../../src/settings/money-rules";
import { formatMoney } from "../ui/money";
import { BarChart } from "./bar-chart";
import { groupText, periodText } from "./report-words";

const countNotDriven = ({ cancelled, noShows }: ReportGroup) => cancelled + noShows;

/** Revenue and trips over the period as charts, rendered on the server, and as a table. */
export function ReportCharts({ report }: { report: Report }) {
  const { series, seriesBy: by, period, total } = report;
  const groupName = (group: ReportGroup) => groupText(by, group);
  const intervalText = by === "day" ? "each day" : by === "week" ? "each week" : "each month";
  const currencies = (total.money ?? []).map(({ currency }) => currency);
  const revenueOf = (group: ReportGroup, currency: string) =>
    group.money?.find((money) => money.currency === currency)?.revenueMinor ?? 0;
  const describe = (highestGroup: ReportGroup | undefined, text: string) =>
    `${periodText(period)}, ${intervalText}.${highestGroup ? ` Highest: ${groupName(highestGroup)} with ${text}.` : ""}`;
  const busiestGroup = series.toSorted((a, b) => b.driven - a.driven)[0];
  return (
    <section aria-labelledby="report-charts" className="mb-4">
      <h2 className="sr-only" id="report-charts">
        Over time
      </h2>
      <div className="grid gap-3 lg:grid-cols-2">
        {currencies.map((currency) => {
          const bestGroup = series.toSorted(
            (a, b) => revenueOf(b, currency) - revenueOf(a, currency),
          )[0];
          return (
            <Card className="p-4 sm:p-4" key={currency}>
              <h3 className="mb-4 font-medium text-sm">
                Revenue{" "}
                <span className="font-normal text-ink-muted">{`${currency}, ${intervalText}`}</span>
              </h3>
              <BarChart
                bars={series.map((group) => ({
                  label: groupName(group),
                  value: majorAmount(revenueOf(group, currency), currency),
                  text: formatMoney(revenueOf(group, currency), currency),
                }))}
                description={describe(
                  bestGroup,
                  formatMoney(bestGroup ? revenueOf(bestGroup, currency) : 0, currency),
                )}
                title={`Revenue in ${currency}`}
              />
            </Card>
          );
        })}
        <Card className="p-4 sm:p-4">
          <h3 className="mb-4 flex flex-wrap items-center gap-x-4 font-medium text-sm">
            <span>
              Trips <span className="font-normal text-ink-muted">{intervalText}</span>
            </span>
            <span className="ms-auto flex items-center gap-3 font-normal text-ink-muted text-xs">
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="size-2.5 rounded-sm bg-accent" /> driven
              </span>
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="size-2.5 rounded-sm bg-line-strong" /> cancelled
                or no-show
              </span>
            </span>
          </h3>
          <BarChart
            bars={series.map((group) => ({
              label: groupName(group),
              value: group.driven,
              more: countNotDriven(group),
              text: `${group.driven} driven, ${countNotDriven(group)} cancelled or no-show`,
            }))}
            description={describe(busiestGroup, `${busiestGroup?.driven ?? 0} driven`)}
            title="Trips driven, with cancelled trips and no-shows on top"
          />
        </Card>
      </div>
      <details className="group mt-2">
        <summary className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-sm text-ink-muted text-xs hover:text-ink pointer-coarse:min-h-11">
          <ChevronRight aria-hidden className="transition group-open:rotate-90" size={14} />
          Charts as a table
        </summary>
        <div className="mt-1 scroll-x rounded-lg border border-line bg-surface-raised">
          <table className="w-full border-collapse text-start text-sm tabular-nums">
            <caption className="sr-only">Chart data</caption>
            <thead>
              <tr className="text-ink-muted text-xs">
                {["When", "Driven", "Cancelled or no-show", ...currencies].map((heading, at) => (
                  <th
                    className={`h-9 whitespace-nowrap px-3 font-medium ${at === 0 ? "text-start" : "text-end"}`}
                    key={heading}
                    scope="col"
                  >
                    {at > 2 ? `Revenue ${heading}` : heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {series.map((group) => (
                <tr className="border-line border-t" key={group.key}>
                  <th className="h-8 whitespace-nowrap px-3 text-start font-normal" scope="row">
                    {groupName(group)}
                  </th>
                  <td className="px-3 text-end">{group.driven}</td>
                  <td className="px-3 text-end">{countNotDriven(group)}</td>
                  {currencies.map((currency) => (
                    <td className="whitespace-nowrap px-3 text-end" key={currency}>
                      {formatMoney(revenueOf(group, currency), currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
