/** A folder that accepts bookings at once, with the demo's first price list. */
import { mkdirSync } from "node:fs";
import { settings } from "../../db/schema/settings";
import type { Deps } from "../../src/deps";
import { writeFirstPrices } from "../../src/demo/prices";
import { prepareFirstStart } from "../../src/process/start";
import { openDeps } from "./deps";

/** Puts the price list in force for all times, and opens the site to the public. */
export function openBusiness(deps: Deps): Promise<void> {
  return deps.write((tx) => {
    writeFirstPrices(deps, tx, deps.now());
    tx.update(settings).set({ openedAt: deps.now() }).run();
  });
}

/** Makes an operator's folder with this price list, for an executable that runs in the same environment. */
export async function openFolder(
  folder: string,
  environment: Record<string, string>,
): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  const deps = openDeps(folder, environment);
  await prepareFirstStart(deps);
  await openBusiness(deps);
  deps.map.close();
  deps.db.$client.close();
}
