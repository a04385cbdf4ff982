/**
 * The rules of what operator and driver owe each other. A trip adds the driver's pay and subtracts what the driver
 * received from the passenger, in cash or on the driver's own card terminal. The operator only passes on gratuity and
 * tip: they count once they are paid, and on a company's account once the trip is settled. A trip belongs to the week
 * of its pickup (Monday to Sunday in the operator's time zone), an adjustment or a payment to the week of its entry.
 * Late ones belong to the next open week. If a trip changes after its statement, the next statement has the difference.
 * A statement's balance is the opening balance plus all parts, exact to the minor unit, and carries over to the next.
 * Each currency has a separate account.
 */
import type { PayLine } from "../fares/contract";
import { share } from "../fares/money-rules";
import type { Payment, ReservationState } from "../reservations/contract";

/** The owner of the card terminal. */
export type TerminalOwner = "operator" | "driver";

/** The facts of a trip that affect the driver's account. */
export type DriverAccountTrip = {
  state: ReservationState;
  payment: Payment;
  fareMinor: number;
  /** The amount paid for the trip, the part of it that the driver holds, and the amount waived. */
  paidMinor: number;
  heldMinor: number;
  waivedMinor: number;
  /** Whether the driver collects from the passenger and nobody has recorded yet what they received. */
  isUnconfirmed: boolean;
  /** The gratuity agreed with the fare and the tip given afterwards. Both are part of the fare. */
  gratuityMinor: number;
  tipMinor: number;
  /** The part of the tip that was paid online, separately from the ride. */
  paidTipMinor: number;
  /** The pay including all gratuity and tip; null if the prices of the trip are unknown. */
  payMinor: number | null;
  payLines: readonly PayLine[];
};

/** The result of a trip: the driver's pay and the passenger's money that the driver holds. */
type Due = { payMinor: number; heldMinor: number };

export const ZERO_DUE: Due = { payMinor: 0, heldMinor: 0 };

/** Returns how a trip ended, or null if it is in progress or never started. */
export function endingOf(state: ReservationState): "driven" | "cancelled" | "no_show" | null {
  if (state === "completed" || state === "settled") return "driven";
  return state === "cancelled" || state === "no_show" ? state : null;
}

/** Returns what a trip earns now, with the lines of the pay that count. The amounts are zero until the trip ends. */
export function dueOf(trip: DriverAccountTrip): Due & { payLines: PayLine[] } {
  const tripEnding = endingOf(trip.state);
  if (tripEnding === null) return { ...ZERO_DUE, payLines: [] };
  if (tripEnding !== "driven")
    return {
      payMinor: trip.payMinor ?? 0,
      heldMinor: trip.heldMinor,
      payLines: [...trip.payLines],
    };
  const assumedCashMinor = assumedCashOf(trip);
  return {
    ...earningsOf(trip, receivedTipsMinorOf(trip, trip.paidMinor + assumedCashMinor)),
    heldMinor: trip.heldMinor + assumedCashMinor,
  };
}

/**
 * Returns the amount that a collecting driver is assumed to hold until somebody records the received amount: everything
 * due except a tip. Otherwise a driver who reports nothing would keep the fare and be paid for the trip as well.
 */
function assumedCashOf(trip: DriverAccountTrip): number {
  const { isUnconfirmed, fareMinor, tipMinor, paidTipMinor, paidMinor, waivedMinor } = trip;
  const ridePaidMinor = paidMinor - Math.min(paidTipMinor, Math.max(0, paidMinor));
  return isUnconfirmed ? Math.max(0, fareMinor - tipMinor - ridePaidMinor - waivedMinor) : 0;
}

/**
 * Returns how much of gratuity and tip has arrived: everything that was paid beyond the ride, or on a company's account
 * everything once the trip is settled and so billed. It is never more than the rider was charged, because a fare may
 * have been refunded.
 */
function receivedTipsMinorOf(trip: DriverAccountTrip, paidMinor: number): number {
  const { state, payment, fareMinor, gratuityMinor, tipMinor } = trip;
  const tipAndGratuityMinor = gratuityMinor + tipMinor;
  const maxReceivedMinor = Math.min(tipAndGratuityMinor, Math.max(0, fareMinor));
  if (payment === "account") return state === "settled" ? maxReceivedMinor : 0;
  return Math.max(0, Math.min(maxReceivedMinor, paidMinor - (fareMinor - tipAndGratuityMinor)));
}

