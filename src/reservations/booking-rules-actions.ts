import { settings } from "../../db/schema/settings";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { touchSettings } from "../settings/actions";
import { readOperator } from "../settings/queries";
import type { SaveBookingRules } from "./booking-rules-contract";

/**
 * Writes the rules. 409 when the settings have changed since they were read. Prices that were quoted
 * before still hold for their quarter of an hour.
 */
export async function saveBookingRules(deps: Deps, input: SaveBookingRules): Promise<void> {
  const { version: seen, ...rules } = input;
  const version = await deps.write((tx) => {
    if (readOperator({ ...deps, db: tx }).version !== seen) throw new AppError("request.conflict");
    tx.update(settings).set(rules).run();
    return touchSettings(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}
