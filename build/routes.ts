import { Generator, getConfig, type RouteNode } from "@tanstack/router-generator";

/**
 * The areas, which are separate applications at one address. A page first loads only the code of its own area.
 */
export const areas = ["public", "rider", "driver", "dispatch", "tracking", "widget"] as const;
export type Area = (typeof areas)[number];

/** An area's part of the route tree. */
export interface AreaTree {
  /** The source of a module beside `client/routeTree.gen.ts` that exports `routeTree`. */
  source: string;
  /** Ids of the routes directly below the root. */
  topRoutes: string[];
}

/**
 * Writes `client/routeTree.gen.ts` from the files of `client/routes`, as `tsr generate` does, with the settings
 * of `tsr.config.json`. Does not write if nothing has changed.
 */
export async function generateRoutes(root: string): Promise<void> {
  await runGenerator(root);
}

/** Writes the same file, and returns the tree in one part for each area. Only the bundler sees the parts. */
export async function routeTreesOfAreas(root: string): Promise<Map<Area, AreaTree>> {
  const generator = await runGenerator(root);
  const crawlingResult = await generator.getCrawlingResult();
  if (!crawlingResult) throw new Error("There are no routes");
  const { acc, rootRouteNode, routeFileResult } = crawlingResult;
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

/** The generator of each root. It remembers files that have not changed. */
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
  // This page is for development and has all components, so it is not in an area whose pages share them.
  if (topRoute === "/design") return "tracking";
  // These addresses are secrets, so they are not in the public area, whose pages may load an analytics script.
  if (
    /^\/(?:track|pay|quote|affiliate|terms)\//.test(topRoute) ||
    topRoute === "/driver-apply_/status/$token"
  )
    return "tracking";
  // These pages are loaded inside other websites, or alone, so they are kept small.
  if (topRoute === "/widget" || topRoute === "/opening") return "widget";
  return "public";
}

function withChildren(node: RouteNode): RouteNode[] {
  return [node, ...(node.children ?? []).flatMap(withChildren)];
}
