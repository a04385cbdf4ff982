/** What happens once, before the server first listens: the operator's row and the starter data. */
import { starterData } from "../../db/starter";
import type { Deps } from "../deps";
import { ensureSettings } from "../settings/actions";
import { minorAmount } from "../settings/money-rules";
import { normalizeStoredContacts } from "./stored-contacts";

/**
 * Makes an empty folder a usable product, and what an older Livery stored in another form fit for
 * this one. True on first start. Idempotent.
 */
export async function prepareFirstStart(deps: Deps): Promise<boolean> {
  const first = await ensureSettings(deps);
  const toMinor = (amount: number) => minorAmount(amount, deps.config.currency);
  if (first) await deps.write((tx) => starterData(tx, { ...deps.config, toMinor }, deps.now()));
  await normalizeStoredContacts(deps);
  return first;
}
