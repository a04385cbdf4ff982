/*
 * Read at the root of the application, before the page's own code is there: keep it free of imports.
 */

/** What the script's attributes ask of the widget, as its address has it. */
export interface WidgetSearch {
  /** The origin of the page that it stands in: nobody else is told anything. */
  site?: string | undefined;
  /** Read by the server, which renders the page in it. */
  language?: string | undefined;
  /** Otherwise as the visitor's device has it. */
  theme?: "light" | "dark" | undefined;
  /** `#rrggbb`, instead of the operator's own. */
  accent?: string | undefined;
  /** The name of the vehicle class that is chosen at first. */
  class?: string | undefined;
}

/** As browsers write it: whether that website may show the page, the browser decides by its header. */
const origin = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Reads it from any address: what makes no sense is left out, never an error. */
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
