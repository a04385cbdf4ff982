/** Giving a trip to a driver with a vehicle, and taking it from them. */
import { eq } from "drizzle-orm";
import { assignments } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import type { reservations } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import {
  announce,
  endCommitments,
  loadReservation,
  moveReservation,
} from "../reservations/actions";
import { occupiedTime } from "../reservations/rules";
import { staleReservation } from "../reservations/stale-queries";
import type { AssignReservation } from "./contract";
import { pairRefusals } from "./queries";

type Row = typeof reservations.$inferSelect;

/**
 * Gives the trip to a driver with a vehicle at once. 422 with the reasons when either can't take
 * it, 409 when the reservation has moved, or when rule or database finds an overlap.
 */
export async function assignReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: AssignReservation,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.version !== input.version)
      throw staleReservation(tx, before, { actor, version: input.version });
    if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
    refuseUnable(tx, before, input);
    return assign(deps, tx, before, { ...input, actor, now });
  });
  announce(deps, row);
}

/** Takes the driver off: from `assigned`, or on the way in a breakdown. */
export async function unassignReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: { version: number; reason?: string | undefined },
): Promise<void> {
  const now = deps.now();
  const { row, driverId } = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.version !== input.version)
      throw staleReservation(tx, before, { actor, version: input.version });
    return { row: takeOff(deps, tx, before, { ...input, actor, now }), driverId: before.driverId };
  });
  announce(deps, row, driverId ? [driverId] : []);
}

/** As `unassignReservation`, of a row at hand inside the caller's transaction; of its version unless said. */
export function takeOff(
  deps: Deps,
  tx: Tx,
  before: Row,
  step: { actor: Actor; now: number; version?: number; reason?: string | undefined },
): Row {
  if (before.state !== "assigned" && before.state !== "en_route")
    throw new AppError("reservation.illegal_transition");
  const moved = moveReservation(deps, tx, before, {
    to: "confirmed",
    actor: step.actor,
    now: step.now,
    version: step.version ?? before.version,
    changes: { driverId: null, vehicleId: null },
    reason: step.reason,
    detail: namesOf(tx, before),
  });
  endCommitments(tx, before.id, step.now, "withdrawn");
  return moved;
}

/**
 * 422, or 409 for an overlap alone, with the reasons when either can't take the trip; 409 while it waits
 * for its passenger's call.
 */
export function refuseUnable(
  tx: Tx,
  row: Row,
  pair: { driverId: string; vehicleId: string },
): void {
  // Its time is a guess: whoever was bound to it would wait for nobody.
  if (row.willCall) throw new AppError("reservation.waits_for_call");
  const refusals = pairRefusals(tx, row, pair.driverId, pair.vehicleId);
  if (refusals.length === 0) return;
  const fields = Object.fromEntries(
    refusals.map(({ code, text }) => [code.startsWith("driver") ? "driverId" : "vehicleId", text]),
  );
  const overlap = refusals.find(({ code }) => code.endsWith(".overlap"));
  const code =
    refusals.length > 1 || !overlap
      ? "assignment.refused"
      : overlap.code === "driver.overlap"
        ? "assignment.driver_overlap"
        : "assignment.vehicle_overlap";
  throw new AppError(code, { message: `${refusals.map((r) => r.text).join(". ")}.`, fields });
}

/** Binds driver and vehicle: the row that the database guards, and the step in the log. */
export function assign(
  deps: Deps,
  tx: Tx,
  before: Row,
  input: {
    driverId: string;
    vehicleId: string;
    version: number;
    actor: Actor;
    now: number;
    at?: number | undefined;
  },
): Row {
  const moved = moveReservation(deps, tx, before, {
    to: "assigned",
    actor: input.actor,
    now: input.now,
    at: input.at,
    version: input.version,
    changes: { driverId: input.driverId, vehicleId: input.vehicleId },
    detail: namesOf(tx, input),
  });
  try {
    tx.insert(assignments)
      .values({
        id: Bun.randomUUIDv7(),
        reservationId: before.id,
        driverId: input.driverId,
        vehicleId: input.vehicleId,
        ...occupiedTime(before),
        active: true,
        createdAt: input.now,
      })
      .run();
  } catch (error) {
    throw overlapError(error) ?? error;
  }
  return moved;
}

/** The database's own refusal in our words, or null when it was something else. */
function overlapError(error: unknown): AppError | null {
  const texts = [error, error instanceof Error ? error.cause : null].map(String).join(" ");
  if (texts.includes("overlap.driver")) return new AppError("assignment.driver_overlap");
  if (texts.includes("overlap.vehicle")) return new AppError("assignment.vehicle_overlap");
  if (texts.includes("outage.vehicle")) return new AppError("assignment.vehicle_out_of_service");
  return null;
}

/** Driver and vehicle by name, for the timeline. */
export function namesOf(
  tx: Tx,
  pair: { driverId: string | null; vehicleId: string | null },
): Record<string, string> {
  const driver = pair.driverId
    ? tx.select().from(drivers).where(eq(drivers.id, pair.driverId)).get()
    : undefined;
  const vehicle = pair.vehicleId
    ? tx.select().from(vehicles).where(eq(vehicles.id, pair.vehicleId)).get()
    : undefined;
  return {
    ...(driver && { driver: `${driver.firstName} ${driver.lastName}` }),
    ...(vehicle && { vehicle: `${vehicle.make} ${vehicle.model}, ${vehicle.plate}` }),
  };
}
