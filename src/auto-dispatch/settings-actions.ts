/** Saves the owner's rules for auto-dispatch, and switches it off. */
import { autoDispatch } from "../../db/schema/auto-dispatch";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import type { AutoDispatch, SaveAutoDispatch } from "./contract";
import { readSettings } from "./queries";
import { requireSeen } from "../rows";

/** Saves the rules. Throws 409 if they have changed since they were read. */
export async function saveAutoDispatch(
  deps: Deps,
  actor: Actor,
  { version, ...settings }: SaveAutoDispatch,
): Promise<void> {
  await deps.write((tx) => {
    const before = readSettings(tx);
    requireSeen(before, version, "request.conflict");
    writeSettings(tx, settings, version + 1, deps.now());
    appendAudit(tx, deps, {
      actor,
      action: "auto.changed",
      subject: { kind: "settings", id: "auto-dispatch" },
      summary: "Changed auto-dispatch",
      detail: { changed: changedNames(before.settings, settings), on: settings.on },
    });
  });
}

/** Stops auto-dispatch at once: after the commit it starts nothing new, whatever the rules say. */
export async function stopAutoDispatch(deps: Deps, actor: Actor): Promise<void> {
  await deps.write((tx) => {
    const { settings, version } = readSettings(tx);
    if (!settings.on) return;
    writeSettings(tx, { ...settings, on: false }, version + 1, deps.now());
    appendAudit(tx, deps, {
      actor,
      action: "auto.stopped",
      subject: { kind: "settings", id: "auto-dispatch" },
      summary: "Stopped auto-dispatch",
    });
  });
}

function writeSettings(
  tx: Tx,
  { on, rules, quiet }: AutoDispatch,
  version: number,
  now: number,
): void {
  const values = {
    on,
    rules,
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    version,
    updatedAt: now,
  };
  tx.insert(autoDispatch)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: autoDispatch.id, set: values })
    .run();
}
