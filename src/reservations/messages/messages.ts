/** Notifies the people of a trip of each of its steps, in the transaction of the step. */
import type { offers } from "../../../db/schema/dispatch";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { formatMoney } from "../../settings/money-rules";
import { notifyDriver, queueDriverMessage } from "../../notifications/outbox";
import type { Message } from "../../notifications/message";
import { offerToDriver } from "../../notifications/texts/texts";
import {
  bookingCancelled,
  bookingChanged,
  bookingSplit,
  bookingConfirmed,
  bookingPriced,
  bookingReceived,
  driverArrived,
  driverAssigned,
  driverOnTheWay,
  priceRequested,
  type TripFacts,
} from "../../notifications/texts/trip-texts";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../../notifications/words/words";
import { momentText } from "../../settings/local-time";
import { ensureTrackingUrl } from "../links/link-actions";
import { codeToSend } from "../waiting/boarding-queries";
import type { ReservationState } from "../contract";
import { COMPANY_APPROVAL_ACTOR_ID } from "../event-rules";
import { notifyAffiliateOfChange } from "../farm-out/farm-out-actions";
import { prepaymentOf } from "../prepaying/prepay-queries";
import { payOf } from "../driver-pay-queries";
import { isOver } from "../rules";
import { tripsOfBooking } from "../vehicles/vehicle-queries";
import { isOtherPassenger, isOtherRide } from "../passenger-rules";
import { readOperator } from "../../settings/queries";
import {
  bookingFacts,
  factsWithCalendar,
  driverFacts,
  factsOf,
  isCancelledOrRejected,
  legFacts,
  vehicleFacts,
  factsOfVehicles,
  timeAndPlacesOf,
  receipt,
  receiptOfAllVehicles,
  prepaymentRequestOf,
  returnTripFacts,
} from "./message-facts";
import { notifyPeople } from "./people";

/** The step that was just written: the row after it, the state before it and the actor. */
type Step = {
  row: StoredTrip;
  from: ReservationState | null;
  actor: Actor;
  reason?: string;
  /** The return trip that was booked with it. One message covers both. */
  returnTrip?: StoredTrip | null;
  /** Sends the rider no message, because another one covers this step. With `all`, nobody but the drivers gets one. */
  quiet?: boolean | "all";
  /** Other vehicles of the booking that were cancelled with it. */
  tripsCancelledTogether?: readonly StoredTrip[];
};

/**
 * Queues the messages of a step for the people of the trip, and for its driver on an assignment or a cancellation.
 * Offers between dispatch and drivers send the rider no message.
 */
export function notifyOfStep(tx: Tx, deps: Deps, step: Step): void {
  const { row } = step;
  // No other message informs the passenger of a cancellation.
  if (!step.quiet || (row.state === "cancelled" && step.quiet !== "all"))
    notifyPeople(tx, deps, row, (trip) => stepMessage(tx, deps, step, trip), step.quiet === true);
  if (isCancelledOrRejected(row.state) && !step.quiet) notifyOfOtherVehicles(tx, deps, step);
  if (row.state === "cancelled" && row.driverId && step.actor.id !== row.driverId)
    notifyDriver(tx, deps, row.driverId, (t) => ({
      reservationId: row.id,
      title: t("Trip {number} was cancelled", { number: row.number }),
      body: `${momentText(row.pickupAt, row.timeZone, t.language)}, ${row.pickupName}`,
    }));
  if (row.state === "assigned" && row.driverId && step.actor.id !== row.driverId)
    notifyDriver(tx, deps, row.driverId, (t) => ({
      reservationId: row.id,
      title: t("You’ll drive trip {number}", { number: row.number }),
      body: `${momentText(row.pickupAt, row.timeZone, t.language)}, ${row.pickupName}`,
      href: `/driver/dashboard/trips/${row.id}`,
    }));
}

/**
 * Queues the confirmation or the receipt of the other vehicles of a booking, if it waited only for the vehicle that is
 * now cancelled or rejected.
 */
function notifyOfOtherVehicles(tx: Tx, deps: Deps, { row, from }: Step): void {
  const vehicles = tripsOfBooking(tx, row);
  const bookedVehicles = vehicles.filter(({ state }) => !isCancelledOrRejected(state));
  const lastVehicle = bookedVehicles.at(-1);
  if (!lastVehicle) return;
  if (bookedVehicles.every(({ state }) => isOver(state)))
    notifyPeople(tx, deps, lastVehicle, (trip) =>
      receiptOfAllVehicles(tx, deps, trip, lastVehicle, vehicles),
    );
  else if (from === "pending" && bookedVehicles.every(({ state }) => state !== "pending"))
    notifyPeople(tx, deps, lastVehicle, (trip) =>
      bookingConfirmed(
        factsWithCalendar(
          tx,
          deps,
          lastVehicle,
          bookingFacts(tx, deps, vehicles, lastVehicle, trip),
        ),
      ),
    );
}

