import { join } from "node:path";

/** Returns the addresses of all pages, from the router, with "livery" as the brand. */
export async function pagePaths(): Promise<string[]> {
  const tree = await Bun.file(join(import.meta.dir, "../../client/routeTree.gen.ts")).text();
  const listed = /fullPaths:(.*?)fileRoutesByTo/s.exec(tree)?.[1] ?? "";
  return [...listed.matchAll(/"([^"]+)"/g)]
    .map(([, path = ""]) => path.replace("{$brand}", "livery"))
    .filter((path) => !path.startsWith("/design"));
}
