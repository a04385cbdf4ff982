import { useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type {
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentMethod,
} from "../../src/invoices/contract";
import type { Api } from "../api";
import { useStaffCall } from "../dispatch/calls";
import { useSave } from "../dispatch/use-save";
import { readMoney, writeMoney } from "../ui/amount";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { DefinitionList } from "../ui/definition-list";
import { localDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { type Column, Table } from "../ui/table";
import { DateField, TextField } from "../ui/text-field";
import { InvoiceState } from "./company-invoices";

const methods: Record<PaymentMethod, string> = {
  bank_transfer: "Bank transfer",
  card: "Card",
  cash: "Cash",
  cheque: "Cheque",
  other: "Other",
};
const methodNames: readonly PaymentMethod[] = ["bank_transfer", "card", "cash", "cheque", "other"];
const endings = { driven: "Driven", cancelled: "Cancelled late", no_show: "Passenger not met" };

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
  const mayBook = role !== "dispatcher" && isInvoice;
  const columns: Column<InvoiceLine>[] = [
    { id: "trip", header: "Trip", cell: ({ reservationNumber }) => reservationNumber },
    { id: "pickup", header: "Pickup", cell: ({ pickupLocal }) => pickupLocal.replace("T", " ") },
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
          {isInvoice && line.nowMinor !== line.amountMinor - line.creditedMinor && (
            <span className="block text-warning-ink text-xs">
              {`now ${formatMoney(line.nowMinor, currency)}`}
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
            <a
              className={buttonStyle("secondary", "small")}
              download
              href={`/backend/admin/invoices/${invoice.id}/invoice.pdf`}
            >
              Download PDF
            </a>
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
            ...(isInvoice
              ? [
                  { name: "Still owed", value: formatMoney(invoice.balanceMinor, currency) },
                  { name: "Due", value: invoice.dueOn },
                ]
              : [{ name: "Reason", value: invoice.reason }]),
            { name: "Issued", value: `${invoice.issuedOn}, ${invoice.issuedBy}` },
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
      {isInvoice && <Payments api={api} invoice={invoice} mayBook={mayBook} timeZone={timeZone} />}
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

function Payments({
  api,
  invoice,
  mayBook,
  timeZone,
}: {
  api: Api;
  invoice: Invoice;
  mayBook: boolean;
  timeZone: string;
}) {
  const call = useStaffCall();
  const router = useRouter();
  const saving = useSave();
  const { id, currency, balanceMinor } = invoice;
  const [amount, setAmount] = useState(() => writeMoney(Math.max(0, balanceMinor), currency));
  const [paidOn, setPaidOn] = useState(() => localDay(new Date().toISOString(), timeZone));
  const [method, setMethod] = useState<PaymentMethod>("bank_transfer");
  const [reference, setReference] = useState("");
  const path = api.admin.invoices[":id"].payments;

  const record = async (event: FormEvent) => {
    event.preventDefault();
    const read = readMoney(amount, currency);
    if ("fault" in read) return saving.refuse({ amountMinor: read.fault });
    if (!paidOn) return saving.refuse({ paidOn: "Choose the day." });
    const json = { amountMinor: read.value, paidOn, method, reference };
    const done = await saving.save(
      () => call(path.$post({ param: { id }, json })),
      "Payment noted",
    );
    if (!done) return;
    setAmount(writeMoney(Math.max(0, done.invoice.balanceMinor), currency));
    setReference("");
    await router.invalidate();
  };
  const reverse = async (payment: InvoicePayment) => {
    const done = await saving.save(
      () => call(path[":paymentId"].reversal.$post({ param: { id, paymentId: payment.id } })),
      "Payment taken back",
    );
    if (!done) return;
    setAmount(writeMoney(Math.max(0, done.invoice.balanceMinor), currency));
    await router.invalidate();
  };

  const columns: Column<InvoicePayment>[] = [
    { id: "day", header: "Day", cell: (payment) => payment.paidOn },
    {
      id: "method",
      header: "By",
      cell: (payment) => [methods[payment.method], payment.reference].filter(Boolean).join(", "),
    },
    { id: "who", header: "Noted by", cell: ({ recordedBy }) => recordedBy },
    {
      id: "amount",
      header: "Amount",
      numeric: true,
      cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
    },
    {
      id: "acts",
      header: "Steps",
      numeric: true,
      cell: (payment) =>
        payment.reversal === "reversed" ? (
          <Badge>Taken back</Badge>
        ) : payment.reversal === "reverses" ? (
          <Badge>Takes an entry back</Badge>
        ) : (
          mayBook && (
            <Button onClick={() => void reverse(payment)} size="small" variant="secondary">
              Take back
            </Button>
          )
        ),
    },
  ];
  return (
    <Section title="Payments">
      {mayBook && balanceMinor > 0 && (
        <form
          aria-label="Note a payment"
          className="mb-4 grid max-w-3xl items-start gap-3 sm:grid-cols-2"
          noValidate
          onSubmit={(event) => void record(event)}
          ref={saving.ref}
        >
          <TextField
            dense
            error={saving.faults.amountMinor ?? null}
            inputMode="decimal"
            label={`Amount (${currency})`}
            maxLength={20}
            name="amountMinor"
            onChange={({ target: { value } }) => setAmount(value)}
            value={amount}
          />
          <DateField
            dense
            error={saving.faults.paidOn ?? null}
            label="Paid on"
            name="paidOn"
            onChange={({ target: { value } }) => setPaidOn(value)}
            value={paidOn}
          />
          <SelectField
            dense
            label="By"
            name="method"
            onChange={({ target: { value } }) =>
              setMethod(methodNames.find((name) => name === value) ?? "other")
            }
            value={method}
          >
            {methodNames.map((name) => (
              <option key={name} value={name}>
                {methods[name]}
              </option>
            ))}
          </SelectField>
          <TextField
            autoComplete="off"
            dense
            error={saving.faults.reference ?? null}
            label="Reference of the payment"
            maxLength={80}
            name="reference"
            onChange={({ target: { value } }) => setReference(value)}
            optional
            value={reference}
          />
          <div>
            <Button busy={saving.busy} busyLabel="Saving..." size="small" type="submit">
              Note the payment
            </Button>
          </div>
        </form>
      )}
      <div className="not-empty:mb-4" role="alert">
        {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
      </div>
      <Table
        caption="Payments"
        columns={columns}
        dense
        empty={<p className="text-ink-muted text-sm">Nothing has been paid yet.</p>}
        rowKey={({ id: key }) => key}
        rows={invoice.payments}
      />
    </Section>
  );
}

/** Gives back what one trip was billed too much. */
function CreditForm({ api, invoice }: { api: Api; invoice: Invoice }) {
  const call = useStaffCall();
  const router = useRouter();
  const navigate = useNavigate();
  const saving = useSave();
  const { currency } = invoice;
  const lines = invoice.lines.filter((line) => line.amountMinor > line.creditedMinor);
  const [tripId, setTripId] = useState("");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");

  const choose = (id: string) => {
    setTripId(id);
    const line = lines.find((each) => each.reservationId === id);
    const tooMuch = line ? line.amountMinor - line.creditedMinor - line.nowMinor : 0;
    // What the trip was corrected by since, where it was.
    if (tooMuch > 0) setAmount(writeMoney(tooMuch, currency));
  };
  const issue = async (event: FormEvent) => {
    event.preventDefault();
    if (!tripId) return saving.refuse({ tripId: "Choose a trip." });
    const read = readMoney(amount, currency);
    if ("fault" in read) return saving.refuse({ amount: read.fault });
    if (read.value === 0) return saving.refuse({ amount: "Enter more than nothing." });
    if (!reason.trim()) return saving.refuse({ reason: "This field is required." });
    const done = await saving.save(
      () =>
        call(
          api.admin.invoices[":id"]["credit-notes"].$post({
            param: { id: invoice.id },
            json: { reason, lines: [{ reservationId: tripId, amountMinor: read.value }] },
          }),
        ),
      "Credit note issued",
    );
    if (!done) return;
    await router.invalidate();
    await navigate({ to: "/dispatch/dashboard/invoices/$id", params: { id: done.invoice.id } });
  };

  if (lines.length === 0) return null;
  return (
    <Section
      detail="An invoice is never changed: what was billed too much is given back by a credit note."
      title="Credit a trip"
    >
      <form
        aria-label="Credit a trip"
        className="grid max-w-3xl items-start gap-3 sm:grid-cols-2"
        noValidate
        onSubmit={(event) => void issue(event)}
        ref={saving.ref}
      >
        <SelectField
          dense
          error={saving.faults.tripId ?? null}
          label="Trip"
          name="tripId"
          onChange={({ target: { value } }) => choose(value)}
          value={tripId}
        >
          <option value="">Choose one</option>
          {lines.map((line) => (
            <option key={line.reservationId} value={line.reservationId}>
              {`${line.reservationNumber}, ${formatMoney(line.amountMinor - line.creditedMinor, currency)}`}
            </option>
          ))}
        </SelectField>
        <TextField
          dense
          error={saving.faults.amount ?? null}
          inputMode="decimal"
          label={`Amount to give back (${currency})`}
          maxLength={20}
          name="amount"
          onChange={({ target: { value } }) => setAmount(value)}
          value={amount}
        />
        <TextField
          autoComplete="off"
          className="sm:col-span-2"
          dense
          error={saving.faults.reason ?? null}
          hint="It stands on the credit note."
          label="Reason"
          maxLength={200}
          name="reason"
          onChange={({ target: { value } }) => setReason(value)}
          value={reason}
        />
        <div className="empty:hidden sm:col-span-2" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
        <div>
          <Button busy={saving.busy} busyLabel="Issuing..." size="small" type="submit">
            Issue the credit note
          </Button>
        </div>
      </form>
    </Section>
  );
}
