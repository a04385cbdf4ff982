import { useCallback } from "react";
import type { InvoiceList, InvoiceRow } from "../../src/invoices/contract";
import { MoreRows } from "../office/lists/more-rows";
import { pageOf, usePages } from "../office/lists/use-pages";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { useOffice } from "../office/calls";
import { invoiceName, InvoiceBadge } from "./invoice-badge";

const columns: Column<InvoiceRow>[] = [
  {
    id: "number",
    header: "Number",
    cell: invoiceName,
    className: "whitespace-nowrap",
  },
  { id: "state", header: "State", cell: (invoice) => <InvoiceBadge invoice={invoice} /> },
  {
    id: "issued",
    header: "Issued",
    cell: ({ issuedOn }) => formatDay(issuedOn),
    className: "whitespace-nowrap",
  },
  {
    id: "due",
    header: "Due",
    cell: ({ kind, dueOn }) => (kind === "invoice" ? formatDay(dueOn) : "–"),
    className: "whitespace-nowrap",
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
  const firstPage = pageOf("invoices", first);
  const next = useCallback(
    async (cursor: string) => {
      const more = await call(
        api.admin.companies[":id"].invoices.$get({ param: { id: companyId }, query: { cursor } }),
      );
      return { rows: more.invoices, nextCursor: more.nextCursor };
    },
    [api, call, companyId],
  );
  const { rows, ...pages } = usePages<InvoiceRow>(firstPage, next);
  return (
    <Section title="Invoices">
      <Table
        caption="Invoices"
        columns={columns}
        dense
        empty={
          <p className="text-ink-muted text-sm">
            No invoices yet. Issue the first one under “Not invoiced yet”.
          </p>
        }
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `/dispatch/dashboard/invoices/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </Section>
  );
}
