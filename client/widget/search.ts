/* Read at the root of the application, before the page's own code loads: keep it free of imports. */

/** The widget's settings from the script's attributes, passed in its address. */
export interface WidgetSearch {
  /** The origin of the embedding page: messages go there only. */
  site?: string | undefined;
  /** Read by the server, which renders the page in this language. */
  language?: string | undefined;
  /** Default: the visitor's device. */
  theme?: "light" | "dark" | undefined;
  /** `#rrggbb`, instead of the operator's own. */
  accent?: string | undefined;
  /** The name of the vehicle class chosen at first. */
  class?: string | undefined;
}

/** In the browser's format: the browser decides by its header whether that website may show the page. */
const origin = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Reads any address; ignores invalid values and never fails. */
export function readWidgetSearch(search: Record<string, unknown>): WidgetSearch {
  const text = (name: string, shape: RegExp) => {
    const value = search[name];
    return typeof value === "string" && shape.test(value) ? value : undefined;
  };
  return {
    site: text("site", origin),
    language: text("language", /^[a-z]{2}$/),
    theme: text("theme", /^(?:light|dark)$/) as WidgetSearch["theme"],
    accent: text("accent", /^#[0-9a-f]{6}$/i)?.toLowerCase(),
    class: text("class", /^.{1,80}$/)?.trim(),
  };
}
