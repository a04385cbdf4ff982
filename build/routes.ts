import { Generator, getConfig } from "@tanstack/router-generator";

/**
 * Writes `client/routeTree.gen.ts` from the files of `client/routes`, as `tsr generate` does, with
 * the settings of `tsr.config.json`. Leaves the file alone when nothing changed.
 */
export async function generateRoutes(root: string): Promise<void> {
  const config = getConfig({}, root);
  await new Generator({ config, root }).run();
}
