/** The log of an application: what its applicant and dispatch did. */
import { driverApplicationEvents } from "../../db/schema/drivers";
import { insertRow } from "../../db/prepared";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";

type Event = typeof driverApplicationEvents.$inferSelect;

/** Adds a line of the applicant's own doing, inside the caller's transaction. */
export function logApplicant(tx: Tx, deps: Deps, applicationId: string, act: Event["act"]): void {
  write(tx, deps, applicationId, { actorKind: "applicant", actorId: null, actorName: "" }, act, {});
}

/** Adds a line of what dispatch did; `words` is what it told the applicant. */
export function logDispatch(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  actor: Actor,
  act: Event["act"],
  more: { words?: string; detail?: Record<string, string | number> } = {},
): void {
  const by = { actorKind: "admin" as const, actorId: actor.id, actorName: actor.name };
  write(tx, deps, applicationId, by, act, more);
}

function write(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  by: Pick<Event, "actorKind" | "actorId" | "actorName">,
  act: Event["act"],
  more: { words?: string; detail?: Record<string, string | number> },
): void {
  insertRow(tx, driverApplicationEvents, {
    id: Bun.randomUUIDv7(),
    applicationId,
    at: deps.now(),
    ...by,
    act,
    words: more.words ?? "",
    detail: more.detail ?? {},
  });
}
