/** Assigns a trip to a driver and vehicle, and unassigns it. */
import { fullName } from "../../accounts/name-rules";
import { assignments } from "../../../db/schema/dispatch";
import { drivers } from "../../../db/schema/drivers";
import type { StoredTrip } from "../../../db/schema/reservations";
import { vehicles } from "../../../db/schema/vehicles";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, endOffersAndAssignment, moveReservation } from "../../reservations/actions";
import type { WithdrawalReason } from "../../reservations/event-contract";
import { affiliateOf, farmOutOf } from "../../reservations/farm-out/farm-out-queries";
import type { Refusal } from "../../reservations/refusal-contract";
import { isSameRefusal, refusalText, refusalsText } from "../../reservations/refusal-rules";
import { stopsOf } from "../../reservations/quotes/trip-facts";
import { occupiedTime, pointOf } from "../../reservations/rules";
import { storedTripPlaces } from "../../reservations/stored-trip";
import type { AssignReservation, OverrideAssignment } from "../contract";
import { driverVehicleRefusals } from "../queries";
import { overrideConsequence } from "../rules";
import { loadTrip } from "../../reservations/trip-queries";
import { findRow, insertRow } from "../../../db/rows";

/**
 * Assigns the trip at once. 422 with the reasons if the driver or the vehicle cannot take it, 409 if the reservation
 * has changed or a rule or the database finds an overlap.
 */
export async function assignReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: AssignReservation,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
    assertAssignable(tx, before, input);
    return assign(deps, tx, before, { ...input, actor, now });
  });
  announce(deps, row);
}

/**
 * Works like `assignReservation`, but overrides those refusals that were shown and may be overridden. The timeline and
 * the audit log keep what was overridden and why. 422 or 409 with the reasons for any other refusal.
 */
export async function overrideAssignment(
  deps: Deps,
  actor: Actor,
  id: string,
  input: OverrideAssignment,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
    const refusals = driverVehicleRefusals(tx, before, input.driverId, input.vehicleId);
    assertAssignable(
      tx,
      before,
      input,
      (refusal) =>
        overrideConsequence(refusal.code) !== null &&
        input.refusals.some((shown) => isSameRefusal(shown, refusal)),
    );
    const moved = assign(deps, tx, before, {
      ...input,
      actor,
      now,
      ...(refusals.length > 0 && {
        override: { refusals, reason: input.reason },
      }),
    });
    if (refusals.length > 0)
      appendAudit(tx, deps, {
        actor,
        action: "trip.overridden",
        subject: { kind: "trip", id },
        summary: `Overrode a rule to assign trip ${before.number}`,
        detail: {
          overridden: refusals.map(({ code }) => code).join(", "),
          reason: input.reason,
        },
      });
    return moved;
  });
  announce(deps, row);
}

/** Unassigns the driver of a trip that is `assigned`, or on the way after a breakdown. */
export async function unassignReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: { version: number; reason?: string | undefined },
): Promise<void> {
  const now = deps.now();
  const { row, driverId } = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    return { row: unassign(deps, tx, before, { ...input, actor, now }), driverId: before.driverId };
  });
  announce(deps, row, driverId ? [driverId] : []);
}

/** Works like `unassignReservation`, for a loaded row inside the caller's transaction. */
export function unassign(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  step: {
    actor: Actor;
    now: number;
    version?: number;
    reason?: string | undefined;
    withdrawalReason?: WithdrawalReason;
  },
): StoredTrip {
  if (before.state !== "assigned" && before.state !== "en_route")
    throw new AppError("reservation.illegal_transition");
  const moved = moveReservation(deps, tx, before, {
    to: "confirmed",
    actor: step.actor,
    now: step.now,
    changes: { driverId: null, vehicleId: null },
    reason: step.reason,
    event: {
      kind: "unassigned",
      ...(step.withdrawalReason && { withdrawalReason: step.withdrawalReason }),
      ...namesOf(tx, before),
    },
  });
  endOffersAndAssignment(tx, before.id, step.now, "withdrawn");
  return moved;
}

