import { join } from "node:path";

/** The addresses of all pages, as the router has them; the brand in them is "livery". */
export async function pagePaths(): Promise<string[]> {
  const tree = await Bun.file(join(import.meta.dir, "../../client/routeTree.gen.ts")).text();
  const listed = /fullPaths:(.*?)fileRoutesByTo/s.exec(tree)?.[1] ?? "";
  return [...listed.matchAll(/"([^"]+)"/g)]
    .map(([, path = ""]) => path.replace("{$brand}", "livery"))
    .filter((path) => !path.startsWith("/design"));
}
