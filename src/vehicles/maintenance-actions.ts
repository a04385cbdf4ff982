/** A car's maintenance schedule, log and odometer. */
import { and, eq, isNull } from "drizzle-orm";
import { files } from "../../db/schema/files";
import {
  maintenanceEntries,
  maintenancePlans,
  odometerReadings,
} from "../../db/schema/maintenance";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { AuditAction } from "../audit/contract";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { type ReceivedFile, storeDocumentFile } from "../files/received-files";
import { senderOf } from "../files/job-queue";
import { discardFile, insertFileRow, type WrittenFile } from "../files/store";
import { localDay } from "../settings/local-time";
import { readOperator, todayOf } from "../settings/queries";
import type { AddEntry, AddReading, ChangePlan, SavePlan } from "./maintenance-contract";
import { maintenanceKindNames, adjacentReading, requireVehicle } from "./maintenance-queries";
import { readingWarning } from "./maintenance-rules";
import { requireSeen } from "../rows";
import { findRow, insertRow, updateRow } from "../../db/rows";

/** The most maintenance plans of a vehicle, more than any needs. */
const MAX_PLANS = 30;
const MIDDAY_MS = 12 * 3_600_000;

const warningTexts = {
  lower: "This is lower than the last reading. Check it, or give a reason.",
  too_far: "A car cannot drive this far in that time. Check the reading, or give a reason.",
  above_later: "This is higher than a later reading. Check it, or give a reason.",
};

/** Adds a plan to a vehicle's maintenance schedule. 404 if the vehicle does not exist, 422 beyond 30 plans. */
export async function addPlan(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  input: SavePlan,
): Promise<void> {
  await deps.write((tx) => {
    const { plate } = requireVehicle(tx, vehicleId);
    const existingPlans = tx
      .select({ id: maintenancePlans.id })
      .from(maintenancePlans)
      .where(and(eq(maintenancePlans.vehicleId, vehicleId), isNull(maintenancePlans.endedAt)))
      .all();
    if (existingPlans.length >= MAX_PLANS) throw new AppError("vehicle.too_many_plans");
    refuseFutureDay(deps, "fromDay", input.fromDay);
    insertRow(tx, maintenancePlans, {
      ...rowOf(input),
      id: Bun.randomUUIDv7(),
      vehicleId,
      version: 1,
      createdAt: deps.now(),
    });
    const kindName = maintenanceKindNames[input.kind];
    audit(
      tx,
      deps,
      actor,
      "vehicle.schedule_changed",
      vehicleId,
      `Scheduled ${kindName} for ${plate}`,
    );
  });
}

/** Changes a maintenance plan; 409 if somebody else changed it first. */
export async function changePlan(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  id: string,
  { version, ...input }: ChangePlan,
): Promise<void> {
  refuseFutureDay(deps, "fromDay", input.fromDay);
  await writePlan(deps, actor, vehicleId, id, version, rowOf(input), "Changed");
}

/** Removes a plan from the schedule; the maintenance log stays. 409 if somebody else changed it first. */
export async function endPlan(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  id: string,
  version: number,
): Promise<void> {
  await writePlan(deps, actor, vehicleId, id, version, { endedAt: deps.now() }, "Removed");
}

async function writePlan(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  id: string,
  version: number,
  values: Partial<typeof maintenancePlans.$inferInsert>,
  verb: string,
): Promise<void> {
  await deps.write((tx) => {
    const { plate } = requireVehicle(tx, vehicleId);
    const plan = planOf(tx, vehicleId, id);
    requireSeen(plan, version, "vehicle.plan_stale");
    updateRow(tx, maintenancePlans, id, { ...values, version: version + 1 });
    const summary = `${verb} the schedule of ${plate}: ${maintenanceKindNames[plan.kind]}`;
    audit(tx, deps, actor, "vehicle.schedule_changed", vehicleId, summary);
  });
}

/** Returns a plan on this vehicle's schedule; 404 otherwise. */
function planOf(tx: Tx, vehicleId: string, id: string) {
  const plan = findRow(tx, maintenancePlans, { id });
  if (plan?.vehicleId !== vehicleId || plan.endedAt !== null)
    throw new AppError("request.not_found");
  return plan;
}

function rowOf({ kind, name, everyMonths, everyMeters, fromDay, fromMeters }: SavePlan) {
  const ownName = kind === "own" ? name : "";
  return { kind, name: ownName, everyMonths, everyMeters, fromDay, fromMeters };
}

/** Records the current odometer reading; 400 if it is implausible and has no reason. */
export async function addOdometerReading(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  input: AddReading,
): Promise<void> {
  await deps.write((tx) => {
    const { plate } = requireVehicle(tx, vehicleId);
    writeOdometerReading(tx, deps, actor, vehicleId, {
      ...input,
      readAt: deps.now(),
      source: "dispatch",
    });
    audit(
      tx,
      deps,
      actor,
      "vehicle.odometer_read",
      vehicleId,
      `Recorded an odometer reading of ${plate}`,
      {
        meters: input.meters,
      },
    );
  });
}

