/**
 * Plans and ends periods in which a vehicle is out of service. Trips that already have the vehicle stay; dispatch
 * assigns them another.
 */
import { type StoredVehicleOutage, vehicleOutages, vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { AuditAction } from "../audit/contract";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { readLocalTime } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type { ChangeOutage, Outage, PlanOutage } from "./outage-contract";
import { loadOutage, toOutage } from "./outage-queries";
import { outageRefusal, outageState } from "./outage-rules";
import { requireRow, requireSeen, writeNextVersion } from "../rows";
import { iso } from "../formats/instants";

/**
 * Plans an out-of-service period. From its commit on, the vehicle cannot be assigned to trips within it. 404 if the
 * vehicle does not exist, 400 for an impossible time. The answer names the trips that already have the vehicle then.
 */
export async function planOutage(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  input: PlanOutage,
): Promise<Outage> {
  return deps.write((tx) => {
    const plate = plateOf(tx, vehicleId);
    const now = deps.now();
    const [row] = tx
      .insert(vehicleOutages)
      .values({
        id: Bun.randomUUIDv7(),
        vehicleId,
        ...timesOf(deps, input, now),
        reason: input.reason,
        version: 1,
        createdAt: now,
        createdBy: actor.name,
      })
      .returning()
      .all();
    if (!row) throw new Error("The outage was not written.");
    audit(
      tx,
      deps,
      actor,
      "vehicle.outage_planned",
      row,
      `Took ${plate} out of service for some time`,
    );
    return toOutage({ ...deps, db: tx }, row);
  });
}

/** Changes a period that has not ended. 409 if somebody else changed it or it has ended. */
export async function changeOutage(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  id: string,
  input: ChangeOutage,
): Promise<Outage> {
  return deps.write((tx) => {
    const now = deps.now();
    const before = requireOpenOutage(tx, vehicleId, id, input.version, now);
    const values = { ...timesOf(deps, input, now), reason: input.reason };
    const row = writeNextVersion(tx, vehicleOutages, before, values, "vehicle.outage_stale");
    const plate = plateOf(tx, vehicleId);
    audit(
      tx,
      deps,
      actor,
      "vehicle.outage_changed",
      row,
      `Changed when ${plate} is out of service`,
    );
    return toOutage({ ...deps, db: tx }, row);
  });
}

/** Ends a period now, or cancels it if it has not begun. 409 like `changeOutage`. */
export async function liftOutage(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  id: string,
  version: number,
): Promise<Outage> {
  return deps.write((tx) => {
    const now = deps.now();
    const before = requireOpenOutage(tx, vehicleId, id, version, now);
    const row = writeNextVersion(
      tx,
      vehicleOutages,
      before,
      before.startsAt < now ? { endsAt: now } : { liftedAt: now },
      "vehicle.outage_stale",
    );
    const plate = plateOf(tx, vehicleId);
    audit(tx, deps, actor, "vehicle.outage_lifted", row, `Put ${plate} back into service`);
    return toOutage({ ...deps, db: tx }, row);
  });
}

function requireOpenOutage(tx: Tx, vehicleId: string, id: string, version: number, now: number) {
  const row = loadOutage(tx, vehicleId, id);
  requireSeen(row, version, "vehicle.outage_stale");
  if (["over", "lifted"].includes(outageState(row, now))) throw new AppError("vehicle.outage_over");
  return row;
}

/** Converts the local times to instants; 400 with the field that is wrong. */
function timesOf(deps: Deps, input: PlanOutage, now: number): { startsAt: number; endsAt: number } {
  const { timeZone } = readOperator(deps);
  const instantOf = (field: "startsLocal" | "endsLocal") => {
    const reading = readLocalTime(input[field], timeZone);
    if (reading.kind === "ok") return reading.at;
    // If the clock repeats an hour, both hours are out of service.
    if (reading.kind === "ambiguous")
      return field === "startsLocal" ? reading.earlier : reading.later;
    const text =
      reading.kind === "gap" ? "The clocks skip this time." : "This time does not exist.";
    throw new AppError("request.invalid", { fields: { [field]: text } });
  };
  const times = { startsAt: instantOf("startsLocal"), endsAt: instantOf("endsLocal") };
  const refusal = outageRefusal(times.startsAt, times.endsAt, now);
  if (refusal) throw new AppError("request.invalid", { fields: { [refusal.field]: refusal.text } });
  return times;
}

function plateOf(tx: Tx, vehicleId: string): string {
  const row = requireRow(tx, vehicles, { id: vehicleId });
  return row.plate;
}

/** Records the action without its reason, which may name a person. */
function audit(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: AuditAction,
  { vehicleId, startsAt, endsAt }: StoredVehicleOutage,
  summary: string,
): void {
  appendAudit(tx, deps, {
    actor,
    action,
    subject: { kind: "vehicle", id: vehicleId },
    summary,
    detail: { from: iso(startsAt), until: iso(endsAt) },
  });
}
