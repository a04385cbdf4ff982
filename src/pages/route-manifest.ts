import { markAsJson } from "../../client/answer-data";
import type { Say } from "../../client/words/words";
import type { AreaAssets, Assets } from "../process/assets";

/**
 * The build's manifest in the router's own form: the program of each area, found by the page's outermost route; an
 * address that leads nowhere belongs to the public. Styles and what to load early are not in it but in the first
 * bytes of the page (`createHeadRenderer`): so they come before it is rendered, and the browser needs no list of them.
 */
export function manifestsOf({ manifest }: Assets) {
  // Marked as answers, they go to the browser as JSON, not property by property.
  const of = (...entries: string[]) => {
    const scripts = entries.map((src) => ({ attrs: { type: "module", async: true, src } }));
    return { routes: { __root__: markAsJson({ preloads: [], scripts }) } };
  };
  // What calls the program of these is in the page itself, see `first-paint`.
  const publicManifest = of();
  const byTopRoute = new Map(
    Object.values(manifest.areas).flatMap((area) => {
      const made = area.topRoutes.includes("/") ? publicManifest : of(area.entry);
      return area.topRoutes.map((id) => [id, made] as const);
    }),
  );
  return (topRoute: string | undefined) => byTopRoute.get(topRoute ?? "/") ?? publicManifest;
}

const HEAD_TAG = "<head>";

/** How every page begins. */
const htmlStart = ({ language, dir }: Say) =>
  `<!DOCTYPE html><html${dir ? ` dir="${dir}"` : ""} lang="${language}">${HEAD_TAG}`;

/**
 * The first bytes of a page that is no public one: what its route looks like and runs, so that a browser fetches it
 * while the page is made.
 */
export function createHeadRenderer({ manifest }: Assets) {
  const areaOf = new Map<string, AreaAssets>(
    Object.values(manifest.areas).flatMap((area) => area.topRoutes.map((id) => [id, area])),
  );
  const manifestByRoute = new Map<string, string>();
  return (matched: readonly { id: string }[], t: Say): string => {
    const key = matched.at(-1)?.id ?? "";
    let links = manifestByRoute.get(key);
    if (links === undefined) {
      const area = areaOf.get(matched[1]?.id ?? "");
      const routeChunks = matched.flatMap(({ id }) => manifest.routes[id] ?? []);
      const scripts = [...(area ? [area.entry, ...area.imports] : []), ...routeChunks];
      links = [
        ...manifest.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
        ...scripts.map((href) => `<link rel="modulepreload" href="${href}">`),
      ].join("");
      manifestByRoute.set(key, links);
    }
    return htmlStart(t) + links;
  };
}

/** The page with that beginning in place of its own; as it is where there is none. */
export function withHtmlStart(start: string, html: string): string {
  return start === "" ? html : start + afterFirstBytes(html);
}

/** What follows on the beginning of a page. */
export function afterFirstBytes(html: string): string {
  return html.slice(html.indexOf(HEAD_TAG) + HEAD_TAG.length);
}
