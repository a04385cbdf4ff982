/* Used at the root of the application before the code of a page loads, so it must import nothing. */

/** The widget's settings. The script takes them from its attributes and passes them in the frame's address. */
export interface WidgetSearch {
  /** The origin of the embedding page. Messages are sent only there. */
  site?: string | undefined;
  /** The page's language. The server renders the page in it. */
  language?: string | undefined;
  /** Default: the setting of the visitor's device. */
  theme?: "light" | "dark" | undefined;
  /** A colour as `#rrggbb` that replaces the operator's own. */
  accent?: string | undefined;
  /** The name of the vehicle class that is chosen at first. */
  class?: string | undefined;
}

/**
 * An origin in the format that browsers send. The browser decides by a response header whether that website may show
 * the page.
 */
const ORIGIN_PATTERN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Reads any address. Ignores invalid values and never fails. */
export function readWidgetSearch(search: Record<string, unknown>): WidgetSearch {
  const text = (name: string, shape: RegExp) => {
    const value = search[name];
    return typeof value === "string" && shape.test(value) ? value : undefined;
  };
  return {
    site: text("site", ORIGIN_PATTERN),
    language: text("language", /^[a-z]{2}$/),
    theme: text("theme", /^(?:light|dark)$/) as WidgetSearch["theme"],
    accent: text("accent", /^#[0-9a-f]{6}$/i)?.toLowerCase(),
    class: text("class", /^.{1,80}$/)?.trim(),
  };
}