/**
 * Queues the messages about a changed trip for its people and for the drivers: the one who drives it and one who no
 * longer does. With `splitInto`, the rider's message covers both trips. The passenger is notified if the ride differs
 * from `before`. A new passenger gets the whole confirmation.
 */
export function notifyOfChange(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  driverIds: readonly string[],
  {
    quiet = false,
    splitInto = null,
    before = null,
    flight = null,
  }: {
    /** Another message informs the rider. */
    quiet?: boolean;
    splitInto?: StoredTrip | null;
    before?: StoredTrip | null;
    /** The flight because of which the pickup was moved. */
    flight?: string | null;
  } = {},
): void {
  const isNewPassenger = before !== null && isOtherPassenger(before, row);
  const hasRideChanged = before !== null && isOtherRide(before, row);
  const isConfirmed = ["confirmed", "offered", "assigned"].includes(row.state);
  const changeMessage = (trip: TripFacts) => {
    const isPassenger = trip.bookedBy !== undefined;
    if (isPassenger && !(isNewPassenger ? isConfirmed : hasRideChanged)) return null;
    const vehicles = splitInto ? [] : tripsOfBooking(tx, row);
    const facts = factsWithCalendar(
      tx,
      deps,
      row,
      legFacts(vehicles, row, trip),
      splitInto ? [splitInto] : [],
    );
    if (isPassenger && isNewPassenger) return bookingConfirmed(facts);
    if (!splitInto) return bookingChanged(facts, flight);
    return bookingSplit(facts, [vehicleFacts(row, trip), vehicleFacts(splitInto, trip)]);
  };
  notifyPeople(tx, deps, row, changeMessage, quiet);
  notifyAffiliateOfChange(tx, deps, row);
  const driver = isNewPassenger && row.state === "assigned" ? driverFacts(tx, row) : null;
  if (driver)
    notifyPeople(tx, deps, row, (trip) =>
      trip.bookedBy === undefined ? null : driverAssigned(trip, driver),
    );
  for (const id of driverIds) {
    const isDriving = row.driverId === id;
    notifyDriver(tx, deps, id, (t) => ({
      reservationId: row.id,
      title: t("Trip {number} was changed", { number: row.number }),
      body: isDriving
        ? t("{time}, {pickup} to {dropoff}.", timeAndPlacesOf(row, t))
        : t("The trip is no longer yours."),
      ...(isDriving && { href: `/driver/dashboard/trips/${row.id}` }),
    }));
  }
}

/**
 * Queues the messages about a corrected price: the new receipt with the earlier price (minor units) for the rider, and
 * for the driver that their pay may have changed.
 */
export function notifyOfCorrection(tx: Tx, deps: Deps, row: StoredTrip, beforeMinor: number): void {
  sendCorrectedReceipt(tx, deps, row, beforeMinor);
  if (row.driverId)
    notifyDriver(tx, deps, row.driverId, (t) => ({
      reservationId: row.id,
      title: t("The price of trip {number} was corrected", { number: row.number }),
      body: readOperator(deps).showFareToDrivers
        ? t("{now}, no longer {before}.", {
            now: formatMoney(row.fareMinor, row.currency, t.language),
            before: formatMoney(beforeMinor, row.currency, t.language),
          })
        : t("Your pay may have changed."),
      href: `/driver/dashboard/trips/${row.id}`,
    }));
}

/** Queues the receipt of a corrected price. */
export function sendCorrectedReceipt(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  beforeMinor: number,
): void {
  notifyPeople(tx, deps, row, (trip) => receipt(tx, deps, trip, row, beforeMinor));
}

/** Queues the message about the driver and the car of a trip, if they become known after the assignment. */
export function notifyOfDriver(tx: Tx, deps: Deps, row: StoredTrip): void {
  const driver = driverFacts(tx, row);
  if (driver) notifyPeople(tx, deps, row, (trip) => driverAssigned(trip, driver));
}

