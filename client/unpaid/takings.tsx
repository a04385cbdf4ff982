import { useCallback } from "react";
import type { Takings } from "../../src/payments/contract";
import { methodWords, providerWords } from "../../src/payments/words";
import { useOffice } from "../office/calls";
import { ExportLink } from "../office/lists/export-link";
import { PeriodFields, usePeriod } from "../office/period-fields";
import { useQuery } from "../office/use-query";
import { buttonStyle } from "../ui/button-style";
import { Card } from "../ui/card";
import { classNames } from "../ui/class-names";
import { DefinitionList } from "../ui/definition-list";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { Section } from "../ui/section";
import { SkeletonRows } from "../ui/skeleton";
import { type Column, Table } from "../ui/table";

type Method = Takings["methods"][number];
type Provider = Takings["providers"][number];
type Day = Takings["days"][number];
type PaymentSums = Pick<Method, "currency" | "receivedMinor" | "refundedMinor" | "feesMinor">;

const receivedColumn = amountColumn<PaymentSums>(
  "received",
  "Received",
  (row) => row.receivedMinor,
);
const refundedColumn = amountColumn<PaymentSums>(
  "refunded",
  "Refunded",
  (row) => row.refundedMinor,
);
const feesColumn = amountColumn<PaymentSums>("fees", "Provider fees", (row) => row.feesMinor);
const paymentCountColumn: Column<{ payments: number }> = {
  id: "payments",
  header: "Entries",
  numeric: true,
  cell: ({ payments }) => payments,
};

const methodColumns: Column<Method>[] = [
  { id: "method", header: "Method", cell: ({ method }) => methodWords[method] },
  paymentCountColumn,
  receivedColumn,
  refundedColumn,
  amountColumn("held", "Held by drivers", (row) => row.heldByDriversMinor),
  feesColumn,
];
const providerColumns: Column<Provider>[] = [
  { id: "provider", header: "Provider", cell: ({ provider }) => nameOf(provider) },
  paymentCountColumn,
  receivedColumn,
  refundedColumn,
  feesColumn,
];
const dayColumns: Column<Day>[] = [
  { id: "day", header: "Day", cell: ({ day }) => formatDay(day) },
  amountColumn("expected", "Expected", (row) => row.expectedMinor),
  amountColumn("open", "Still due", (row) => row.openMinor),
  receivedColumn,
  refundedColumn,
  feesColumn,
];

const nameOf = (provider: string | null): string =>
  provider === null ? "Without a provider" : (providerWords[provider] ?? provider);

function amountColumn<Row extends { currency: string }>(
  id: string,
  header: string,
  minorOf: (row: Row) => number,
): Column<Row> {
  return { id, header, numeric: true, cell: (row) => formatMoney(minorOf(row), row.currency) };
}

/** Shows the payments of a period by method, provider and day, and offers all of them as a file. */
export function TakingsPart() {
  const { api, call } = useOffice();
  const period = usePeriod("month");
  const { from, to, isValidPeriod } = period;
  const ask = useCallback(
    async () => (isValidPeriod ? call(api.admin.takings.$get({ query: { from, to } })) : null),
    [api, call, from, to, isValidPeriod],
  );
  const { answer: takings, failure } = useQuery(ask);
  return (
    <Section
      detail="Payments for trips and invoices, by the day of payment."
      title="Payments received"
    >
      <div className="mb-4 flex flex-wrap items-start gap-3">
        <PeriodFields period={period} />
        {isValidPeriod && (
          <a
            className={classNames(buttonStyle("secondary", "small"), "self-end")}
            download
            href={`/backend/admin/takings.csv?from=${from}&to=${to}`}
          >
            Download CSV
          </a>
        )}
        <span className="self-end">
          <ExportLink kind="payments" />
        </span>
      </div>
      {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      {isValidPeriod &&
        !failure &&
        (takings ? <TakingsTables takings={takings} /> : <SkeletonRows rows={3} />)}
    </Section>
  );
}

function TakingsTables({ takings: { methods, providers, days, waived } }: { takings: Takings }) {
  return (
    <div className="grid gap-6">
      <div>
        <SumTable
          caption="Payments by method"
          columns={methodColumns}
          empty="Nothing was paid on these days."
          rowKey={({ currency, method }) => `${currency} ${method}`}
          rows={methods}
        />
        {waived.map(({ currency, waivedMinor }) => (
          <p className="mt-3 text-ink-muted text-sm" key={currency}>
            {`Waived: ${formatMoney(waivedMinor, currency)}`}
          </p>
        ))}
      </div>
      {providers.some(({ provider }) => provider !== null) && (
        <div>
          <h3 className="mb-2 font-semibold">By provider</h3>
          <SumTable
            caption="Payments by provider"
            columns={providerColumns}
            rowKey={({ currency, provider }) => `${currency} ${provider}`}
            rows={providers}
          />
        </div>
      )}
      {days.length > 0 && (
        <div>
          <h3 className="font-semibold">Expected and received by day</h3>
          <p className="mb-2 text-ink-muted text-sm">
            Expected: riders’ trips and fees on the day of the pickup, and invoices on their due
            day, without waived amounts. Received: all payments made on that day.
          </p>
          <SumTable
            caption="Expected and received by day"
            columns={dayColumns}
            rowKey={({ currency, day }) => `${currency} ${day}`}
            rows={days}
          />
        </div>
      )}
    </div>
  );
}

/** Shows a table of sums; on a phone, each row is a card. */
function SumTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: string;
}) {
  return (
    <Table
      card={(row) => (
        <Card>
          <p className="mb-2 font-medium">{columns[0]?.cell(row)}</p>
          <DefinitionList
            dense
            facts={columns.slice(1).map(({ header, cell }) => ({ name: header, value: cell(row) }))}
          />
        </Card>
      )}
      caption={caption}
      columns={columns}
      dense
      empty={empty && <p className="text-ink-muted text-sm">{empty}</p>}
      rowKey={rowKey}
      rows={rows}
    />
  );
}
