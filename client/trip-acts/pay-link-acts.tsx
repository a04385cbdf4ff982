import { type ComponentProps, useEffect, useState } from "react";
import type { Invoice } from "../../src/invoices/contract";
import type { PayLink, PayLinkAnswer } from "../../src/payments/links/link-contract";
import type { Reservation } from "../../src/reservations/contract";
import { FormFailure } from "../forms/form";
import { useOffice } from "../office/calls";
import { useCopyToClipboard } from "../office/use-copy-to-clipboard";
import { lazy } from "../lazy";
import { usePermission } from "../office/use-permission";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { showToast } from "../ui/toasts";

const ChargeCardDialog = lazy(async () => (await import("./charge-card-dialog")).ChargeCardDialog);

/** The payment link of a trip. Renders nothing if no provider is connected. */
export function PayLinkActions({
  reservation: { id, version, vehicles, currency, dueMinor },
}: {
  reservation: Pick<Reservation, "id" | "version" | "dueMinor" | "currency" | "vehicles">;
}) {
  // Several vehicles of one booking are paid together, so their amounts are added.
  const totalDueMinor = vehicles?.reduce((sum, one) => sum + Math.max(0, one.dueMinor), 0);
  return (
    <LinkActions
      currency={currency}
      dueMinor={totalDueMinor ?? dueMinor}
      id={id}
      of="reservations"
      reservation={{ id, version, currency, dueMinor }}
      seen={version}
    />
  );
}

/** The payment link of an invoice. Renders nothing if no provider is connected. */
export function InvoiceLinkActions({
  invoice: { id, currency, balanceMinor, mail },
}: {
  invoice: Pick<Invoice, "id" | "currency" | "balanceMinor" | "mail">;
}) {
  return (
    <LinkActions
      currency={currency}
      dueMinor={balanceMinor}
      id={id}
      of="invoices"
      seen={mail?.at}
    />
  );
}

/** Makes a payment link and sends it, sends it again, copies it, or revokes it. */
function LinkActions({
  of,
  id,
  seen,
  dueMinor,
  currency,
  reservation,
}: {
  of: "reservations" | "invoices";
  id: string;
  /** A value that changes when the link may have ended, so that it is loaded again. */
  seen: number | string | undefined;
  dueMinor: number;
  currency: string;
  /** The trip whose rider's saved cards can be charged instead. */
  reservation?: ComponentProps<typeof ChargeCardDialog>["reservation"];
}) {
  const canRequestPayment = usePermission(of === "invoices" ? "billing.manage" : "trips.settle");
  const { api, call, timeZone } = useOffice();
  const [answer, setAnswer] = useState<PayLinkAnswer | null>(null);
  const [isCharging, setIsCharging] = useState(false);
  const actions = useStaffActions();
  const { message, copy } = useCopyToClipboard(
    answer?.link?.url ?? "",
    "Send the link from here instead of copying it.",
  );
  const path = api.admin[of][":id"]["pay-link"];
  const param = { id };
  const load = () => {
    let isUnmounted = false;
    call(path.$get({ param: { id } })).then(
      (loadedAnswer) => {
        if (!isUnmounted) setAnswer(loadedAnswer);
      },
      // The trip itself has the amounts, and the next load brings the buttons.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment may have ended its link
  useEffect(load, [id, seen, dueMinor, call]);
  const notifyAndShow = (words: string) => (linkAnswer: PayLinkAnswer) => {
    setAnswer(linkAnswer);
    showToast("success", words);
  };
  const make = () =>
    actions.act(
      "make",
      () => call(path.$post({ param, json: { send: true } })),
      notifyAndShow("Link sent"),
    );
  const send = () =>
    actions.act(
      "send",
      () => call(path.message.$post({ param })),
      notifyAndShow("Link sent again"),
    );
  const revoke = () =>
    actions.act("revoke", () => call(path.$delete({ param })), notifyAndShow("Link revoked"));
  if (!answer || (!answer.link && (!answer.canPay || dueMinor <= 0 || !canRequestPayment)))
    return null;
  const { link, cards } = answer;
  return (
    <div className="grid gap-2">
      {link ? (
        <p>
          {`Payment link for ${formatMoney(link.amountMinor, link.currency)}`}
          <span className="block text-ink-muted text-sm">{linkStateText(link, timeZone)}</span>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {link && (
          <Button onClick={() => void copy()} size="small" variant="secondary">
            Copy payment link
          </Button>
        )}
        {link && canRequestPayment && (
          <>
            <Button
              busy={actions.acting === "send"}
              disabled={actions.busy}
              onClick={() => void send()}
              size="small"
              variant="secondary"
            >
              {link.sentAt
                ? "Send again"
                : of === "invoices"
                  ? "Send to the company"
                  : "Send to the rider"}
            </Button>
            <Button
              busy={actions.acting === "revoke"}
              disabled={actions.busy}
              onClick={() => void revoke()}
              size="small"
              variant="quiet"
            >
              Revoke payment link
            </Button>
          </>
        )}
        {canRequestPayment && answer.canPay && dueMinor > 0 && link?.amountMinor !== dueMinor && (
          <Button
            busy={actions.acting === "make"}
            disabled={actions.busy}
            onClick={() => void make()}
            size="small"
            variant="secondary"
          >
            {`Ask for ${formatMoney(dueMinor, currency)} by link`}
          </Button>
        )}
        {canRequestPayment && reservation && reservation.dueMinor > 0 && cards.length > 0 && (
          <Button onClick={() => setIsCharging(true)} size="small" variant="secondary">
            Charge a saved card
          </Button>
        )}
      </div>
      <p className="text-ink-muted text-sm empty:hidden" role="status">
        {message}
      </p>
      <FormFailure form={actions} />
      {isCharging && reservation && (
        <ChargeCardDialog
          cards={cards}
          onClose={() => setIsCharging(false)}
          onFailed={load}
          reservation={reservation}
        />
      )}
    </div>
  );
}

function linkStateText({ sentAt, openedAt, expiresAt }: PayLink, timeZone: string): string {
  const at = (moment: string) => formatMoment(moment, timeZone, "date-time");
  return [
    sentAt ? `Sent ${at(sentAt)}` : "Not sent",
    openedAt ? `opened ${at(openedAt)}` : "not opened yet",
    `expires ${at(expiresAt)}`,
  ].join(", ");
}
