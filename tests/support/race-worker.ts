/**
 * One of the processes that race for a driver or a vehicle. It starts with the data folder and the kind of race:
 * `guarded` uses the real action, `accepting` accepts an offer, `naive` reads and then writes like code that forgets
 * other writers, and `outage` takes the vehicle out of service during the trip. It receives attempts by IPC and answers
 * each with its outcome.
 */
import { eq } from "drizzle-orm";
import { assignments } from "../../db/schema/dispatch";
import { reservations } from "../../db/schema/reservations";
import { acceptOffer } from "../../src/dispatch/assignment/offer-actions";
import { assignReservation } from "../../src/dispatch/assignment/assignment-actions";
import { driverVehicleRefusals } from "../../src/dispatch/queries";
import { AppError } from "../../src/errors";
import { loadTrip } from "../../src/reservations/trip-queries";
import { occupiedTime } from "../../src/reservations/rules";
import { planOutage } from "../../src/vehicles/outage-actions";
import { localTimeAt } from "../../src/settings/local-time";
import { readOperator } from "../../src/settings/queries";
import { openDeps } from "./deps";

/** One attempt at an assignment. All processes start it at `at`, in ms since 1970 with fractions. */
export type Attempt = { at: number; reservationId: string; driverId: string; vehicleId: string };

/** `won`, the code of the refusal, or the text of an unexpected error. */
export type Outcome = string;

const [folder = "", kind] = process.argv.slice(2);
const deps = openDeps(folder);
const { db } = deps;

/** Checks whether both are free, and only then opens the transaction that assigns them. */
async function assignByStaleCheck({ reservationId, driverId, vehicleId }: Attempt): Promise<void> {
  const row = loadTrip(db, { actor: { kind: "system" }, id: reservationId });
  const [refusal] = driverVehicleRefusals(db, row, driverId, vehicleId);
  if (refusal?.code === "driver.overlap") throw new AppError("assignment.driver_overlap");
  if (refusal) throw new AppError("assignment.vehicle_overlap");
  await deps.write((tx) => {
    tx.update(reservations)
      .set({ state: "assigned", driverId, vehicleId, version: row.version + 1 })
      .where(eq(reservations.id, reservationId))
      .run();
    tx.insert(assignments)
      .values({
        id: Bun.randomUUIDv7(),
        reservationId,
        driverId,
        vehicleId,
        ...occupiedTime(row),
        active: true,
        createdAt: Date.now(),
      })
      .run();
  });
}

/**
 * Takes the vehicle out of service during the trip. Returns `told` if the answer names the one trip in that time,
 * otherwise `out`.
 */
async function takeOutOfService({ reservationId, vehicleId }: Attempt): Promise<Outcome> {
  const { startsAt, endsAt } = occupiedTime(
    loadTrip(db, { actor: { kind: "system" }, id: reservationId }),
  );
  const { timeZone } = readOperator(deps);
  // The trips use the test's clock, which stands still, not this process's.
  const before = { ...deps, now: () => startsAt - 1 };
  const { trips } = await planOutage(before, dispatcher, vehicleId, {
    startsLocal: localTimeAt(startsAt, timeZone),
    endsLocal: localTimeAt(endsAt, timeZone),
    reason: "Brakes",
  });
  return trips.length === 1 ? "told" : "out";
}

const dispatcher = { kind: "admin", id: "dispatcher", name: "Dispatch" } as const;

async function attempt(move: Attempt): Promise<Outcome> {
  // A sleeping process would start some milliseconds late, so this loop waits without sleeping.
  while (performance.timeOrigin + performance.now() < move.at) {}
  try {
    if (kind === "outage") return await takeOutOfService(move);
    if (kind === "naive") await assignByStaleCheck(move);
    else if (kind === "accepting")
      await acceptOffer(
        deps,
        { kind: "driver", id: move.driverId, name: move.driverId },
        move.reservationId,
        { version: 2 },
      );
    else await assignReservation(deps, dispatcher, move.reservationId, { ...move, version: 1 });
    return "won";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

process.on("message", (move: Attempt) => {
  void attempt(move).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
