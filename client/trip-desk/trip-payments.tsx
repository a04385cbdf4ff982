import { useEffect, useState } from "react";
import type { Payment } from "../../src/payments/contract";
import { canRefundOnline } from "../../src/payments/rules";
import { entryWords, methodWords } from "../../src/payments/words";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { ReasonDialog } from "../office/reason-dialog";
import { showToast } from "../ui/toasts";
import { OnlineRefundDialog } from "./online-refund-dialog";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";

interface TripPaymentsProps {
  id: string;
  /** The trip's version. Another version has other payments. */
  version: number;
  /** Whether the viewer may reverse a wrong record. */
  mayReverse: boolean;
}

/** The payments, refunds and waivers of a trip, with a button to reverse a wrong one. */
export function TripPayments({ id, version, mayReverse }: TripPaymentsProps) {
  const { api, call } = useOffice();
  const [payments, setPayments] = useState<readonly Payment[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [paymentToReverse, setPaymentToReverse] = useState<Payment | null>(null);
  const [paymentToRefund, setPaymentToRefund] = useState<Payment | null>(null);
  const path = api.admin.reservations[":id"].payments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the trip has other payments
  useEffect(() => {
    let isUnmounted = false;
    call(path.$get({ param: { id } })).then(
      ({ money }) => {
        if (isUnmounted) return;
        setFailure(null);
        setPayments(money.payments);
      },
      (error) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [id, version, call]);
  if (failure)
    return (
      <div className="mt-3">
        <NoticeBanner tone="danger">The payments could not be loaded. {failure}</NoticeBanner>
      </div>
    );
  if (payments.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2 border-line border-t pt-3">
      {payments.map((payment) => (
        <li
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          key={payment.id}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="block">
              {titleOf(payment)} <PaymentStatus payment={payment} />
            </span>
            <span className="block text-ink-muted text-sm">{detailsOf(payment)}</span>
          </span>
          <span className="flex items-center gap-3">
            <span className="tabular-nums">
              {formatMoney(payment.amountMinor, payment.currency)}
            </span>
            {mayReverse && payment.reversal === "none" && payment.provider === null && (
              <Button onClick={() => setPaymentToReverse(payment)} size="small" variant="secondary">
                Reverse
              </Button>
            )}
            {mayReverse && isRefundableOnline(payment) && (
              <Button onClick={() => setPaymentToRefund(payment)} size="small" variant="secondary">
                Refund
              </Button>
            )}
          </span>
        </li>
      ))}
      {paymentToRefund && (
        <OnlineRefundDialog
          id={id}
          onClose={() => setPaymentToRefund(null)}
          payment={paymentToRefund}
          version={version}
        />
      )}
      {paymentToReverse && (
        <ReasonDialog
          busyLabel="Reversing..."
          confirmLabel="Reverse"
          onClose={() => setPaymentToReverse(null)}
          onConfirm={async (reason) => {
            const param = { id, paymentId: paymentToReverse.id };
            await call(path[":paymentId"].reversal.$post({ param, json: { version, reason } }));
            showToast("success", "Reversed");
            setPaymentToReverse(null);
          }}
          reasonHint="Only your team sees this."
          reasonLabel="Reason"
          missingReasonText="Give a short reason."
          title={`Reverse this entry of ${formatMoney(paymentToReverse.amountMinor, paymentToReverse.currency)}?`}
        >
          <p>The entry stays. We’ll add a second entry with the opposite amount.</p>
        </ReasonDialog>
      )}
    </ul>
  );
}

/** Returns whether a provider took the payment and can refund it. */
const isRefundableOnline = ({ kind, provider, state }: Payment) =>
  (kind === "charge" || kind === "capture") && state === "succeeded" && canRefundOnline(provider);

function titleOf({ kind, method, amountMinor }: Payment): string {
  const isOutgoing = kind === "refund" || kind === "release";
  const entryText = entryWords({ kind, reversed: isOutgoing ? amountMinor > 0 : amountMinor < 0 });
  return method ? `${entryText}, ${methodWords[method].toLowerCase()}` : entryText;
}

function detailsOf({ paidOn, heldBy, reference, reason, recordedBy }: Payment): string {
  return [formatDay(paidOn), heldBy && `held by ${heldBy.name}`, reference, reason, recordedBy]
    .filter(Boolean)
    .join(", ");
}

function PaymentStatus({ payment }: { payment: Payment }) {
  if (payment.reversal === "reversed") return <Badge>Reversed</Badge>;
  if (payment.state === "pending") return <Badge>Pending</Badge>;
  if (payment.state === "failed") return <Badge tone="danger">Failed</Badge>;
  return payment.state === "expired" ? <Badge>Expired</Badge> : null;
}