/**
 * Refuses an assignment unless it is overridden: 422 with the reasons, or 409 if the only reason is an overlap. Also
 * 409 while the trip waits for its passenger's call, or has a place that is not on the map.
 */
export function assertAssignable(
  tx: Tx,
  row: StoredTrip,
  pair: { driverId: string; vehicleId: string },
  isOverridden: (refusal: Refusal) => boolean = () => false,
): void {
  // The pickup time is a guess, so the driver would wait in vain.
  if (row.willCall) throw new AppError("reservation.waits_for_call");
  // An accepted quote may leave places in words, so the length of the trip is unknown too.
  if (stopsOf(storedTripPlaces(row)).some((stop) => pointOf(stop) === null))
    throw new AppError("trip.not_on_map");
  const refusals = driverVehicleRefusals(tx, row, pair.driverId, pair.vehicleId).filter(
    (refusal) => !isOverridden(refusal),
  );
  if (refusals.length === 0) return;
  const fields = Object.fromEntries(
    refusals.map((refusal) => [
      refusal.code.startsWith("driver") ? "driverId" : "vehicleId",
      refusalText(refusal),
    ]),
  );
  const overlap = refusals.find(({ code }) => code.endsWith(".overlap"));
  const code =
    refusals.length > 1 || !overlap
      ? "assignment.refused"
      : overlap.code === "driver.overlap"
        ? "assignment.driver_overlap"
        : "assignment.vehicle_overlap";
  throw new AppError(code, { message: `${refusalsText(refusals)}.`, fields });
}

/** Writes the assignment, which the database checks for overlaps, and the log entry. */
export function assign(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  input: {
    driverId: string;
    vehicleId: string;
    actor: Actor;
    now: number;
    at?: number | undefined;
    /** The overridden refusals and the reason. */
    override?: { refusals: readonly Refusal[]; reason: string };
  },
): StoredTrip {
  const { override } = input;
  const moved = moveReservation(deps, tx, before, {
    to: "assigned",
    actor: input.actor,
    now: input.now,
    at: input.at,
    changes: { driverId: input.driverId, vehicleId: input.vehicleId },
    reason: override?.reason,
    event: {
      kind: "assigned",
      ...namesOf(tx, input),
      ...(override && { overridden: [...override.refusals] }),
    },
  });
  try {
    insertRow(tx, assignments, {
      id: Bun.randomUUIDv7(),
      reservationId: before.id,
      driverId: input.driverId,
      vehicleId: input.vehicleId,
      ...occupiedTime(before),
      active: true,
      createdAt: input.now,
      overridden: override ? [...override.refusals] : null,
    });
  } catch (error) {
    throw overlapError(error) ?? error;
  }
  return moved;
}

/** Returns the database's overlap error as an `AppError`, or null for any other error. */
function overlapError(error: unknown): AppError | null {
  const texts = [error, error instanceof Error ? error.cause : null].map(String).join(" ");
  if (texts.includes("overlap.driver")) return new AppError("assignment.driver_overlap");
  if (texts.includes("overlap.vehicle")) return new AppError("assignment.vehicle_overlap");
  if (texts.includes("outage.vehicle")) return new AppError("assignment.vehicle_out_of_service");
  return null;
}

/** Returns the names of the driver and vehicle, or of the affiliate who has the trip, for the timeline. */
export function namesOf(
  tx: Tx,
  pair: { driverId: string | null; vehicleId: string | null; farmOutId?: string | null },
): { driver?: string; vehicle?: string; affiliate?: string } {
  const farmOut = farmOutOf(tx, { farmOutId: pair.farmOutId ?? null });
  if (farmOut) return { affiliate: affiliateOf(tx, farmOut).name };
  const driver = pair.driverId ? findRow(tx, drivers, { id: pair.driverId }) : undefined;
  const vehicle = pair.vehicleId ? findRow(tx, vehicles, { id: pair.vehicleId }) : undefined;
  return {
    ...(driver && { driver: fullName(driver) }),
    ...(vehicle && { vehicle: `${vehicle.make} ${vehicle.model}, ${vehicle.plate}` }),
  };
}
