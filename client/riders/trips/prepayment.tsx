import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { extraHoldOf } from "../../../src/reservations/prepaying/prepay-rules";
import { isOver } from "../../../src/reservations/rules";
import { type Api, read } from "../../api";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { NoticeBanner } from "../../ui/notice-banner";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";
import { useTripActions } from "./trip-actions";

/**
 * The prepayment: a link to the payment page while it is due, then what is paid or held. A rider who has just booked is
 * sent to the payment page at once.
 */
export default function Prepayment({
  api,
  trip,
  isJustBooked,
}: {
  api: Api;
  trip: Reservation;
  isJustBooked: boolean;
}) {
  const t = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const { act, busy, failure } = useTripActions();
  const { prepayment, id } = trip;
  const extraHoldMinor = prepayment ? extraHoldOf(prepayment) : 0;
  const isWaiting = (prepayment?.state === "waiting" || extraHoldMinor > 0) && !isOver(trip.state);
  const pay = () =>
    act(
      "pay",
      () => read(api.reservations[":id"].prepayment.$post({ param: { id } })),
      async ({ url }) => {
        // Replaces the address first, so that the browser's back button returns to the trip and stays there.
        await navigate({ to: "/trips/$id", params: { id }, search: {}, replace: true });
        if (url === null) await router.invalidate();
        else location.assign(url);
      },
    );
  const hasBeenRedirected = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for who comes from booking
  useEffect(() => {
    if (!isJustBooked || !isWaiting || hasBeenRedirected.current) return;
    hasBeenRedirected.current = true;
    void pay();
  }, []);
  if (!prepayment || isOver(trip.state)) return null;
  return (
    <Card className="grid gap-3">
      <p>{prepaymentText(trip, prepayment, t)}</p>
      {isWaiting && (
        <>
          <Button
            busy={busy}
            busyLabel={t("One moment...")}
            onClick={() => void pay()}
            size="large"
            wide
          >
            {prepayment.take === "hold"
              ? t("Hold {amount}", {
                  amount: formatMoney(prepayment.togetherMinor, trip.currency, t),
                })
              : t("Pay {amount}", {
                  amount: formatMoney(prepayment.togetherMinor, trip.currency, t),
                })}
          </Button>
          {failure && (
            <div role="alert">
              <NoticeBanner tone="danger">{failure}</NoticeBanner>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

function prepaymentText(
  { currency, timeZone, fareMinor }: Reservation,
  prepayment: NonNullable<Reservation["prepayment"]>,
  t: Say,
): string {
  const { state, take, amountMinor, heldMinor, togetherMinor, payBy, requestAt } = prepayment;
  const isOpen = state === "waiting" || state === "later";
  const displayedMinor = state === "held" ? heldMinor : isOpen ? togetherMinor : amountMinor;
  const amount = formatMoney(displayedMinor, currency, t);
  const extraHoldMinor = extraHoldOf(prepayment);
  const captureText = t("After the trip, we’ll charge its price and release the rest.");
  switch (state) {
    case "waiting": {
      const deadline = payBy && formatMoment(payBy, timeZone, "time");
      if (take === "hold")
        return [
          t("Please let us hold {amount} on your card. Nothing is taken before the trip.", {
            amount,
          }),
          deadline &&
            t("Without this hold, we’ll cancel the booking at {time}, at no cost.", {
              time: deadline,
            }),
        ]
          .filter(Boolean)
          .join(" ");
      return [
        t("{amount} is paid online before the trip.", { amount }),
        deadline &&
          t("Without payment, we’ll cancel the booking at {time}, at no cost.", { time: deadline }),
      ]
        .filter(Boolean)
        .join(" ");
    }
    case "later":
      return t("From {day}, we’ll ask you to pay {amount} online or let us hold it on your card.", {
        amount,
        day: requestAt ? formatMoment(requestAt, timeZone, "weekday", t) : "",
      });
    case "held":
      return [
        t("{amount} is held on your card.", { amount }),
        captureText,
        ...(extraHoldMinor > 0
          ? [
              t("The price has risen."),
              t("Please let us hold {amount} on your card. Nothing is taken before the trip.", {
                amount: formatMoney(extraHoldMinor, currency, t),
              }),
            ]
          : []),
      ].join(" ");
    case "paid":
    case "lapsed":
    case "closed":
      return amountMinor < fareMinor
        ? t("{amount} is paid. The rest is paid in the car.", { amount })
        : t("{amount} is paid.", { amount });
  }
}
