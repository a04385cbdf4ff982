/** Assigns a trip to a driver in one step, also from another driver, when it is dragged to another lane. */
import { eq } from "drizzle-orm";
import type { StoredTrip } from "../../../db/schema/reservations";
import { drivers } from "../../../db/schema/drivers";
import { vehicles } from "../../../db/schema/vehicles";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { notifyDriver } from "../../notifications/outbox";
import { announce, endOffersAndAssignment, moveReservation } from "../../reservations/actions";
import { momentText } from "../../settings/local-time";
import { assign, namesOf, assertAssignable } from "./assignment-actions";
import type { ReassignTrip } from "../board/day-contract";
import { driverVehicleRefusals } from "../queries";
import { loadTrip } from "../../reservations/trip-queries";
import { findRow } from "../../../db/rows";

/**
 * Assigns a trip that has not started to a driver: confirms it if pending, withdraws an open offer and unassigns the
 * current driver, all or nothing. 422 or 409 with the reasons if the driver cannot take it, 409 if it has changed in
 * the meantime, is in progress, or is already theirs.
 */
export async function reassignTrip(
  deps: Deps,
  actor: Actor,
  id: string,
  input: ReassignTrip,
): Promise<void> {
  const now = deps.now();
  const { row, others: formerDriverIds } = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    if (before.state === "assigned" && before.driverId === input.driverId)
      throw new AppError("reservation.illegal_transition");
    const { row: unassignedTrip, formerDriverIds } = releaseAssignment(
      deps,
      tx,
      before,
      actor,
      now,
    );
    const pair = {
      driverId: input.driverId,
      vehicleId: input.vehicleId ?? vehicleFor(tx, unassignedTrip, input.driverId),
    };
    assertAssignable(tx, unassignedTrip, pair);
    const row = assign(deps, tx, unassignedTrip, { ...pair, actor, now });
    for (const driverId of formerDriverIds) notifyFormerDriver(tx, deps, row, driverId);
    return { row, others: formerDriverIds };
  });
  announce(deps, row, formerDriverIds);
}

/** Returns the trip, confirmed and unassigned, and the drivers who had it or an offer for it. */
function releaseAssignment(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  actor: Actor,
  now: number,
): { row: StoredTrip; formerDriverIds: string[] } {
  const moveToConfirmed = (change: Partial<Parameters<typeof moveReservation>[3]> = {}) =>
    moveReservation(deps, tx, before, {
      to: "confirmed",
      actor,
      now,
      ...change,
    });
  const withdrawalReason = "assigned_to_another";
  switch (before.state) {
    case "confirmed":
      return { row: before, formerDriverIds: [] };
    case "pending":
      return { row: moveToConfirmed(), formerDriverIds: [] };
    case "offered": {
      const withdrawnDriverIds = endOffersAndAssignment(
        tx,
        before.id,
        now,
        "withdrawn",
        withdrawalReason,
      );
      return { row: moveToConfirmed(), formerDriverIds: withdrawnDriverIds };
    }
    case "assigned": {
      const event = { kind: "unassigned", withdrawalReason, ...namesOf(tx, before) } as const;
      endOffersAndAssignment(tx, before.id, now, "withdrawn", withdrawalReason);
      const row = moveToConfirmed({ changes: { driverId: null, vehicleId: null }, event });
      return { row, formerDriverIds: before.driverId ? [before.driverId] : [] };
    }
    default:
      throw new AppError("reservation.illegal_transition");
  }
}

/**
 * Returns the vehicle for a driver: their own if it can take the trip, else one of the booked class, else any that can.
 * If none can, it returns their own, so that the refusal names the reason.
 */
function vehicleFor(tx: Tx, row: StoredTrip, driverId: string): string {
  const driver = findRow(tx, drivers, { id: driverId });
  if (!driver) throw new AppError("request.not_found", { message: "This driver does not exist." });
  const isVehicleSuitable = (vehicleId: string) =>
    !driverVehicleRefusals(tx, row, driverId, vehicleId).some(({ code }) =>
      code.startsWith("vehicle."),
    );
  if (driver.vehicleId && isVehicleSuitable(driver.vehicleId)) return driver.vehicleId;
  const activeVehicles = tx
    .select({ id: vehicles.id, classId: vehicles.classId })
    .from(vehicles)
    .where(eq(vehicles.state, "active"))
    .orderBy(vehicles.plate)
    .all();
  const classPriority = (classId: string) => Number(classId === row.vehicleClassId);
  const availableVehicle = activeVehicles
    .toSorted((a, b) => classPriority(b.classId) - classPriority(a.classId))
    .find(({ id }) => isVehicleSuitable(id));
  const chosenVehicleId = availableVehicle?.id ?? driver.vehicleId ?? activeVehicles[0]?.id;
  if (!chosenVehicleId)
    throw new AppError("assignment.refused", { message: "No vehicle is in service." });
  return chosenVehicleId;
}

function notifyFormerDriver(tx: Tx, deps: Deps, row: StoredTrip, driverId: string): void {
  if (driverId === row.driverId) return;
  notifyDriver(tx, deps, driverId, (t) => ({
    reservationId: row.id,
    title: t("Trip {number} went to another driver", { number: row.number }),
    body: t("{time}, {pickup}. You don’t need to do anything.", {
      time: momentText(row.pickupAt, row.timeZone, t.language),
      pickup: row.pickupName,
    }),
  }));
}
