import { useEffect, useState } from "react";
import type { PayLink, PayLinkAnswer } from "../../src/payments/links/link-contract";
import type { Reservation } from "../../src/reservations/contract";
import { useOffice } from "../office/calls";
import { useCopy } from "../office/use-copy";
import { useMay } from "../office/use-may";
import { useStaffActs } from "../office/use-staff-form";
import { FormFailure } from "../forms/form";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { showToast } from "../ui/toasts";

type Asked = Pick<Reservation, "id" | "version" | "dueMinor" | "currency" | "prepayment">;

/** What is paid before the trip; asks the rider to pay by a link, sends it again and revokes it. */
export function PayLinkPart({ reservation }: { reservation: Asked }) {
  return (
    <>
      <Prepaid reservation={reservation} />
      <LinkPart reservation={reservation} />
    </>
  );
}

/** The amount requested before the trip, and its state. */
function Prepaid({ reservation: { prepayment, currency } }: { reservation: Asked }) {
  const { timeZone } = useOffice();
  if (!prepayment) return null;
  const { take, state, amountMinor, heldMinor, payBy, requestAt } = prepayment;
  const amount = formatMoney(state === "held" ? heldMinor : amountMinor, currency);
  const what = { hold: "Hold", deposit: "Deposit", all: "Whole price" }[take];
  const words = {
    later: `asked for ${requestAt ? formatMoment(requestAt, timeZone, "date-time") : "later"}`,
    waiting: payBy
      ? `not paid yet; cancelled ${formatMoment(payBy, timeZone, "date-time")} if it stays pending`
      : "asked for, not paid yet",
    held: "captured when the trip ends",
    paid: "paid",
    lapsed: "not paid in time",
    closed: "closed",
  }[state];
  return (
    <p className="mt-3 border-line border-t pt-3">
      Before the trip: {amount}
      <span className="block text-ink-muted text-sm">
        {what}, {words}
      </span>
    </p>
  );
}

/** The link; nothing where no provider is connected. */
function LinkPart({ reservation: { id, version, dueMinor, currency } }: { reservation: Asked }) {
  const mayAsk = useMay("trips.settle");
  const { api, call, timeZone } = useOffice();
  const [answer, setAnswer] = useState<PayLinkAnswer | null>(null);
  const acts = useStaffActs();
  const { said, copy } = useCopy(answer?.link?.url ?? "", "Send it again instead.");
  const path = api.admin.reservations[":id"]["pay-link"];
  const param = { id };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment of the trip may have ended its link
  useEffect(() => {
    let left = false;
    call(path.$get({ param: { id } })).then(
      (found) => {
        if (!left) setAnswer(found);
      },
      // The sums are of the trip itself, and the buttons come with the next look.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [id, version, call]);
  const done = (words: string) => (found: PayLinkAnswer) => {
    setAnswer(found);
    showToast("success", words);
  };
  const make = () =>
    acts.act("make", () => call(path.$post({ param, json: { send: true } })), done("Link sent"));
  const send = () =>
    acts.act("send", () => call(path.message.$post({ param })), done("Link sent again"));
  const revoke = () =>
    acts.act("revoke", () => call(path.$delete({ param })), done("Link revoked"));
  if (!answer || (!answer.link && (!answer.canPay || dueMinor <= 0 || !mayAsk))) return null;
  const { link } = answer;
  return (
    <div className="mt-3 grid gap-2 border-line border-t pt-3">
      {link ? (
        <p>
          Payment link for {formatMoney(link.amountMinor, link.currency)}
          <span className="block text-ink-muted text-sm">{standing(link, timeZone)}</span>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {link && (
          <Button onClick={() => void copy()} size="small" variant="secondary">
            Copy payment link
          </Button>
        )}
        {link && mayAsk && (
          <>
            <Button
              busy={acts.acting === "send"}
              disabled={acts.busy}
              onClick={() => void send()}
              size="small"
              variant="secondary"
            >
              {link.sentAt ? "Send again" : "Send to the rider"}
            </Button>
            <Button
              busy={acts.acting === "revoke"}
              disabled={acts.busy}
              onClick={() => void revoke()}
              size="small"
              variant="quiet"
            >
              Revoke payment link
            </Button>
          </>
        )}
        {mayAsk && answer.canPay && dueMinor > 0 && link?.amountMinor !== dueMinor && (
          <Button
            busy={acts.acting === "make"}
            disabled={acts.busy}
            onClick={() => void make()}
            size="small"
            variant="secondary"
          >
            Ask for {formatMoney(dueMinor, currency)} by link
          </Button>
        )}
      </div>
      <p className="text-ink-muted text-sm empty:hidden" role="status">
        {said}
      </p>
      <FormFailure form={acts} />
    </div>
  );
}

function standing({ sentAt, openedAt, expiresAt }: PayLink, timeZone: string): string {
  const at = (moment: string) => formatMoment(moment, timeZone, "date-time");
  return [
    sentAt ? `Sent ${at(sentAt)}` : "Not sent",
    openedAt ? `opened ${at(openedAt)}` : "not opened yet",
    `expires ${at(expiresAt)}`,
  ].join(", ");
}
