import { markAsJson } from "../../client/answer-data";
import type { Say } from "../../client/words/words";
import type { AreaAssets, Assets } from "../process/assets";

/**
 * Converts the build's manifest into the router's form: the program of each area, found by the page's outermost route.
 * Unknown URLs use the public area. Styles and preloads are in the first bytes of the page instead
 * (`createHeadRenderer`), so that they arrive before the page is rendered and the browser needs no list of them.
 */
export function manifestsOf({ manifest }: Assets) {
  // Marked as answers, they are sent to the browser as JSON and not property by property.
  const of = (...entries: string[]) => {
    const scripts = entries.map((src) => ({ attrs: { type: "module", async: true, src } }));
    return { routes: { __root__: markAsJson({ preloads: [], scripts }) } };
  };
  // A public page contains the loader of its own program, see `first-paint`.
  const publicManifest = of();
  const byTopRoute = new Map(
    Object.values(manifest.areas).flatMap((area) => {
      const areaManifest = area.topRoutes.includes("/") ? publicManifest : of(area.entry);
      return area.topRoutes.map((id) => [id, areaManifest] as const);
    }),
  );
  return (topRoute: string | undefined) => byTopRoute.get(topRoute ?? "/") ?? publicManifest;
}

const HEAD_TAG = "<head>";

/** The start of every page. */
const htmlStart = ({ language, dir }: Say) =>
  `<!DOCTYPE html><html${dir ? ` dir="${dir}"` : ""} lang="${language}">${HEAD_TAG}`;

/**
 * Creates the renderer of the first bytes of pages that aren't public: the styles and scripts of the route, so that the
 * browser loads them while the page is rendered.
 */
export function createHeadRenderer({ manifest }: Assets) {
  const areaByTopRoute = new Map<string, AreaAssets>(
    Object.values(manifest.areas).flatMap((area) => area.topRoutes.map((id) => [id, area])),
  );
  const linksByRoute = new Map<string, string>();
  return (matched: readonly { id: string }[], t: Say): string => {
    const key = matched.at(-1)?.id ?? "";
    let links = linksByRoute.get(key);
    if (links === undefined) {
      const area = areaByTopRoute.get(matched[1]?.id ?? "");
      const routeChunks = matched.flatMap(({ id }) => manifest.routes[id] ?? []);
      const scripts = [...(area ? [area.entry, ...area.imports] : []), ...routeChunks];
      links = [
        ...manifest.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
        ...scripts.map((href) => `<link rel="modulepreload" href="${href}">`),
      ].join("");
      linksByRoute.set(key, links);
    }
    return htmlStart(t) + links;
  };
}

/** Replaces the beginning of the page by `start`, or returns the page unchanged if `start` is empty. */
export function withHtmlStart(start: string, html: string): string {
  return start === "" ? html : start + afterHeadTag(html);
}

/** Returns everything after the beginning of a page. */
export function afterHeadTag(html: string): string {
  return html.slice(html.indexOf(HEAD_TAG) + HEAD_TAG.length);
}
