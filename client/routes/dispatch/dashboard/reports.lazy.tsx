import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReportGrouping, Report } from "../../../../src/reports/contract";
import { groupings } from "../../../../src/reports/period-contract";
import { DayFilter } from "../../../office/lists/day-filter";
import { usePermission } from "../../../office/use-permission";
import { ReportCharts } from "../../../reports/report-charts";
import { ReportFigures } from "../../../reports/report-figures";
import { type PeriodName, periodLabels, type ReportSearch } from "../../../reports/report-search";
import { groupingWords, singleCurrency, ReportTable } from "../../../reports/report-table";
import { periodText } from "../../../reports/report-words";
import { buttonStyle } from "../../../ui/button-style";
import { Chip } from "../../../ui/chip";
import { PageHeader } from "../../../ui/page-header";
import { SelectField } from "../../../ui/select-field";
import { DeferredPart } from "../../../deferred-part";
import { officePage, PagePending } from "../../../office/office-page";
import { PageFailure } from "../../../office/page-failure";

export const Route = createLazyFileRoute("/dispatch/dashboard/reports")(officePage(Reports));

function Reports() {
  const { report } = Route.useLoaderData();
  return (
    <DeferredPart
      failed={PageFailure}
      of={report}
      waiting={
        <>
          <PageHeader dense title="Reports" />
          <PagePending />
        </>
      }
    >
      {(found) => <ReportContent report={found} />}
    </DeferredPart>
  );
}

function ReportContent({ report }: { report: Report }) {
  const { query } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const canSeeMoney = usePermission("revenue.view");
  const change = (to: Partial<ReportSearch>) =>
    void navigate({
      to: "/dispatch/dashboard/reports",
      search: { ...search, ...to },
      replace: true,
      resetScroll: false,
    });
  const choosePeriod = (name: PeriodName) =>
    change(
      name === "custom"
        ? { period: name, from: report.period.from, to: report.period.to }
        : { period: name === "month" ? undefined : name, from: undefined, to: undefined },
    );
  const { by, ...days } = query;
  const currency = singleCurrency(report);
  const csvUrl = (name: string, values: Record<string, string>) =>
    `/backend/admin/${name}?${new URLSearchParams(values)}`;
  return (
    <>
      <PageHeader
        actions={
          <>
            <a
              className={buttonStyle("secondary", "small")}
              download
              href={csvUrl("reports.csv", query)}
            >
              <Download aria-hidden size={16} />
              Download CSV
            </a>
            {canSeeMoney && (
              <a
                className={buttonStyle("secondary", "small")}
                download
                href={csvUrl("reports/trips.csv", days)}
              >
                <Download aria-hidden size={16} />
                Trips as CSV
              </a>
            )}
          </>
        }
        dense
        detail={`${periodText(report.period)}, compared with ${periodText(report.before)}`}
        title="Reports"
      />
      <fieldset className="mb-4 min-w-0">
        <legend className="sr-only">Period</legend>
        <div className="flex flex-wrap items-center gap-1.5">
          {(Object.keys(periodLabels) as PeriodName[]).map((name) => (
            <Chip
              count={null}
              key={name}
              label={periodLabels[name]}
              onPress={() => choosePeriod(name)}
              isPressed={(search.period ?? "month") === name}
            />
          ))}
          {search.period === "custom" && (
            <span className="flex items-center gap-2">
              <DayFilter
                className="w-36"
                label="From"
                labelHidden
                max={report.period.to}
                onDay={(from) => change({ from: from || undefined })}
                value={report.period.from}
              />
              <span aria-hidden="true">–</span>
              <DayFilter
                className="w-36"
                label="To"
                labelHidden
                min={report.period.from}
                onDay={(to) => change({ to: to || undefined })}
                value={report.period.to}
              />
            </span>
          )}
        </div>
      </fieldset>
      <ReportFigures report={report} />
      <ReportCharts report={report} />
      <section aria-labelledby="report-table">
        <div className="mb-2 flex flex-wrap items-end justify-between gap-2">
          <h2 className="text-base" id="report-table">
            Details
            {currency && (
              <span className="ms-2 font-normal text-ink-muted text-sm">{`Amounts in ${currency}`}</span>
            )}
          </h2>
          <SelectField
            className="w-40"
            dense
            label="Group by"
            labelHidden
            onChange={({ target }) => {
              const chosen = target.value as ReportGrouping;
              change({ by: chosen === "day" ? undefined : chosen });
            }}
            value={by}
          >
            {groupings.map((each) => (
              <option key={each} value={each}>
                {`By ${groupingWords[each].toLowerCase()}`}
              </option>
            ))}
          </SelectField>
        </div>
        <ReportTable report={report} />
      </section>
    </>
  );
}
