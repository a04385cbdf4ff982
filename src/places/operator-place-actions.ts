import { eq } from "drizzle-orm";
import type { z } from "zod";
import { places } from "../../db/schema/places";
import { zones } from "../../db/schema/zones";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { requireSeenRecord } from "../audit/concurrent-change-queries";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import type { ChangePlace, SavePlace } from "./operator-place-contract";
import { readPlaceRow } from "./operator-place-queries";
import { insertRow, updateRow } from "../../db/rows";

/** Adds a place for the operator. Returns its id. Throws 400 if the zone doesn't exist. */
export async function addPlace(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof SavePlace>,
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  await deps.write((tx) => {
    refuseUnknownZone(tx, input.zoneId);
    insertRow(tx, places, { id, ...input, createdAt: now, updatedAt: now });
    auditPlace(tx, deps, actor, "place.added", { id, name: input.name });
  });
  announceContentChange(deps);
  return id;
}

/**
 * Changes a place as a whole. Trips that were booked to it don't change. Throws 404 if it doesn't exist, 409 if
 * somebody else has changed it since `version`.
 */
export async function changePlace(
  deps: Deps,
  actor: Actor,
  id: string,
  input: z.output<typeof ChangePlace>,
): Promise<void> {
  const { version, ...values } = input;
  await deps.write((tx) => {
    const before = requireSeen(tx, id, version);
    refuseUnknownZone(tx, input.zoneId);
    updateRow(tx, places, id, { ...values, updatedAt: deps.now(), version: version + 1 });
    const detail = { changed: changedNames(before, values) };
    auditPlace(tx, deps, actor, "place.changed", { id, name: input.name }, detail);
  });
  announceContentChange(deps);
}

/**
 * Switches a place off, so that it is no longer found. It can be switched on again. Throws 404 and 409 like
 * `changePlace`.
 */
export async function retirePlace(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  await deps.write((tx) => {
    const { name } = requireSeen(tx, id, version);
    updateRow(tx, places, id, { active: false, updatedAt: deps.now(), version: version + 1 });
    auditPlace(tx, deps, actor, "place.switched_off", { id, name });
  });
  announceContentChange(deps);
}

/** Makes public pages render again, because they show places and the prices of trips to them. */
function announceContentChange({ bus }: Deps): void {
  bus.publish({ type: "content" });
}

const summaryWords = {
  "place.added": "Added the place",
  "place.changed": "Changed the place",
  "place.switched_off": "Turned off the place",
} as const;

function auditPlace(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: keyof typeof summaryWords,
  { id, name }: { id: string; name: string },
  detail = {},
): void {
  const subject = { kind: "place" as const, id };
  appendAudit(tx, deps, {
    actor,
    action,
    subject,
    summary: `${summaryWords[action]} ${name}`,
    detail,
  });
}

function requireSeen(tx: Tx, id: string, version: number) {
  const row = readPlaceRow(tx, id);
  requireSeenRecord(tx, { kind: "place", id }, row, version);
  return row;
}

function refuseUnknownZone(tx: Tx, zoneId: string | null): void {
  if (zoneId === null) return;
  if (!tx.select({ id: zones.id }).from(zones).where(eq(zones.id, zoneId)).get())
    throw new AppError("request.invalid", { fields: { zoneId: "There is no such zone." } });
}