function writeOdometerReading(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  reading: {
    meters: number;
    readAt: number;
    reason: string;
    source: "dispatch" | "maintenance";
    entryId?: string;
  },
  field = "meters",
): void {
  const before = adjacentReading(tx, vehicleId, "before", reading.readAt);
  const after = adjacentReading(tx, vehicleId, "after", reading.readAt);
  const warning = readingWarning(reading, before, after);
  if (warning && reading.reason === "")
    throw new AppError("request.invalid", { fields: { [field]: warningTexts[warning] } });
  insertRow(tx, odometerReadings, {
    ...reading,
    reason: warning ? reading.reason : "",
    id: Bun.randomUUIDv7(),
    vehicleId,
    createdBy: actor.name,
    createdAt: deps.now(),
  });
}

/**
 * Adds an entry to the maintenance log, with its file if there is one. An item of the schedule is counted from it
 * again. 400 with the field for a future day, or for an implausible reading without a reason; 413 and 415 for a file
 * that cannot be used.
 */
export async function addEntry(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  input: AddEntry,
  receivedFile: ReceivedFile | undefined,
): Promise<void> {
  requireVehicle(deps.db, vehicleId);
  const storedFile = receivedFile ? await storeInvoice(deps, actor, receivedFile) : null;
  try {
    await deps.write((tx) => writeEntry(tx, deps, actor, vehicleId, input, storedFile));
  } catch (error) {
    const storedRow =
      storedFile &&
      deps.db.select({ id: files.id }).from(files).where(eq(files.id, storedFile.id)).all()[0];
    if (storedFile && !storedRow) await discardFile(deps, storedFile.id);
    throw error;
  }
}

async function storeInvoice(
  deps: Deps,
  actor: Actor,
  receivedFile: ReceivedFile,
): Promise<WrittenFile> {
  try {
    return await storeDocumentFile(deps, receivedFile, "document", senderOf(actor));
  } catch (error) {
    // A server error is not the file's fault.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    throw new AppError(error.code, { fields: { file: error.message } });
  }
}

/** Like `addEntry`, inside the caller's transaction. */
function writeEntry(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  { planId, reason, file: _, ...input }: AddEntry,
  storedFile: WrittenFile | null,
): void {
  const { plate } = requireVehicle(tx, vehicleId);
  refuseFutureDay(deps, "doneOn", input.doneOn);
  const plan = planId === "" ? null : planOf(tx, vehicleId, planId);
  if (plan?.everyMeters && input.odometerMeters === null)
    throw new AppError("request.invalid", {
      fields: { odometerMeters: "Enter the odometer reading: this item is due by distance." },
    });
  const { timeZone, currency } = readOperator(deps);
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  if (storedFile) {
    const owner = { ownerKind: "vehicle", ownerId: vehicleId, purpose: "maintenance" } as const;
    insertFileRow(tx, storedFile, owner, now);
  }
  insertRow(tx, maintenanceEntries, {
    ...input,
    kind: plan?.kind ?? input.kind,
    id,
    vehicleId,
    planId: plan?.id ?? null,
    currency: input.costMinor === null ? null : currency,
    fileId: storedFile?.id ?? null,
    createdAt: now,
    createdBy: actor.name,
  });
  if (input.odometerMeters !== null) {
    const noon = localDay(input.doneOn, timeZone).from + MIDDAY_MS;
    const readAt = input.doneOn === todayOf(deps) ? now : noon;
    const reading = { meters: input.odometerMeters, readAt, reason, entryId: id };
    const source = "maintenance" as const;
    writeOdometerReading(tx, deps, actor, vehicleId, { ...reading, source }, "odometerMeters");
  }
  const summary = `Logged ${maintenanceKindNames[plan?.kind ?? input.kind]} of ${plate}`;
  audit(tx, deps, actor, "vehicle.maintenance_logged", vehicleId, summary, {
    on: input.doneOn,
    ...(input.costMinor !== null && { costMinor: input.costMinor }),
  });
}

/** Deletes a wrong entry and its odometer reading. 404 if it does not exist. */
export async function strikeOutEntry(
  deps: Deps,
  actor: Actor,
  vehicleId: string,
  id: string,
): Promise<void> {
  await deps.write((tx) => {
    const { plate } = requireVehicle(tx, vehicleId);
    const [removed] = tx
      .update(maintenanceEntries)
      .set({ struckAt: deps.now() })
      .where(
        and(
          eq(maintenanceEntries.id, id),
          eq(maintenanceEntries.vehicleId, vehicleId),
          isNull(maintenanceEntries.struckAt),
        ),
      )
      .returning()
      .all();
    if (!removed) throw new AppError("request.not_found");
    tx.delete(odometerReadings).where(eq(odometerReadings.entryId, id)).run();
    const summary = `Deleted ${maintenanceKindNames[removed.kind]} from the log of ${plate}`;
    audit(tx, deps, actor, "vehicle.maintenance_struck", vehicleId, summary, {
      on: removed.doneOn,
    });
  });
}

function refuseFutureDay(deps: Deps, field: string, day: string | null): void {
  if (day !== null && day > todayOf(deps))
    throw new AppError("request.invalid", { fields: { [field]: "This day is in the future." } });
}

function audit(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: AuditAction,
  vehicleId: string,
  summary: string,
  detail: Record<string, string | number> = {},
): void {
  appendAudit(tx, deps, {
    actor,
    action,
    subject: { kind: "vehicle", id: vehicleId },
    summary,
    detail,
  });
}
