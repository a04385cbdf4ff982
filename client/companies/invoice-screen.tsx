import { ArrowLeft } from "lucide-react";
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import type { Invoice, InvoiceLine } from "../../src/invoices/contract";
import type { Api } from "../api";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { DefinitionList } from "../ui/definition-list";
import { formatClock, formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { InvoiceState } from "./company-invoices";
import { CreditForm } from "./credit-form";
import { InvoicePayments } from "./invoice-payments";
import { PaperLink } from "../ui/paper-link";

const endings = { driven: "Driven", cancelled: "Cancelled late", no_show: "Passenger not met" };

/** "RWF 2,000 less" */
function moreOrLess(minor: number, currency: string): string {
  return `${formatMoney(Math.abs(minor), currency)} ${minor < 0 ? "less" : "more"}`;
}

/** One invoice or credit note: its trips, what was paid, what was credited. */
export function InvoiceScreen({
  api,
  invoice,
  role,
  timeZone,
}: {
  api: Api;
  invoice: Invoice;
  role: AdminRole;
  timeZone: string;
}) {
  const { currency } = invoice;
  const isInvoice = invoice.kind === "invoice";
  const title = isInvoice ? `Invoice ${invoice.number}` : `Credit note ${invoice.number}`;
  const mayBook = may(role, "money.book") && isInvoice;
  const columns: Column<InvoiceLine>[] = [
    {
      id: "trip",
      header: "Trip",
      cell: ({ reservationNumber, corrects }) =>
        corrects ? (
          <>
            {reservationNumber}
            <ButtonLink
              size="small"
              to={`/dispatch/dashboard/invoices/${corrects.id}`}
              variant="quiet"
            >
              {`Corrects invoice ${corrects.number}`}
            </ButtonLink>
          </>
        ) : (
          reservationNumber
        ),
    },
    { id: "pickup", header: "Pickup", cell: ({ pickupLocal }) => formatClock(pickupLocal) },
    { id: "way", header: "Way", cell: ({ pickup, dropoff }) => `${pickup} to ${dropoff}` },
    { id: "ended", header: "Ended", cell: ({ ended }) => endings[ended] },
    {
      id: "for",
      header: "For",
      cell: ({ costCentre, reference }) =>
        [costCentre, reference].filter(Boolean).join(", ") || "–",
    },
    {
      id: "amount",
      header: "Amount",
      numeric: true,
      cell: (line) => (
        <>
          {formatMoney(line.amountMinor, currency)}
          {line.creditedMinor > 0 && (
            <span className="block text-ink-muted text-xs">
              {`${formatMoney(line.creditedMinor, currency)} credited`}
            </span>
          )}
          {isInvoice && line.laterMinor !== 0 && (
            <span className="block text-ink-muted text-xs">
              {`${moreOrLess(line.laterMinor, currency)} on a later invoice`}
            </span>
          )}
          {isInvoice && line.openMinor !== 0 && (
            <span className="block text-warning-ink text-xs">
              {`${moreOrLess(line.openMinor, currency)} on the next invoice`}
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to={`/dispatch/dashboard/companies/${invoice.companyId}`}
              variant="quiet"
            >
              {invoice.parties.to.name}
            </ButtonLink>
            <PaperLink
              className={buttonStyle("secondary", "small")}
              href={`/backend/admin/invoices/${invoice.id}/invoice.pdf`}
            >
              Download PDF
            </PaperLink>
          </>
        }
        dense
        title={title}
      />
      <div className="max-w-3xl rounded-lg border border-line bg-surface-raised p-4">
        <DefinitionList
          dense
          facts={[
            { name: "State", value: <InvoiceState invoice={invoice} /> },
            { name: "Total", value: formatMoney(invoice.totalMinor, currency) },
            ...invoice.taxes.map(({ label, detail, amountMinor }) => ({
              name: `${label}${detail && ` (${detail})`}`,
              value: formatMoney(amountMinor, currency),
            })),
            ...(isInvoice
              ? [
                  { name: "Still owed", value: formatMoney(invoice.balanceMinor, currency) },
                  { name: "Due", value: formatDay(invoice.dueOn) },
                ]
              : [{ name: "Reason", value: invoice.reason }]),
            { name: "Issued", value: `${formatDay(invoice.issuedOn)}, ${invoice.issuedBy}` },
            { name: "Billed to", value: invoice.parties.to.name },
          ]}
        />
        {invoice.related.map((other) => (
          <ButtonLink
            key={other.id}
            size="small"
            to={`/dispatch/dashboard/invoices/${other.id}`}
            variant="quiet"
          >
            {other.kind === "invoice" ? `Invoice ${other.number}` : `Credit note ${other.number}`}
          </ButtonLink>
        ))}
      </div>
      {isInvoice && (
        <InvoicePayments api={api} invoice={invoice} mayBook={mayBook} timeZone={timeZone} />
      )}
      <Section title="Trips">
        <Table
          caption="Trips"
          columns={columns}
          dense
          rowKey={({ reservationId }) => reservationId}
          rows={invoice.lines}
        />
      </Section>
      {mayBook && <CreditForm api={api} invoice={invoice} />}
    </>
  );
}
