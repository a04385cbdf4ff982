import { markAnswer } from "../../client/answer-data";
import type { AreaAssets, Assets } from "../process/assets";

/**
 * The build's manifest in the router's own form: what each route adds to the page's head and end. One
 * an area, found by the page's outermost route; an address that leads nowhere belongs to the public.
 */
export function manifestsOf({ manifest }: Assets) {
  const routes: Record<string, { preloads: string[] }> = {};
  // Marked as answers, they go to the browser as JSON, not property by property.
  for (const [id, preloads] of Object.entries(manifest.routes))
    routes[id] = markAnswer({ preloads });
  const of = ({ entry, imports }: AreaAssets) => ({
    routes: {
      ...routes,
      __root__: markAnswer({
        preloads: [entry, ...imports],
        css: manifest.styles,
        scripts: [{ attrs: { type: "module", async: true, src: entry } }],
      }),
    },
  });
  // What these load is in the page itself, see `first-paint`.
  const ofPublic = { routes: { __root__: markAnswer({ preloads: [], scripts: [] }) } };
  const byTopRoute = new Map(
    Object.values(manifest.areas).flatMap((area) => {
      const made = area.topRoutes.includes("/") ? ofPublic : of(area);
      return area.topRoutes.map((id) => [id, made] as const);
    }),
  );
  return (topRoute: string | undefined) => byTopRoute.get(topRoute ?? "/") ?? ofPublic;
}
