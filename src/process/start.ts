/** What happens once, before the server first listens: the operator's row and the starter data. */
import { starterData } from "../../db/starter";
import type { Deps } from "../deps";
import { ensureSettings } from "../settings/actions";

/** Makes an empty folder a usable product. True on first start. Idempotent. */
export async function prepareFirstStart(deps: Deps): Promise<boolean> {
  const first = await ensureSettings(deps);
  if (first) await deps.write((tx) => starterData(tx, deps.config, deps.now()));
  return first;
}