/** Returns the pay without the driver's share of gratuity and tip that haven't arrived. */
function earningsOf(trip: DriverAccountTrip, receivedTipsMinor: number) {
  const payLines = trip.payLines.flatMap((line): PayLine[] => {
    if (line.kind !== "gratuity_share") return [line];
    // The gratuity that the line is a share of may have been refunded since. It is then no longer part of the price, so
    // the line has no percentage.
    const { ofMinor } = line.params;
    if (receivedTipsMinor === ofMinor) return [line];
    const amountMinor = share(line.amountMinor, Math.min(receivedTipsMinor, ofMinor), ofMinor);
    return amountMinor > 0 ? [{ kind: "gratuity_part" as const, params: {}, amountMinor }] : [];
  });
  const total = (lines: readonly PayLine[]) =>
    lines.reduce((sum, line) => sum + line.amountMinor, 0);
  return {
    payLines,
    payMinor: (trip.payMinor ?? 0) - (total(trip.payLines) - total(payLines)),
  };
}

/** Returns the part of a trip that earlier statements don't contain. */
export function remainingDue(currentDue: Due, statedDue: Due): Due {
  return {
    payMinor: currentDue.payMinor - statedDue.payMinor,
    heldMinor: currentDue.heldMinor - statedDue.heldMinor,
  };
}

export type SummedLine = Due & { kind: "trip" | "correction" };
export type SummedEntry = { kind: EntryKind; amountMinor: number };
export type EntryKind = "bonus" | "damage" | "fuel" | "correction" | "payout" | "hand_in";

export type Sums = {
  openingMinor: number;
  payMinor: number;
  heldMinor: number;
  correctionsMinor: number;
  adjustmentsMinor: number;
  paymentsMinor: number;
  closingMinor: number;
};

/** Tells whether an entry moves money. Other entries only change what is owed. */
export function isPayment(kind: EntryKind): kind is "payout" | "hand_in" {
  return kind === "payout" || kind === "hand_in";
}

/** Returns the sum of lines and entries after the opening balance. */
export function accountSums(
  openingMinor: number,
  lines: readonly SummedLine[],
  entries: readonly SummedEntry[],
): Sums {
  const trips = lines.filter(({ kind }) => kind === "trip");
  const corrections = lines.filter(({ kind }) => kind === "correction");
  const total = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);
  const payMinor = total(trips.map((line) => line.payMinor));
  const heldMinor = total(trips.map((line) => line.heldMinor));
  const correctionsMinor = total(corrections.map((line) => line.payMinor - line.heldMinor));
  const amounts = (arePayments: boolean) =>
    total(
      entries
        .filter(({ kind }) => isPayment(kind) === arePayments)
        .map(({ amountMinor }) => amountMinor),
    );
  const adjustmentsMinor = amounts(false);
  const paymentsMinor = amounts(true);
  return {
    openingMinor,
    payMinor,
    heldMinor,
    correctionsMinor,
    adjustmentsMinor,
    paymentsMinor,
    closingMinor:
      openingMinor + payMinor - heldMinor + correctionsMinor + adjustmentsMinor + paymentsMinor,
  };
}

/** Returns what an entry adds to the amount that the operator owes: a payout subtracts, money handed in adds. */
export function paymentWithSign(kind: "payout" | "hand_in", amountMinor: number): number {
  return kind === "payout" ? -amountMinor : amountMinor;
}

/** How a statement's closing balance was settled by later payments. */
type StatementPaymentState = "even" | "open" | "partly" | "paid" | "carried_over";

/**
 * Returns whether the closing balance of a statement was paid. `paidMinor` is the sum of payments after it and before
 * the next statement, positive if they reduce the balance. The rest was carried over to the next statement.
 */
export function paymentStateOf(
  closingMinor: number,
  paidMinor: number,
  isFollowed: boolean,
): StatementPaymentState {
  if (closingMinor === 0) return "even";
  if (paidMinor >= Math.abs(closingMinor)) return "paid";
  if (isFollowed) return "carried_over";
  return paidMinor > 0 ? "partly" : "open";
}

/** Returns the Monday on or before a calendar day. */
function mondayOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** Returns the Monday of the week of an instant (ms UTC) in a time zone. */
export function mondayAt(at: number, timeZone: string): string {
  const localTime = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return mondayOf(localTime.toPlainDate().toString());
}

/** Returns the Monday after a Monday. */
export function nextMonday(monday: string): string {
  return Temporal.PlainDate.from(monday).add({ days: 7 }).toString();
}

/** Returns the instant (ms UTC) at which a week begins in a time zone. */
export function weekStartsAt(monday: string, timeZone: string): number {
  return Temporal.PlainDate.from(monday).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Returns the week of an item: the one it belongs to, or the first open week. */
export function statementWeekOf(
  at: number,
  timeZone: string,
  lastClosedWeek: string | null,
): string {
  const ownMonday = mondayAt(at, timeZone);
  if (lastClosedWeek === null || ownMonday > lastClosedWeek) return ownMonday;
  return nextMonday(lastClosedWeek);
}
