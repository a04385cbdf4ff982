import { settings } from "../../db/schema/settings";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { touchSettings } from "../settings/actions";
import { readOperator } from "../settings/queries";
import type { SaveBookingRules } from "./booking-rules-contract";

/**
 * Writes the rules. 409 when the settings have changed since they were read. Prices that were quoted
 * before still hold for their quarter of an hour.
 */
export async function saveBookingRules(
  deps: Deps,
  actor: Actor,
  input: SaveBookingRules,
): Promise<void> {
  const { version: seen, ...rules } = input;
  const version = await deps.write((tx) => {
    const before = readOperator({ ...deps, db: tx });
    if (before.version !== seen) throw new AppError("request.conflict");
    tx.update(settings).set(rules).run();
    appendAudit(tx, deps, {
      actor,
      action: "settings.booking_changed",
      subject: { kind: "settings", id: "booking" },
      summary: "Changed how early and how late riders may book",
      detail: { changed: changedNames(before, rules) },
    });
    return touchSettings(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}
