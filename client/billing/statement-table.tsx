import type { StatementList, StatementRow } from "../../src/payouts/contract";
import { MoreRows } from "../office/lists/more-rows";
import { pageOf, usePages } from "../office/lists/use-pages";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { PaymentBadge } from "./payment-badge";
import { useOffice } from "../office/calls";

const statementColumns: Column<StatementRow>[] = [
  { id: "number", header: "Statement", cell: ({ number }) => number },
  { id: "week", header: "Week of", cell: ({ monday }) => formatDay(monday) },
  { id: "state", header: "State", cell: (row) => <PaymentBadge statement={row} /> },
  {
    id: "paid",
    header: "Payment",
    numeric: true,
    isForWideScreens: true,
    cell: ({ paidMinor, currency, paidOn }) =>
      paidOn ? `${formatMoney(paidMinor, currency)}, ${formatDay(paidOn)}` : "–",
  },
  {
    id: "closing",
    header: "Total",
    numeric: true,
    cell: ({ closingMinor, currency }) => formatMoney(closingMinor, currency),
  },
];

/** A driver's statements in pages, the latest first. */
export function StatementTable({ driverId, first }: { driverId: string; first: StatementList }) {
  const { api, call } = useOffice();
  const firstPage = pageOf("statements", first);
  const next = async (cursor: string) =>
    pageOf(
      "statements",
      await call(
        api.admin.drivers[":id"].statements.$get({ param: { id: driverId }, query: { cursor } }),
      ),
    );
  const { rows, ...pages } = usePages<StatementRow>(firstPage, next);
  return (
    <Section title="Statements">
      <Table
        caption="Statements"
        columns={statementColumns}
        dense
        empty={
          <p className="text-ink-muted">
            No statements yet. A statement is made when a week closes.
          </p>
        }
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `/dispatch/dashboard/statements/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </Section>
  );
}
