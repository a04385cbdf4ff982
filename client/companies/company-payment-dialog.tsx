import { useEffect, useState } from "react";
import type { Ageing, InvoiceRow } from "../../src/invoices/contract";
import type { ManualMethod } from "../../src/payments/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../src/settings/amount-contract";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { AmountField, amountFault, amountOf, PaymentFields } from "../office/entry-fields";
import { useEntryForm } from "../office/use-staff-form";
import { readMoney } from "../ui/amount";
import { Dialog } from "../ui/dialog";
import { formatDay, localDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { Skeleton } from "../ui/skeleton";
import { invoiceMethods } from "./invoice-methods";

/** The most invoices for one payment. The oldest are offered. */
const MAX_INVOICES = 100;

interface CompanyPaymentDialogProps {
  company: Pick<Ageing["companies"][number], "companyId" | "name" | "currency">;
  onClose: () => void;
  onPaid: () => unknown;
}

/** Records one payment of a company for several invoices, once its open invoices are loaded. */
export default function CompanyPaymentDialog(props: CompanyPaymentDialogProps) {
  const { api, call } = useOffice();
  const { companyId, name, currency } = props.company;
  const [invoices, setInvoices] = useState<InvoiceRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const limit = String(MAX_INVOICES);
    const query = { show: "open" as const, company: companyId, currency, limit };
    call(api.admin.invoices.$get({ query })).then(
      (answer) => {
        if (!isUnmounted) setInvoices(answer.invoices);
      },
      (error) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, companyId, currency]);
  if (invoices) return <PaymentForm {...props} invoices={invoices} />;
  return (
    <Dialog onClose={props.onClose} open title={`Payment from ${name}`}>
      {failure ? (
        <NoticeBanner tone="danger">{failure}</NoticeBanner>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

type PaymentValues = {
  amountMinor: string;
  paidOn: string;
  method: ManualMethod;
  reference: string;
  [part: `parts.${string}`]: string;
};

function PaymentForm({
  company: { companyId, name, currency },
  invoices,
  onClose,
  onPaid,
}: CompanyPaymentDialogProps & { invoices: readonly InvoiceRow[] }) {
  const { api, call, timeZone } = useOffice();
  const totalMinor = invoices.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0);
  const minorOf = (typed: string | undefined) => {
    const money = readMoney(typed || "0", currency, "en", MAX_BUSINESS_AMOUNT_MINOR);
    return "value" in money ? money.value : null;
  };
  const [initial] = useState((): PaymentValues => ({
    amountMinor: formatAmount(totalMinor, currency),
    paidOn: localDay(new Date().toISOString(), timeZone),
    method: "bank_transfer",
    reference: "",
    ...splitAmount(invoices, totalMinor, currency),
  }));
  const amountsOf = (typed: PaymentValues) =>
    invoices.map(({ id }) => ({ id, minor: minorOf(typed[`parts.${id}`]) }));
  const form = useEntryForm<PaymentValues, unknown>({
    initialValues: initial,
    validate: (typed) => {
      const fault = amountFault(typed.amountMinor, currency, MAX_BUSINESS_AMOUNT_MINOR);
      const parts = amountsOf(typed);
      const faults = Object.fromEntries(
        parts.map(({ id, minor }, at) => {
          const owedMinor = invoices[at]?.balanceMinor ?? 0;
          return [
            `parts.${id}`,
            minor === null
              ? "Enter an amount."
              : minor > owedMinor && `At most ${formatMoney(owedMinor, currency)}.`,
          ];
        }),
      );
      const sumMinor = parts.reduce((all, { minor }) => all + (minor ?? 0), 0);
      const hasDifference =
        sumMinor !== amountOf(typed.amountMinor, currency, MAX_BUSINESS_AMOUNT_MINOR);
      return {
        ...faults,
        amountMinor:
          fault ??
          (hasDifference &&
            `The invoices add up to ${formatMoney(sumMinor, currency)}. Enter the same amount.`),
        paidOn: !typed.paidOn && "Choose a day.",
      };
    },
    send: (typed, options) => {
      const { paidOn, method, reference } = typed;
      const parts = amountsOf(typed).flatMap(({ id, minor }) =>
        minor ? [{ invoiceId: id, amountMinor: minor }] : [],
      );
      return call(
        api.admin.companies[":id"].payments.$post(
          { param: { id: companyId }, json: { currency, parts, paidOn, method, reference } },
          options,
        ),
      );
    },
    successText: "Payment recorded",
    onSaved: async () => {
      await onPaid();
      onClose();
    },
  });
  const amount = form.field("amountMinor");
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Record payment"
      title={`Payment from ${name}`}
      wide
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <PaymentFields
          currency={currency}
          field={(name) =>
            name === "amountMinor"
              ? {
                  ...amount,
                  onChange: ({ target: { value } }) =>
                    // The payment covers the oldest invoices first, until somebody changes the amounts.
                    form.set({
                      amountMinor: value,
                      ...splitAmount(invoices, minorOf(value) ?? 0, currency),
                    }),
                }
              : form.field(name)
          }
          methods={invoiceMethods}
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">Invoices paid, the oldest first</legend>
        {invoices.map(({ id, number, dueOn, balanceMinor }) => (
          <div className="grid items-start gap-x-3 sm:grid-cols-[1fr_12rem]" key={id}>
            <p className="pt-1">
              {`Invoice ${number}, due ${formatDay(dueOn)}`}
              <span className="block text-ink-muted">
                {`${formatMoney(balanceMinor, currency)} open`}
              </span>
            </p>
            <AmountField
              {...form.field(`parts.${id}`)}
              currency={currency}
              label={`For invoice ${number}`}
              value={form.typed[`parts.${id}`] ?? ""}
            />
          </div>
        ))}
      </fieldset>
    </FormDialog>
  );
}

/** Splits an amount between the invoices in their order, in the format of the form. */
function splitAmount(
  invoices: readonly InvoiceRow[],
  amountMinor: number,
  currency: string,
): Record<`parts.${string}`, string> {
  let remainingMinor = amountMinor;
  return Object.fromEntries(
    invoices.map(({ id, balanceMinor }) => {
      const shareMinor = Math.min(remainingMinor, balanceMinor);
      remainingMinor -= shareMinor;
      return [`parts.${id}`, shareMinor > 0 ? formatAmount(shareMinor, currency) : ""];
    }),
  );
}
