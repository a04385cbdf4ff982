/** Suspends a driver and reassigns or frees their trips, all or nothing. Also lifts suspensions. */
import { eq } from "drizzle-orm";
import { drivers, type StoredDriver } from "../../../db/schema/drivers";
import type { StoredTrip } from "../../../db/schema/reservations";
import { driverPositions } from "../../../db/schema/tracking";
import type { Tx } from "../../../db/writer";
import { endOtherSessions } from "../../accounts/sessions/session-actions";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import type { DriverRecord } from "../../drivers/contract";
import { readDriverRecord } from "../../drivers/driver-record-actions";
import { endShift } from "../../drivers/shift-actions";
import { AppError } from "../../errors";
import { driverReinstated, suspendedMessage } from "../../notifications/texts/driver-texts";
import { notifyDriverAccount } from "../../notifications/outbox";
import { announce } from "../../reservations/actions";
import { assign, assertAssignable, unassign } from "../assignment/assignment-actions";
import { withdrawOffersOfDriver } from "../assignment/offer-actions";
import type { SuspendDriver } from "./suspension-contract";
import { tripsOfSuspendedDriver } from "./suspension-queries";
import { suspensionRefusal } from "./suspension-rules";
import { loadTrip } from "../../reservations/trip-queries";
import { updateRow } from "../../../db/rows";
import { requireRow } from "../../rows";
import { readOperator } from "../../settings/queries";

/**
 * The reason in the timeline for unassigning the driver. The next driver can read it, so it does not mention the
 * suspension. Staff see the suspension in the audit log and on the driver's page.
 */
const SUSPENSION_WITHDRAWAL_REASON = "driver_unavailable";

/**
 * Suspends a driver: ends their sessions and shift, deletes their last position, withdraws their offers, and frees or
 * reassigns each movable trip as decided. 404 if the driver does not exist, 409 `driver.already_suspended`, 409
 * `driver.under_way` while they are at a pickup or have a passenger, 409 `driver.trips_changed` if the decisions do not
 * match their current trips, 422 or 409 with the trip that its new driver cannot take.
 */
export async function suspendDriver(
  deps: Deps,
  actor: Actor,
  id: string,
  input: SuspendDriver,
): Promise<DriverRecord> {
  const now = deps.now();
  const { endedSessionIds, movedTrips, hasShiftEnded } = await deps.write((tx) => {
    const driver = loadDriver(tx, id);
    if (driver.state === "suspended") throw new AppError("driver.already_suspended");
    const refusal = suspensionRefusal(tripsOfSuspendedDriver(tx, id), input.trips);
    if (refusal) throw new AppError(refusal);
    updateRow(tx, drivers, id, {
      state: "suspended",
      suspendedAt: now,
      suspendedBy: actor.name,
      suspensionReason: input.reason,
    });
    const withdrawnOffers = withdrawOffersOfDriver(
      deps,
      tx,
      id,
      actor,
      SUSPENSION_WITHDRAWAL_REASON,
    );
    // All trips are freed first, because one may need the vehicle of another.
    const releasedTrips = input.trips.map(({ id: tripId, to }) => ({
      row: unassign(deps, tx, loadTrip(tx, { actor, id: tripId }), {
        actor,
        now,
        withdrawalReason: SUSPENSION_WITHDRAWAL_REASON,
      }),
      to,
    }));
    const decidedTrips = releasedTrips.map(({ row, to }) => ({
      row: to === null ? row : reassign(deps, tx, row, to, actor),
      notifiedIds: [id],
    }));
    const assignedCount = decidedTrips.filter((_, at) => releasedTrips[at]?.to !== null).length;
    appendAudit(tx, deps, {
      actor,
      action: "driver.suspended",
      subject: { kind: "driver", id },
      summary: "Suspended a driver",
      detail: { released: decidedTrips.length - assignedCount, assigned: assignedCount },
    });
    const { brand } = readOperator(deps);
    notifyDriverAccount(tx, deps, driver, (t) =>
      suspendedMessage(t, { brand, reason: input.reason }),
    );
    tx.delete(driverPositions).where(eq(driverPositions.driverId, id)).run();
    return {
      hasShiftEnded: endShift(tx, deps, id),
      endedSessionIds: endOtherSessions(tx, "driver", id, null),
      movedTrips: [
        ...withdrawnOffers.map(({ row, offeredDriverIds }) => ({
          row,
          notifiedIds: [id, ...offeredDriverIds],
        })),
        ...decidedTrips,
      ],
    };
  });
  for (const { row, notifiedIds } of movedTrips) announce(deps, row, notifiedIds);
  if (endedSessionIds.length > 0)
    deps.bus.publish({ type: "session_ended", sessionIds: endedSessionIds });
  if (hasShiftEnded) deps.bus.publish({ type: "shift", driverId: id, on: false });
  return readDriverRecord(deps, id);
}

/**
 * Lifts a suspension, so that the driver can sign in and get trips again. 404 if the driver does not exist, 409
 * `driver.not_suspended`.
 */
export async function reinstateDriver(deps: Deps, actor: Actor, id: string): Promise<DriverRecord> {
  await deps.write((tx) => {
    const driver = loadDriver(tx, id);
    if (driver.state !== "suspended") throw new AppError("driver.not_suspended");
    updateRow(tx, drivers, id, {
      state: "active",
      suspendedAt: null,
      suspendedBy: "",
      suspensionReason: "",
    });
    appendAudit(tx, deps, {
      actor,
      action: "driver.reinstated",
      subject: { kind: "driver", id },
      summary: "Lifted a driver’s suspension",
    });
    const { publicUrl } = deps.config;
    const { brand, brandSlug } = readOperator(deps);
    const url = `${publicUrl}/${brandSlug}Driver`;
    notifyDriverAccount(tx, deps, driver, (t) => driverReinstated(t, { brand, url }));
  });
  return readDriverRecord(deps, id);
}

function loadDriver(tx: Tx, id: string): StoredDriver {
  return requireRow(tx, drivers, { id });
}

/** Assigns a freed trip to another driver. An error names the trip. */
function reassign(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  to: { driverId: string; vehicleId: string },
  actor: Actor,
): StoredTrip {
  try {
    assertAssignable(tx, row, to);
    return assign(deps, tx, row, { ...to, actor, now: deps.now() });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, {
      message: `Trip ${row.number}: ${error.message}`,
      fields: { [row.id]: error.message },
    });
  }
}
