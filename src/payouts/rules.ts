/**
 * What operator and driver owe each other. A trip adds what the driver earns of it and takes what of its payments the
 * driver has. Gratuity and tip are the rider's money, which the operator only passes on: they count once they are paid,
 * and on a company's account once their trip is settled. A trip belongs to the week (Monday to Sunday on the operator's
 * clocks) of its pickup, an adjustment or a payment to that of its entry; what comes after its week was
 * closed belongs to the next open one. A trip that has changed since it stood on a statement stands on the
 * next one by the difference. A statement comes to what was carried over and all of its parts, to the
 * minor unit, and that is carried over to the next. Each currency is accounted for by itself.
 */
import type { PayLine } from "../fares/contract";
import { share } from "../fares/money-rules";
import type { Payment, ReservationState } from "../reservations/contract";

/** Whose card terminal it is that riders pay at. */
export type Terminal = "operator" | "driver";

/** What of a trip a driver's account depends on. */
export type AccountedTrip = {
  state: ReservationState;
  payment: Payment;
  fareMinor: number;
  /** What has arrived of its price, and what of that its driver has. */
  paidMinor: number;
  heldMinor: number;
  /** The gratuity that was agreed with the fare, and the tip that was given afterwards: parts of the fare. */
  gratuityMinor: number;
  tipMinor: number;
  /** With all of gratuity and tip; null where the prices of the trip are not known. */
  payMinor: number | null;
  payLines: readonly PayLine[];
};

/** What a trip comes to: what the driver earns, and what of the rider's money they hold. */
type Due = { payMinor: number; heldMinor: number };

export const NOTHING: Due = { payMinor: 0, heldMinor: 0 };

/** How a trip ended; null while it is under way or where it never was. */
export function endingOf(state: ReservationState): "driven" | "cancelled" | "no_show" | null {
  if (state === "completed" || state === "settled") return "driven";
  return state === "cancelled" || state === "no_show" ? state : null;
}

/** What a trip comes to as it stands, with the lines of the pay that count; nothing until it is over. */
export function dueOf(trip: AccountedTrip): Due & { payLines: PayLine[] } {
  const ending = endingOf(trip.state);
  if (ending === null) return { ...NOTHING, payLines: [] };
  const { heldMinor } = trip;
  if (ending !== "driven")
    return { payMinor: trip.payMinor ?? 0, heldMinor, payLines: [...trip.payLines] };
  return { ...earnedOf(trip, arrivedOf(trip)), heldMinor };
}

/**
 * What has arrived of gratuity and tip: of what was paid all beyond the ride, and of a company's trip all once it is
 * settled, for then it is billed. Never more than the rider was charged, for a fare may have been refunded.
 */
function arrivedOf(trip: AccountedTrip): number {
  const { state, payment, fareMinor, paidMinor, gratuityMinor, tipMinor } = trip;
  const givenMinor = gratuityMinor + tipMinor;
  const most = Math.min(givenMinor, Math.max(0, fareMinor));
  if (payment === "account") return state === "settled" ? most : 0;
  return Math.max(0, Math.min(most, paidMinor - (fareMinor - givenMinor)));
}

/** The pay without the driver's share of what has not arrived of gratuity and tip. */
function earnedOf(trip: AccountedTrip, arrivedMinor: number) {
  const payLines = trip.payLines.flatMap((line) => {
    if (line.kind !== "gratuity_share") return [line];
    // What the line is a share of may have been refunded since, and is no part of the price any more.
    const { ofMinor } = line.params;
    if (arrivedMinor === ofMinor) return [line];
    const amountMinor = share(line.amountMinor, Math.min(arrivedMinor, ofMinor), ofMinor);
    return amountMinor > 0 ? [{ kind: "gratuity_part" as const, params: {}, amountMinor }] : [];
  });
  const total = (lines: readonly PayLine[]) =>
    lines.reduce((sum, line) => sum + line.amountMinor, 0);
  return {
    payLines,
    payMinor: (trip.payMinor ?? 0) - (total(trip.payLines) - total(payLines)),
  };
}

/** What is to be stated still of a trip, after what earlier statements say of it. */
export function dueLeft(now: Due, stated: Due): Due {
  return {
    payMinor: now.payMinor - stated.payMinor,
    heldMinor: now.heldMinor - stated.heldMinor,
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

/** Whether money moves by an entry: all others only change what is owed. */
export function isPayment(kind: EntryKind): kind is "payout" | "hand_in" {
  return kind === "payout" || kind === "hand_in";
}

/** What lines and entries come to after what was carried over. */
export function sumsOf(
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
  const amounts = (wanted: boolean) =>
    total(
      entries
        .filter(({ kind }) => isPayment(kind) === wanted)
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

/** What an entry adds to what the operator owes: a payout takes from it, money handed in adds. */
export function signedPayment(kind: "payout" | "hand_in", amountMinor: number): number {
  return kind === "payout" ? -amountMinor : amountMinor;
}

/** How what a statement came to was settled, by the payments after it. */
type Standing = "even" | "open" | "partly" | "paid" | "carried_over";

/**
 * Whether what a statement came to was paid. `paidMinor` is what was paid after it and before the next one in
 * as they add to what the operator owes; with a next one whatever was left went over to it.
 */
export function standingOf(closingMinor: number, paidMinor: number, isFollowed: boolean): Standing {
  if (closingMinor === 0) return "even";
  if (paidMinor >= Math.abs(closingMinor)) return "paid";
  if (isFollowed) return "carried_over";
  return paidMinor > 0 ? "partly" : "open";
}

/** The Monday on or before a calendar day. */
function mondayOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** The Monday of the week in which an instant (ms UTC) lies on the clocks of a zone. */
export function mondayAt(at: number, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return mondayOf(zoned.toPlainDate().toString());
}

/** The Monday after a Monday. */
export function nextMonday(monday: string): string {
  return Temporal.PlainDate.from(monday).add({ days: 7 }).toString();
}

/** The instant (ms UTC) at which a week begins in a zone. */
export function weekStart(monday: string, timeZone: string): number {
  return Temporal.PlainDate.from(monday).toZonedDateTime(timeZone).epochMilliseconds;
}

/** The week that an item stands in: its own, or the first that is not closed. */
export function weekFor(at: number, timeZone: string, lastClosed: string | null): string {
  const own = mondayAt(at, timeZone);
  if (lastClosed === null || own > lastClosed) return own;
  return nextMonday(lastClosed);
}
