import type { Reservation } from "../../src/reservations/contract";
import { extraHoldOf } from "../../src/reservations/prepaying/prepay-rules";
import { useOffice } from "../office/calls";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PayLinkActions } from "../trip-acts/pay-link-acts";

type PayableTrip = Pick<Reservation, "id" | "version" | "dueMinor" | "currency" | "prepayment">;

/** Shows what is paid before the trip. Asks the rider to pay with a link, sends it again and revokes it. */
export function PayLinkPart({ reservation }: { reservation: PayableTrip }) {
  return (
    <>
      <PrepaymentNote reservation={reservation} />
      <div className="mt-3 border-line border-t pt-3 empty:hidden">
        <PayLinkActions reservation={reservation} />
      </div>
    </>
  );
}

/** The amount requested before the trip, and its state. */
function PrepaymentNote({ reservation: { prepayment, currency } }: { reservation: PayableTrip }) {
  const { timeZone } = useOffice();
  if (!prepayment) return null;
  const { take, state, amountMinor, heldMinor, payBy, requestAt } = prepayment;
  const amount = formatMoney(state === "held" ? heldMinor : amountMinor, currency);
  const extraHoldMinor = extraHoldOf(prepayment);
  const amountName = { hold: "Hold", deposit: "Deposit", all: "Full price" }[take];
  const words = {
    later: `asked for ${requestAt ? formatMoment(requestAt, timeZone, "date-time") : "later"}`,
    waiting: payBy
      ? `not paid yet; cancelled ${formatMoment(payBy, timeZone, "date-time")} if it stays pending`
      : "asked for, not paid yet",
    held: `captured when the trip ends${
      extraHoldMinor > 0
        ? `; ${formatMoney(extraHoldMinor, currency)} more is asked for, since the price has risen`
        : ""
    }`,
    paid: "paid",
    lapsed: "not paid in time",
    closed: "closed",
  }[state];
  return (
    <p className="mt-3 border-line border-t pt-3">
      Payment before the trip: {amount}
      <span className="block text-ink-muted text-sm">
        {amountName}, {words}
      </span>
    </p>
  );
}
