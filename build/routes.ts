import { Generator, getConfig, type RouteNode } from "@tanstack/router-generator";

/** The applications behind one address; a page's first load carries only its own one's code. */
export const areas = ["public", "rider", "driver", "dispatch", "tracking", "widget"] as const;
export type Area = (typeof areas)[number];

/** An area's part of the route tree. */
export interface AreaTree {
  /** A module beside `client/routeTree.gen.ts` that exports `routeTree`. */
  source: string;
  /** Ids of the routes directly below the root. */
  topRoutes: string[];
}

/**
 * Writes `client/routeTree.gen.ts` from the files of `client/routes`, as `tsr generate` does, with
 * the settings of `tsr.config.json`. Leaves the file alone when nothing changed.
 */
export async function generateRoutes(root: string): Promise<void> {
  await runGenerator(root);
}

/** Writes the same file, and gives the tree in one part an area: only the bundler sees the parts. */
export async function routeTreesOfAreas(root: string): Promise<Map<Area, AreaTree>> {
  const generator = await runGenerator(root);
  const found = await generator.getCrawlingResult();
  if (!found) throw new Error("There are no routes");
  const { acc, rootRouteNode, routeFileResult } = found;
  const trees = areas.map((area): [Area, AreaTree] => {
    const topRoutes = acc.routeTree.filter(({ routePath }) => areaOf(routePath ?? "/") === area);
    const { routeTreeContent } = generator.buildRouteTree({
      rootRouteNode,
      acc: { ...acc, routeTree: topRoutes, routeNodes: topRoutes.flatMap(withChildren) },
      routeFileResult,
      config: { disableTypes: true },
    });
    return [
      area,
      { source: routeTreeContent, topRoutes: topRoutes.map(({ routePath }) => routePath ?? "/") },
    ];
  });
  return new Map(trees);
}

/** The generator of each root: it keeps what it has read of files that did not change. */
const generators = new Map<string, Generator>();

async function runGenerator(root: string): Promise<Generator> {
  const generator = generators.get(root) ?? new Generator({ config: getConfig({}, root), root });
  generators.set(root, generator);
  await generator.run();
  return generator;
}

function areaOf(topRoute: string): Area {
  if (topRoute.startsWith("/dispatch")) return "dispatch";
  if (topRoute.startsWith("/driver/") || topRoute === "/{$brand}Driver") return "driver";
  if (topRoute === "/_rider" || topRoute === "/rideLogin") return "rider";
  // For development, and has all parts of the house: apart from areas that share them among their pages.
  if (topRoute === "/design") return "tracking";
  // Apart from the public pages, which may load an analytics script: their addresses are secrets.
  if (
    /^\/(?:track|pay|quote|affiliate|terms)\//.test(topRoute) ||
    topRoute === "/driver-apply_/status/$token"
  )
    return "tracking";
  // Loaded within the pages of others, or alone: no more than it needs.
  if (topRoute === "/widget" || topRoute === "/opening") return "widget";
  return "public";
}

function withChildren(node: RouteNode): RouteNode[] {
  return [node, ...(node.children ?? []).flatMap(withChildren)];
}
