/** Edits and publishes the draft of the price list, and withdraws versions that are not in force yet. */
import { and, desc, gt, isNull, like, sql } from "drizzle-orm";
import { feeDraft, feeSchedules } from "../../db/schema/fares";
import { zones, zoneUses } from "../../db/schema/zones";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { raiseSettingsVersion } from "../settings/actions";
import { readLocalTime } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { FeeSchedule } from "./contract";
import type {
  PublishFeeDraft,
  SaveFeeDraft,
  ScheduleFault,
  WithdrawFeeSchedule,
} from "./fee-contract";
import { clearVersionCache, readPriceListContext, versionInForce } from "./queries";
import { type ScheduleUnits, convertSchedule } from "./conversion-rules";
import { reviewSchedule } from "./review-rules";
import { requireRow, requireSeen } from "../rows";
import { findRow, insertRow, updateRow } from "../../db/rows";
import { iso } from "../formats/instants";

/** Saves the draft as typed, even with faults. 409 if somebody else has saved in the meantime. */
export async function saveDraft(deps: Deps, actor: Actor, input: SaveFeeDraft): Promise<void> {
  await deps.write((tx) => {
    const { row } = loadDraft(tx, input.version);
    const currentBaseId = row?.schedule && row.basedOnId ? row.basedOnId : null;
    writeDraft(tx, actor, deps.now(), {
      version: input.version + 1,
      schedule: input.schedule,
      basedOnId: currentBaseId ?? versionInForce(tx, deps.now())?.id ?? null,
    });
    recordZoneUses(tx, deps.now());
    appendAudit(tx, deps, {
      actor,
      action: "fees.draft_saved",
      subject: { kind: "fees", id: "draft" },
      summary: "Saved the draft of the price list",
      detail: { draft: input.version + 1 },
    });
  });
}

/** Discards the draft, so that it equals the version in force again. 409 if it has changed in the meantime. */
export async function discardDraft(deps: Deps, actor: Actor, version: number): Promise<void> {
  await deps.write((tx) => {
    loadDraft(tx, version);
    writeDraft(tx, actor, deps.now(), { version: version + 1, schedule: null, basedOnId: null });
    recordZoneUses(tx, deps.now());
    appendAudit(tx, deps, {
      actor,
      action: "fees.draft_discarded",
      subject: { kind: "fees", id: "draft" },
      summary: "Discarded the draft of the price list",
    });
  });
}

/**
 * Publishes the draft, from now or from a later time in the operator's time zone. Prices agreed before do not change.
 * 409 if it has changed in the meantime, 422 with the faults by path if it has gaps or contradictions. Resolves with
 * the new version's id.
 */
export async function publishDraft(
  deps: Deps,
  actor: Actor,
  input: PublishFeeDraft,
): Promise<string> {
  const now = deps.now();
  const startsAt = input.startsLocal === null ? now : readStartTime(deps, input.startsLocal);
  const id = Bun.randomUUIDv7();
  const version = await deps.write((tx) => {
    const { row } = loadDraft(tx, input.version);
    if (!row?.schedule) throw new AppError("fees.unchanged");
    const schedule = FeeSchedule.parse(row.schedule);
    const inForce = versionInForce(tx, now);
    if (inForce && JSON.stringify(schedule) === JSON.stringify(inForce.schedule))
      throw new AppError("fees.unchanged");
    refuseInvalidSchedule(reviewSchedule(schedule, readPriceListContext({ ...deps, db: tx })));
    const number = insertVersion(tx, actor, { id, schedule, startsAt, reason: input.reason, now });
    writeDraft(tx, actor, now, { version: input.version + 1, schedule: null, basedOnId: null });
    recordZoneUses(tx, now);
    appendAudit(tx, deps, {
      actor,
      action: "fees.published",
      subject: { kind: "fees", id },
      summary: `Published version ${number} of the price list`,
      detail: { startsAt: iso(startsAt), reason: input.reason },
    });
    return raiseSettingsVersion(tx, now);
  });
  clearVersionCache(deps.db);
  // Cached pages may show prices.
  deps.bus.publish({ type: "settings", version });
  return id;
}

