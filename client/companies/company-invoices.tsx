import { useCallback } from "react";
import type { InvoiceList, InvoiceRow } from "../../src/invoices/contract";
import { MoreRows } from "../office/lists/more-rows";
import { pageOf, usePages } from "../office/lists/use-pages";
import { Badge } from "../ui/badge";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { useOffice } from "../office/calls";

/** The state of an invoice, in a word. */
export function InvoiceState({ invoice }: { invoice: InvoiceRow }) {
  if (invoice.kind === "credit_note") return <Badge>Credit note</Badge>;
  if (invoice.overdue) return <Badge tone="danger">Overdue</Badge>;
  if (invoice.balanceMinor > 0) return <Badge tone="warning">Open</Badge>;
  if (invoice.balanceMinor < 0) return <Badge tone="info">Refund due</Badge>;
  return <Badge tone="success">Paid</Badge>;
}

const columns: Column<InvoiceRow>[] = [
  {
    id: "number",
    header: "Number",
    cell: ({ kind, number }) =>
      kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}`,
  },
  { id: "state", header: "State", cell: (invoice) => <InvoiceState invoice={invoice} /> },
  { id: "issued", header: "Issued", cell: ({ issuedOn }) => formatDay(issuedOn) },
  {
    id: "due",
    header: "Due",
    cell: ({ kind, dueOn }) => (kind === "invoice" ? formatDay(dueOn) : "–"),
  },
  {
    id: "total",
    header: "Total",
    numeric: true,
    cell: ({ kind, totalMinor, currency }) =>
      formatMoney(kind === "invoice" ? totalMinor : -totalMinor, currency),
  },
  {
    id: "balance",
    header: "Still owed",
    numeric: true,
    cell: ({ balanceMinor, currency }) => formatMoney(balanceMinor, currency),
  },
];

/** A company's invoices and credit notes, newest first. */
export function CompanyInvoices({ companyId, first }: { companyId: string; first: InvoiceList }) {
  const { api, call } = useOffice();
  const source = pageOf("invoices", first);
  const next = useCallback(
    async (cursor: string) => {
      const more = await call(
        api.admin.companies[":id"].invoices.$get({ param: { id: companyId }, query: { cursor } }),
      );
      return { rows: more.invoices, nextCursor: more.nextCursor };
    },
    [api, call, companyId],
  );
  const { rows, ...pages } = usePages<InvoiceRow>(source, next);
  return (
    <Section title="Invoices">
      <Table
        caption="Invoices"
        columns={columns}
        dense
        empty={
          <p className="text-ink-muted text-sm">
            No invoices yet. Issue the first one from the trips not invoiced yet.
          </p>
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => ({ to: `/dispatch/dashboard/invoices/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </Section>
  );
}
