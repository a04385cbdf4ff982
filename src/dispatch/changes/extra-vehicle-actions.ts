/** Adds a vehicle to a booking for dispatch. To remove one, its reservation is cancelled. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, changeReservation } from "../../reservations/actions";
import { joinApprovalRequest } from "../../reservations/approvals/approval-actions";
import { bookTrip } from "../../reservations/book-vehicles-actions";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";
import { notifyOfChange } from "../../reservations/messages/messages";
import { readSignedQuote, quoteTrip } from "../../reservations/quotes/quotes";
import { canAddVehicle } from "../../reservations/split-rules";
import { readStartTime } from "../../reservations/start-queries";
import { loadTrip } from "../../reservations/trip-queries";
import { MAX_VEHICLES } from "../../reservations/quotes/quote-contract";
import { tripsOfBooking } from "../../reservations/vehicles/vehicle-queries";
import { tripOf } from "./change-actions";
import { paymentInputOf, sharedColumns, confirmPart } from "./split-actions";
import type { AddVehicle, ExtraVehicleQuote, ExtraVehicleRequest } from "./extra-vehicle-contract";

type StaffActor = Actor & { kind: "admin"; id: string };

/**
 * Prices a further vehicle at current prices. 404 if the reservation does not exist, 409 if it has changed in the
 * meantime or cannot have another vehicle, 422 if no class carries that many.
 */
export async function quoteExtraVehicle(
  deps: Deps,
  actor: StaffActor,
  id: string,
  { version, ...load }: ExtraVehicleRequest,
  signal?: AbortSignal,
): Promise<ExtraVehicleQuote> {
  const row = assertCanAddVehicle(deps, deps.db, loadTrip(deps.db, { actor, id, version }));
  const { promotionCode: _, ...trip } = tripOf(row);
  const { quote, expiresAt, currency, options } = await quoteTrip(
    deps,
    // Extras and the promotion were booked once, with the first vehicle.
    { ...trip, ...load, extras: [] },
    { riderId: row.riderId, byStaff: true, pickupAt: row.pickupAt, splitOf: id, signal },
  );
  return { quote, expiresAt, currency, options };
}

/**
 * Adds a vehicle as quoted: a separate reservation in the state of the first. The rider gets one message. Idempotent by
 * key. Returns the new reservation.
 */
export async function addVehicleByQuote(
  deps: Deps,
  actor: StaffActor,
  id: string,
  { version, quote: sealed, vehicleClassId }: AddVehicle,
  idempotencyKey: string | null,
): Promise<{ id: string; number: number }> {
  const now = deps.now();
  const quote = readSignedQuote(deps, sealed);
  const request = {
    accountId: actor.id,
    key: idempotencyKey,
    body: { id, version, sealed, vehicleClassId },
  };
  const addedVehicle = await deps.write((tx) => {
    const replayedId = replayed(tx, request);
    if (replayedId !== null)
      return { created: loadTrip(tx, { actor, id: replayedId }), changed: null };
    const before = assertCanAddVehicle(deps, tx, loadTrip(tx, { actor, id, version }));
    if (quote.splitOf !== id) throw new AppError("quote.refused");
    const booked = bookTrip(deps, tx, actor, {
      quote,
      vehicleClassId,
      riderId: before.riderId,
      now,
      pays: paymentInputOf(before),
      billsAnyPassenger: true,
      columns: sharedColumns(before),
      splitFrom: before,
    });
    const created = confirmPart(deps, tx, actor, booked, before, now);
    const changedTrip = changeReservation(deps, tx, before, {
      actor,
      now,
      changes: { orderId: created.orderId },
      event: { kind: "changed", splitInto: created.number, splitIntoId: created.id },
    });
    joinApprovalRequest(deps, tx, before, created, now);
    notifyOfChange(tx, deps, changedTrip, []);
    recordIdempotencyKey(tx, request, created.id, now);
    return { created, changed: changedTrip };
  });
  const { created, changed } = addedVehicle;
  for (const row of changed ? [created, changed] : []) announce(deps, row);
  return { id: created.id, number: created.number };
}

/**
 * Refuses another vehicle with 409 once the trip has begun or is invoiced, for care rides, and if the booking has the
 * maximum number of vehicles.
 */
function assertCanAddVehicle(deps: Deps, db: Tx | Deps["db"], row: StoredTrip): StoredTrip {
  const startsAt = readStartTime(deps, row);
  if (row.invoiceId !== null || !canAddVehicle({ ...row, startsAt }, deps.now()))
    throw new AppError("assignment.no_split");
  if (tripsOfBooking(db, row).length >= MAX_VEHICLES)
    throw new AppError("assignment.too_many_vehicles");
  return row;
}
