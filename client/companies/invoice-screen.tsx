import { ArrowLeft } from "lucide-react";
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import { englishLineTranslator } from "../../src/fares/line-words";
import { fareLineWords } from "../../src/fares/line-words";
import type { Invoice, InvoiceLine } from "../../src/invoices/contract";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { formatClock, formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { invoiceName, InvoiceBadge } from "./invoice-badge";
import { CreditForm } from "./credit-form";
import { InvoiceMailPart } from "./mail-part";
import { InvoicePayments } from "./invoice-payments";
import { PdfLink } from "../ui/pdf-link";

const endingWords = { driven: "Driven", cancelled: "Cancelled late", no_show: "No-show" };

const routeText = ({ pickup, dropoff }: InvoiceLine) => `${pickup} to ${dropoff}`;

/** "RWF 2,000 less" */
function correctionText(minor: number, currency: string): string {
  return `${formatMoney(Math.abs(minor), currency)} ${minor < 0 ? "less" : "more"}`;
}

/** One invoice or credit note: trips, payments and credits. */
export function InvoiceScreen({ invoice, role }: { invoice: Invoice; role: AdminRole }) {
  const { currency } = invoice;
  const isInvoice = invoice.kind === "invoice";
  const mayRecordPayments = may(role, "billing.manage") && isInvoice;
  const tripCell = ({ reservationNumber, corrects }: InvoiceLine) =>
    corrects ? (
      <>
        {reservationNumber}
        <ButtonLink size="small" to={`/dispatch/dashboard/invoices/${corrects.id}`} variant="quiet">
          {`Corrects invoice ${corrects.number}`}
        </ButtonLink>
      </>
    ) : (
      reservationNumber
    );
  const costCentreText = ({ costCentre, reference }: InvoiceLine) =>
    [costCentre, reference].filter(Boolean).join(", ");
  const amountCell = (line: InvoiceLine) => (
    <>
      {formatMoney(line.amountMinor, currency)}
      {line.creditedMinor > 0 && (
        <span className="block text-ink-muted text-xs">
          {`${formatMoney(line.creditedMinor, currency)} credited`}
        </span>
      )}
      {isInvoice && line.laterMinor !== 0 && (
        <span className="block text-ink-muted text-xs">
          {`${correctionText(line.laterMinor, currency)} on a later invoice`}
        </span>
      )}
      {isInvoice && line.openMinor !== 0 && (
        <span className="block text-warning-ink text-xs">
          {`${correctionText(line.openMinor, currency)} on the next invoice`}
        </span>
      )}
    </>
  );
  const columns: Column<InvoiceLine>[] = [
    { id: "trip", header: "Trip", cell: tripCell },
    {
      id: "pickup",
      header: "Pickup",
      cell: ({ pickupLocal }) => formatClock(pickupLocal),
      className: "whitespace-nowrap",
    },
    { id: "way", header: "Route", cell: routeText },
    { id: "ended", header: "Ended", cell: ({ ended }) => endingWords[ended] },
    { id: "for", header: "For", cell: (line) => costCentreText(line) || "–" },
    { id: "amount", header: "Amount", numeric: true, cell: amountCell },
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
            <PdfLink
              className={buttonStyle("secondary", "small")}
              href={`/backend/admin/invoices/${invoice.id}/invoice.pdf`}
            >
              Download PDF
            </PdfLink>
          </>
        }
        dense
        title={invoiceName(invoice)}
      />
      <div className="max-w-3xl rounded-lg border border-line bg-surface-raised p-4">
        <DefinitionList
          dense
          facts={[
            // A credit note is paid when issued, so it shows its kind instead of a state.
            ...(isInvoice ? [{ name: "State", value: <InvoiceBadge invoice={invoice} /> }] : []),
            { name: "Total", value: formatMoney(invoice.totalMinor, currency) },
            ...invoice.taxes.map((line) => {
              const { label, detail } = fareLineWords(line, englishLineTranslator(currency));
              return {
                name: detail ? `Including ${label} (${detail})` : `Including ${label}`,
                value: formatMoney(line.amountMinor, currency),
              };
            }),
            ...(isInvoice
              ? [
                  {
                    name: invoice.balanceMinor < 0 ? "To refund" : "Still owed",
                    value: formatMoney(Math.abs(invoice.balanceMinor), currency),
                  },
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
            {invoiceName(other)}
          </ButtonLink>
        ))}
      </div>
      <InvoiceMailPart invoice={invoice} maySendMail={may(role, "billing.manage")} />
      {isInvoice && <InvoicePayments invoice={invoice} mayRecordPayments={mayRecordPayments} />}
      <Section title="Trips">
        <Table
          caption="Trips"
          card={(line) => (
            <Card>
              <div className="flex items-start justify-between gap-3">
                <span className="font-medium">{tripCell(line)}</span>
                <span className="text-end tabular-nums">{amountCell(line)}</span>
              </div>
              <p className="mt-1 text-sm">{routeText(line)}</p>
              <p className="mt-1 text-ink-muted text-sm">
                {[formatClock(line.pickupLocal), endingWords[line.ended], costCentreText(line)]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </Card>
          )}
          columns={columns}
          dense
          rowKey={({ reservationId }) => reservationId}
          rows={invoice.lines}
        />
      </Section>
      {mayRecordPayments && <CreditForm invoice={invoice} />}
    </>
  );
}
