import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { PaymentDifference } from "../../src/payments/online/online-contract";
import { FormFailure } from "../forms/form";
import { useOffice } from "../office/calls";
import { ReasonDialog } from "../office/reason-dialog";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Chip } from "../ui/chip";
import { EmptyState } from "../ui/empty-state";
import { Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { PlainLink } from "../ui/plain-link";
import { showToast } from "../ui/toasts";
import { countText } from "../ui/trip-words";

const providers = { stripe: "Stripe", flutterwave: "Flutterwave", mtn_momo: "MTN MoMo" };

/** The differences between payment providers and the ledger. Each stays until somebody notes how it was resolved. */
export function DifferencesScreen({
  differences,
  isResolved,
}: {
  differences: readonly PaymentDifference[];
  /** Whether the resolved ones are shown. */
  isResolved: boolean;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const actions = useStaffActions();
  const [differenceToResolve, setDifferenceToResolve] = useState<PaymentDifference | null>(null);
  const checkNow = () =>
    actions.act(
      "look",
      () => call(api.admin.payments.reconciliation.$post()),
      async ({ checkedCount, silent: silentProviders }) => {
        const names = silentProviders.map((id) => providers[id]).join(", ");
        if (silentProviders.length > 0)
          showToast("error", `${names} did not answer. Try again later.`);
        else showToast("success", `${countText(checkedCount, "open payment")} checked`);
        await router.invalidate();
      },
    );
  const showDifferences = (resolved: boolean) =>
    void navigate({
      to: "/dispatch/dashboard/payment-differences",
      search: resolved ? { resolved: true } : {},
    });
  return (
    <>
      <PageHeader
        actions={
          <Button
            busy={actions.acting === "look"}
            busyLabel="Checking..."
            onClick={() => void checkNow()}
            size="small"
            variant="secondary"
          >
            Check open payments now
          </Button>
        }
        dense
        detail="Payments that differ between your payment providers and your books. Livery checks open payments every hour."
        title="Payment differences"
      />
      <FormFailure className="mb-4 grid gap-2 empty:hidden" form={actions} />
      <div className="mb-4 flex gap-2">
        <Chip
          count={null}
          label="Open"
          onPress={() => showDifferences(false)}
          isPressed={!isResolved}
        />
        <Chip
          count={null}
          label="Resolved"
          onPress={() => showDifferences(true)}
          isPressed={isResolved}
        />
      </div>
      <Card flush>
        {differences.length === 0 ? (
          <EmptyState title={isResolved ? "No resolved differences yet" : "No differences"}>
            {isResolved
              ? "Differences appear here after somebody has marked them as resolved."
              : "A payment appears here if its amount or currency is wrong, if it was made twice or if it is disputed. You’ll also get an e-mail."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {differences.map((one) => (
              <Difference
                key={one.id}
                onResolve={isResolved ? null : () => setDifferenceToResolve(one)}
                row={one}
              />
            ))}
          </ul>
        )}
      </Card>
      {differenceToResolve && (
        <ReasonDialog
          busyLabel="Saving..."
          confirmLabel="Mark as resolved"
          onClose={() => setDifferenceToResolve(null)}
          onConfirm={async (note) => {
            const param = { id: differenceToResolve.id };
            const path = api.admin["payment-differences"][":id"].resolution;
            await call(path.$post({ param, json: { note } }));
            setDifferenceToResolve(null);
            showToast("success", "Resolved");
            await router.invalidate();
          }}
          reasonLabel="What was done"
          missingReasonText="Say what was done."
          title="Mark this difference as resolved?"
        >
          <p>{differenceToResolve.detail}</p>
        </ReasonDialog>
      )}
    </>
  );
}

function Difference({
  row: { title, detail, provider, reference, trip, invoice, expected, found, foundAt, resolved },
  onResolve,
}: {
  row: PaymentDifference;
  onResolve: (() => void) | null;
}) {
  const { timeZone } = useOffice();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 max-w-2xl">
        <p className="font-medium">{title}</p>
        <p className="text-ink-muted text-sm">{resolved ? resolved.note : detail}</p>
        <p className="mt-1 break-all text-ink-muted text-sm">
          <Moment at={foundAt} timeZone={timeZone} />, {providers[provider]}, {reference}
          {resolved && `, resolved by ${resolved.by}`}
        </p>
        {trip && (
          <PlainLink
            className="underline underline-offset-4"
            href={`/dispatch/dashboard/reservation/${trip.id}`}
          >
            Reservation {trip.number}
          </PlainLink>
        )}
        {invoice && (
          <PlainLink
            className="underline underline-offset-4"
            href={`/dispatch/dashboard/invoices/${invoice.id}`}
          >
            Invoice {invoice.number}
          </PlainLink>
        )}
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 text-sm">
        {expected && <dt className="text-ink-muted">Requested</dt>}
        {expected && (
          <dd className="figures text-end">
            {formatMoney(expected.amountMinor, expected.currency)}
          </dd>
        )}
        {found && <dt className="text-ink-muted">At the provider</dt>}
        {found && (
          <dd className="figures text-end">{formatMoney(found.amountMinor, found.currency)}</dd>
        )}
      </dl>
      {onResolve && (
        <Button onClick={onResolve} size="small" variant="secondary">
          Mark as resolved
        </Button>
      )}
    </li>
  );
}