/** Queues the offer of a trip to a driver, in the transaction that makes the offer. */
export function notifyOfOffer(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  offer: typeof offers.$inferInsert,
): void {
  const { driverId } = offer;
  const answerBy = (language: Language) => momentText(offer.expiresAt, row.timeZone, language);
  const url = `${deps.config.publicUrl}/driver/dashboard`;
  const earningsMinor = payOf(tx, row);
  const earningsText = (language: Language) =>
    earningsMinor === null ? null : formatMoney(earningsMinor, row.currency, language);
  const showsFare = readOperator(deps).showFareToDrivers;
  queueDriverMessage(
    tx,
    deps,
    driverId,
    (language) =>
      offerToDriver(
        { ...factsOf(deps, row, language), url },
        { answerBy: answerBy(language), earningsText: earningsText(language), showsFare },
      ),
    row.id,
  );
  notifyDriver(tx, deps, driverId, (t) => ({
    reservationId: row.id,
    title: t("New offer: trip {number}", { number: row.number }),
    body: [
      t("{time}, {pickup} to {dropoff}. Answer by {until}.", {
        ...timeAndPlacesOf(row, t),
        until: answerBy(t.language),
      }),
      earningsMinor !== null && t("You earn {amount}.", { amount: earningsText(t.language) ?? "" }),
    ]
      .filter(Boolean)
      .join(" "),
    href: "/driver/dashboard",
  }));
}

function stepMessage(
  tx: Tx,
  deps: Deps,
  { row, from, actor, reason, returnTrip, tripsCancelledTogether = [] }: Step,
  own: TripFacts,
): Message | null {
  const { language } = own;
  const vehicles = tripsOfBooking(tx, row);
  const isBooking = row.state === "pending" || (row.state === "confirmed" && from === "pending");
  const trip = isBooking ? bookingFacts(tx, deps, vehicles, row, own) : own;
  const bookedTrips = [...vehicles, ...(returnTrip ? tripsOfBooking(tx, returnTrip) : [])];
  const returnFacts = returnTrip ? returnTripFacts(returnTrip, language) : null;
  if (row.state === "quote") return priceRequested(trip, returnFacts);
  if (row.state === "pending") {
    const facts = factsWithCalendar(tx, deps, row, trip, returnTrip ? [returnTrip] : []);
    return from === "quote"
      ? bookingPriced(facts)
      : bookingReceived(facts, returnFacts, prepaymentRequestOf(tx, bookedTrips, language));
  }
  if (row.state === "confirmed" && from === "pending")
    // All vehicles of a booking share one confirmation, sent with the last of them.
    return vehicles.some(({ state }) => state === "pending")
      ? null
      : bookingConfirmed(factsWithCalendar(tx, deps, row, trip));
  if ((row.state === "completed" && from !== "settled") || row.state === "no_show")
    return receiptOfAllVehicles(tx, deps, trip, row, vehicles);
  if (row.state === "cancelled" || row.state === "rejected") {
    // A passenger gets no message about a booking before it is confirmed, so none about its cancellation.
    const isUnannouncedBooking =
      own.bookedBy !== undefined && (from === "pending" || from === "quote");
    if (isUnannouncedBooking) return null;
    const all = [row, ...tripsCancelledTogether];
    const feeMinor = all.reduce((sum, one) => sum + (one.cancellationFeeMinor ?? 0), 0);
    const facts = tripsCancelledTogether.length > 0 ? factsOfVehicles(all, row, trip) : trip;
    return bookingCancelled(factsWithCalendar(tx, deps, row, facts, tripsCancelledTogether), {
      by: actor.kind === "rider" ? "rider" : "us",
      fee: feeMinor > 0 ? formatMoney(feeMinor, row.currency, language) : null,
      ...(reason &&
        (actor.kind === "admin" || actor.id === COMPANY_APPROVAL_ACTOR_ID) && { reason }),
      ...(!reason &&
        actor.id === COMPANY_APPROVAL_ACTOR_ID && {
          reason: wordsIn(language).approval.unanswered(actor.name),
        }),
      ...(actor.kind === "system" &&
        prepaymentOf(tx, row.id)?.state === "lapsed" && {
          reason: wordsIn(language).notPaidInTime,
        }),
    });
  }
  const driver = driverFacts(tx, row);
  if (!driver) return null;
  if (row.state === "assigned") return driverAssigned(trip, driver);
  if (row.state === "en_route") {
    const url = ensureTrackingUrl(deps, tx, row.id) ?? trip.url;
    const { id, driverId } = row;
    // A passenger for whom somebody else booked cannot see the code on a page, so the message has it.
    const riderId = trip.bookedBy === undefined ? row.riderId : null;
    const code = driverId ? codeToSend(deps, tx, { id, driverId, riderId }) : null;
    return driverOnTheWay({ ...trip, url }, driver, code);
  }
  if (row.state === "on_location") return driverArrived(trip, driver);
  return null;
}