/** Withdraws a version that has not started. 409 if it has started, 404 if it does not exist. */
export async function withdrawVersion(
  deps: Deps,
  actor: Actor,
  id: string,
  input: WithdrawFeeSchedule,
): Promise<void> {
  const now = deps.now();
  await deps.write((tx) => {
    const row = requireRow(tx, feeSchedules, { id });
    if (row.withdrawnAt !== null || row.startsAt <= now) throw new AppError("fees.started");
    updateRow(tx, feeSchedules, id, {
      withdrawnAt: now,
      withdrawnBy: actor.id,
      withdrawnByName: actor.name,
      withdrawalReason: input.reason,
    });
    recordZoneUses(tx, now);
    appendAudit(tx, deps, {
      actor,
      action: "fees.withdrawn",
      subject: { kind: "fees", id },
      summary: `Withdrew version ${row.number} of the price list`,
      detail: { reason: input.reason },
    });
  });
  clearVersionCache(deps.db);
}

/** Writes a version under the next number and returns the number. */
function insertVersion(
  tx: Tx,
  actor: Actor,
  version: { id: string; schedule: FeeSchedule; startsAt: number; reason: string; now: number },
): number {
  const { now, ...values } = version;
  const [highestRow] = tx
    .select({ number: sql<number | null>`max(${feeSchedules.number})` })
    .from(feeSchedules)
    .all();
  const number = (highestRow?.number ?? 0) + 1;
  insertRow(tx, feeSchedules, {
    ...values,
    number,
    publishedBy: actor.id,
    publishedByName: actor.name,
    publishedAt: now,
    createdAt: now,
  });
  return number;
}

/** Whether a published version has not started yet. Uses the index `fee_schedules_start`. */
export function hasScheduledVersion(db: Tx, now: number): boolean {
  const { startsAt, withdrawnAt, id } = feeSchedules;
  return (
    db
      .select({ id })
      .from(feeSchedules)
      .where(and(gt(startsAt, now), isNull(withdrawnAt)))
      .get() !== undefined
  );
}

/**
 * Converts prices and draft to another currency or unit, inside the caller's transaction. With another unit, the prices
 * in force become a new version, which starts at once. With another currency they are withdrawn and become the draft,
 * because somebody must check amounts that were meant in another currency. Prices agreed before stay under their
 * version. 422 `fees.faulty` if prices would get gaps or exceed their limits. The caller must call `clearVersionCache`
 * after the commit or the refusal.
 */
export function convertFees(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  to: ScheduleUnits,
  reason: string,
): void {
  const now = deps.now();
  const inForce = versionInForce(tx, now);
  const convertOrRefuse = (schedule: FeeSchedule) => {
    const converted = FeeSchedule.safeParse(convertSchedule(schedule, to));
    if (converted.success) return converted.data;
    throw new AppError("fees.faulty", {
      message:
        "These prices, or those of the draft, cannot be converted: some would be too high or too low.",
    });
  };
  const draft = findRow(tx, feeDraft, { id: 1 });
  const changesCurrency = inForce !== null && inForce.schedule.currency !== to.currency;
  const draftSchedule = draft?.schedule ? FeeSchedule.parse(draft.schedule) : null;
  const source = draftSchedule ?? (changesCurrency ? inForce.schedule : null);
  const convertedDraft = source && convertOrRefuse(source);
  const convertedSchedule = inForce && !changesCurrency ? convertOrRefuse(inForce.schedule) : null;
  const id = Bun.randomUUIDv7();
  writeDraft(tx, actor, now, {
    version: (draft?.version ?? 0) + 1,
    schedule: convertedDraft,
    basedOnId: convertedDraft && convertedSchedule && id,
  });
  if (changesCurrency) withdrawAllVersions(deps, tx, actor, reason);
  if (!inForce || !convertedSchedule) return;
  const context = readPriceListContext({ ...deps, db: tx });
  const earlierFaults = reviewSchedule(inForce.schedule, {
    ...context,
    ...unitsOf(inForce.schedule),
  });
  const isNew = ({ path }: ScheduleFault) => !earlierFaults.some((fault) => fault.path === path);
  refuseInvalidSchedule(reviewSchedule(convertedSchedule, context).filter(isNew));
  const number = insertVersion(tx, actor, {
    id,
    schedule: convertedSchedule,
    startsAt: now,
    reason,
    now,
  });
  recordZoneUses(tx, now);
  appendAudit(tx, deps, {
    actor,
    action: "fees.published",
    subject: { kind: "fees", id },
    summary: `Published version ${number} of the price list`,
    detail: { startsAt: iso(now), reason },
  });
}

