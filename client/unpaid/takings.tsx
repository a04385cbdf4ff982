import { useCallback } from "react";
import type { Takings } from "../../src/payments/contract";
import { methodWords } from "../../src/payments/words";
import { useOffice } from "../office/calls";
import { PeriodFields, usePeriod } from "../office/period-fields";
import { useQuery } from "../office/use-query";
import { buttonStyle } from "../ui/button-style";
import { Card } from "../ui/card";
import { classNames } from "../ui/class-names";
import { DefinitionList } from "../ui/definition-list";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { Section } from "../ui/section";
import { SkeletonRows } from "../ui/skeleton";
import { type Column, Table } from "../ui/table";

const columns: Column<Takings["methods"][number]>[] = [
  { id: "method", header: "Method", cell: ({ method }) => methodWords[method] },
  { id: "payments", header: "Entries", numeric: true, cell: ({ payments }) => payments },
  amount("received", "Received", (row) => row.receivedMinor),
  amount("refunded", "Refunded", (row) => row.refundedMinor),
  amount("held", "Held by drivers", (row) => row.heldByDriversMinor),
  amount("fees", "Provider fees", (row) => row.feesMinor),
];

function amount(
  id: string,
  header: string,
  minor: (row: Takings["methods"][number]) => number,
): Column<Takings["methods"][number]> {
  return { id, header, numeric: true, cell: (row) => formatMoney(minor(row), row.currency) };
}

/** Payments of a period by method, and a file of them all. */
export function TakingsPart() {
  const { api, call } = useOffice();
  const period = usePeriod("month");
  const { from, to, isPeriod } = period;
  const ask = useCallback(
    async () => (isPeriod ? call(api.admin.takings.$get({ query: { from, to } })) : null),
    [api, call, from, to, isPeriod],
  );
  const { answer: takings, failure } = useQuery(ask);
  return (
    <Section
      detail="Of trips and invoices, by the day on which they were paid."
      title="Payments received"
    >
      <div className="mb-4 flex flex-wrap items-start gap-3">
        <PeriodFields period={period} />
        {isPeriod && (
          <a
            className={classNames(buttonStyle("secondary", "small"), "self-end")}
            download
            href={`/backend/admin/takings.csv?from=${from}&to=${to}`}
          >
            Download CSV
          </a>
        )}
      </div>
      {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      {isPeriod && !failure && (takings ? <Sums takings={takings} /> : <SkeletonRows rows={3} />)}
    </Section>
  );
}

function Sums({ takings: { methods, waived } }: { takings: Takings }) {
  return (
    <>
      <Table
        card={(row) => (
          <Card>
            <p className="mb-2 font-medium">{methodWords[row.method]}</p>
            <DefinitionList
              dense
              facts={columns
                .slice(1)
                .map(({ header, cell }) => ({ name: header, value: cell(row) }))}
            />
          </Card>
        )}
        caption="Payments by method"
        columns={columns}
        dense
        empty={<p className="text-ink-muted text-sm">Nothing was paid on these days.</p>}
        rowKey={({ currency, method }) => `${currency} ${method}`}
        rows={methods}
      />
      {waived.map(({ currency, waivedMinor }) => (
        <p className="mt-3 text-ink-muted text-sm" key={currency}>
          {formatMoney(waivedMinor, currency)} waived.
        </p>
      ))}
    </>
  );
}
