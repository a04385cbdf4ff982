/** The append-only log of reports and items. */
import { propertyEvents } from "../../db/schema/property";
import { insertRow } from "../../db/prepared";
import type { Tx } from "../../db/writer";
import type { Actor } from "../deps";
import type { PropertyEvent } from "./contract";

/** Adds a line to the log of a report or an item, inside the caller's transaction. */
export function logAct(
  tx: Tx,
  subjectId: string,
  actor: Actor,
  now: number,
  act: PropertyEvent["act"],
  more: { words?: string; detail?: Record<string, string | number> } = {},
): void {
  insertRow(tx, propertyEvents, {
    id: Bun.randomUUIDv7(),
    subjectId,
    at: now,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    act,
    words: more.words ?? "",
    detail: more.detail ?? {},
  });
}
