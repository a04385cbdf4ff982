/** Applies the state of a booking in an affiliate's own Livery to the trip here. */
import type { Db } from "../../../db/open";
import { findRow, updateRow } from "../../../db/rows";
import { farmOuts, type StoredFarmOut } from "../../../db/schema/affiliates";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../../deps";
import { pickupTimes } from "../../dispatch/changes/trip-amount-queries";
import { AppError } from "../../errors";
import { recordStaffNews } from "../../notifications/staff/staff-notification-actions";
import { announce } from "../../reservations/actions";
import type { PartnerReservation } from "../../reservations/contract";
import { canMove, isOver } from "../../reservations/rules";
import { loadTrip } from "../../reservations/trip-queries";
import { endOffer, handBackToDispatch } from "../actions";
import { accept, saveDriverAndVehicle, takeStep, noShowWaitAt } from "../link-actions";
import { UNNAMED_DRIVER } from "../sweep-actions";
import { billedByPeer, stepTakenAt, priceRefusal, stepsBetween } from "./peer-rules";

/**
 * How often the customer is notified of a new driver at most, so that changes there do not cause a message at each
 * check.
 */
const DRIVER_NOTICE_INTERVAL_MS = 5 * 60_000;

type FarmedOutTrip = { farmOut: StoredFarmOut; trip: StoredTrip };

/** Returns the current offer and its trip. */
export function readFarmOutAndTrip(tx: Db | Tx, id: string): [StoredFarmOut, StoredTrip] {
  const farmOut = findRow(tx, farmOuts, { id });
  if (!farmOut) throw new AppError("request.not_found");
  return [farmOut, loadTrip(tx, { actor: SYSTEM_ACTOR, id: farmOut.reservationId })];
}

/** Applies the state of the booking there: accepted or declined, driver and car, and each step. */
export async function applyPeerBooking(
  deps: Deps,
  id: string,
  booking: PartnerReservation,
): Promise<void> {
  const { state } = booking;
  const rows = await deps.write((tx) => {
    const changedTrips: StoredTrip[] = [];
    const addChangedTrip = (row: StoredTrip | null) => {
      if (row) changedTrips.push(row);
    };
    const readCurrent = () => {
      const [farmOut, trip] = readFarmOutAndTrip(tx, id);
      return { farmOut, trip };
    };
    const { farmOut: farmOutBefore, trip: tripBefore } = readCurrent();
    if (tripBefore.farmOutId !== id) return changedTrips;
    const peerMinor = billedByPeer(booking);
    updateRow(tx, farmOuts, id, { peerMinor });
    if (state === "cancelled" || state === "rejected") {
      addChangedTrip(returnToDispatch(tx, deps, readCurrent(), booking));
      return changedTrips;
    }
    if (state === "quote" || state === "pending") return changedTrips;
    const reason = priceRefusal(farmOutBefore, peerMinor, booking.currency);
    if (farmOutBefore.state === "open" && reason !== null) {
      addChangedTrip(endOffer(tx, deps, farmOutBefore, tripBefore, "declined", reason));
      return changedTrips;
    }
    if (farmOutBefore.state === "open") addChangedTrip(accept(tx, deps, readCurrent()));
    // Dispatch must agree to a higher price.
    if (peerMinor < farmOutBefore.costMinor) updateRow(tx, farmOuts, id, { costMinor: peerMinor });
    const { driver, vehicle } = booking;
    if (driver && vehicle && !isOver(readCurrent().trip.state))
      addChangedTrip(
        saveDriverAndVehicle(
          tx,
          deps,
          readCurrent(),
          {
            driverName: shortLine(
              [driver.firstName, driver.lastName].filter(Boolean).join(" ") || UNNAMED_DRIVER,
              120,
            ),
            // Their Livery shows it only while the trip is under way.
            driverPhone: shortLine(driver.phone ?? readCurrent().farmOut.driverPhone, 40),
            plate: shortLine(vehicle.plate, 20),
            model: shortLine([vehicle.make, vehicle.model].filter(Boolean).join(" "), 80),
            color: shortLine(vehicle.color, 40),
          },
          DRIVER_NOTICE_INTERVAL_MS,
        ),
      );
    for (const to of stepsBetween(readCurrent().trip.state, state)) {
      const { farmOut, trip } = readCurrent();
      // No step may be earlier than the one before it, whatever their Livery reports.
      const earlierTimes = Object.values(pickupTimes(tx, trip.id)).map(
        (at) => at ?? trip.createdAt,
      );
      const stepAt = stepTakenAt(booking, to) ?? deps.now();
      const at = Math.min(Math.max(stepAt, ...earlierTimes), deps.now());
      if (to === "no_show" && noShowWaitAt(tx, deps, trip, at).minutesLeft > 0)
        leaveDisputeToDispatch(tx, deps, { farmOut, trip }, EARLY_NO_SHOW_TEXT);
      else addChangedTrip(takeStep(tx, deps, { farmOut, trip }, to, at));
    }
    return changedTrips;
  });
  for (const row of rows) announce(deps, row);
}

const EARLY_NO_SHOW_TEXT =
  "The affiliate reported a no-show before the waiting time had ended. Please call them, then record what happened.";

const CANCELLED_AT_PICKUP_TEXT =
  "The affiliate cancelled the trip at the pickup. Please call them, then record what happened.";

/**
 * Leaves a disputed no-show or cancellation to dispatch, and notifies them once. A no-show without waiting costs nobody
 * anything, and a driver who has arrived is not unassigned.
 */
function leaveDisputeToDispatch(
  tx: Tx,
  deps: Deps,
  { farmOut: { id, peerNote: savedNote }, trip }: FarmedOutTrip,
  peerNote: string,
): void {
  if (savedNote === peerNote) return;
  updateRow(tx, farmOuts, id, { peerNote });
  recordStaffNews(tx, deps, "late_driver", trip.id, trip.number);
}

/** Returns a text from another server as one line, no longer than an affiliate could type it. */
const shortLine = (text: string, maxLength: number) =>
  text.replace(/\s+/g, " ").trim().slice(0, maxLength);

/** Returns a trip to dispatch and notifies them, because the affiliate has cancelled or rejected it. */
function returnToDispatch(
  tx: Tx,
  deps: Deps,
  { farmOut, trip }: FarmedOutTrip,
  booking: PartnerReservation,
): StoredTrip | null {
  const { state } = booking;
  const reason =
    state === "rejected"
      ? "Rejected in the affiliate’s Livery"
      : "Cancelled in the affiliate’s Livery";
  if (farmOut.state === "open") return endOffer(tx, deps, farmOut, trip, "declined", reason);
  if (canMove(trip.state, "confirmed")) return handBackToDispatch(tx, deps, farmOut, trip, reason);
  const costMinor = Math.min(farmOut.costMinor, billedByPeer(booking));
  // The affiliate ended the trip, so no fee is owed unless dispatch agrees to one.
  updateRow(tx, farmOuts, farmOut.id, { reason, costMinor, feeMinor: 0 });
  if (!isOver(trip.state))
    leaveDisputeToDispatch(tx, deps, { farmOut, trip }, CANCELLED_AT_PICKUP_TEXT);
  return null;
}