/** Withdraws every version. Without a version in force, riders send requests and dispatch sets each price. */
function withdrawAllVersions(deps: Deps, tx: Tx, actor: Actor, reason: string): void {
  const now = deps.now();
  tx.update(feeSchedules)
    .set({
      withdrawnAt: now,
      withdrawnBy: actor.id,
      withdrawnByName: actor.name,
      withdrawalReason: reason,
    })
    .where(isNull(feeSchedules.withdrawnAt))
    .run();
  recordZoneUses(tx, now);
  appendAudit(tx, deps, {
    actor,
    action: "fees.withdrawn",
    subject: { kind: "fees", id: "draft" },
    summary: "Withdrew the prices",
    detail: { reason },
  });
}

const unitsOf = ({ currency, distanceUnit }: FeeSchedule) => ({ currency, distanceUnit });

function loadDraft(tx: Tx, version: number) {
  const row = findRow(tx, feeDraft, { id: 1 });
  requireSeen(row ?? { version: 0 }, version, "fees.draft_stale");
  return { row };
}

function writeDraft(
  tx: Tx,
  actor: Actor,
  now: number,
  draft: { version: number; schedule: FeeSchedule | null; basedOnId: string | null },
): void {
  const values = { ...draft, updatedAt: now, updatedBy: actor.id, updatedByName: actor.name };
  tx.insert(feeDraft)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: feeDraft.id, set: values })
    .run();
}

/**
 * Records which price lists use each zone, so that no zone is deleted that is used by the version in force, a coming
 * one or the draft.
 */
function recordZoneUses(tx: Tx, now: number): void {
  tx.delete(zoneUses).where(like(zoneUses.usedBy, "fees:%")).run();
  const zoneIds = new Set(
    tx
      .select({ id: zones.id })
      .from(zones)
      .all()
      .map(({ id }) => id),
  );
  const recordUses = (usedBy: string, label: string, schedule: FeeSchedule) => {
    for (const zoneId of zonesOf(schedule))
      if (zoneIds.has(zoneId)) insertRow(tx, zoneUses, { zoneId, usedBy, label });
  };
  const versions = tx
    .select()
    .from(feeSchedules)
    .where(isNull(feeSchedules.withdrawnAt))
    .orderBy(desc(feeSchedules.startsAt), desc(feeSchedules.number))
    .all();
  const usedVersionCount = versions.findIndex(({ startsAt }) => startsAt <= now) + 1;
  for (const row of usedVersionCount === 0 ? versions : versions.slice(0, usedVersionCount))
    recordUses(
      `fees:${row.id}`,
      `version ${row.number} of the price list`,
      FeeSchedule.parse(row.schedule),
    );
  const draft = findRow(tx, feeDraft, { id: 1 });
  if (draft?.schedule)
    recordUses("fees:draft", "the draft of the price list", FeeSchedule.parse(draft.schedule));
}

function zonesOf({ flatPrices, surcharges }: FeeSchedule): Set<string> {
  const ends = flatPrices.flatMap(({ from, to }) => [from, to]);
  const conditions = surcharges.map(({ when }) => when);
  return new Set(
    [...ends, ...conditions].flatMap((each) => (each.kind === "zone" ? [each.zoneId] : [])),
  );
}

function readStartTime(deps: Deps, local: string): number {
  const reading = readLocalTime(local, readOperator(deps).timeZone);
  if (reading.kind === "gap") throw new AppError("trip.time_gap");
  if (reading.kind === "invalid")
    throw new AppError("request.invalid", {
      fields: { startsLocal: "Use a time like 2026-12-01T00:00." },
    });
  // If the hour occurs twice, prices start with the first, so that they are in force when the second begins.
  const at = reading.kind === "ok" ? reading.at : reading.earlier;
  if (at <= deps.now()) throw new AppError("fees.starts_past");
  return at;
}

function refuseInvalidSchedule(faults: readonly ScheduleFault[]): void {
  const errors = faults.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const fields: Record<string, string> = {};
  for (const { path, message } of errors)
    fields[path] = fields[path] ? `${fields[path]} ${message}` : message;
  throw new AppError("fees.faulty", { fields });
}
