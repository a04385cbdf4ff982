import type { Deps } from "../../deps";
import { readOperator } from "../queries";
import type { WidgetRulesAnswer } from "./widget-contract";

/**
 * Returns the websites that may show the booking widget, and the code to paste there. `requestOrigin` is the origin of
 * the request.
 */
export function readWidgetRules(deps: Deps, requestOrigin: string): WidgetRulesAnswer {
  const { widgetSites, version } = readOperator(deps);
  const { publicUrl, isPublicUrlSet } = deps.config;
  const origin = isPublicUrlSet ? publicUrl : requestOrigin;
  return {
    rules: { sites: widgetSites },
    snippet: `<script async src="${origin}/widget.js"></script>`,
    version,
  };
}

/** Returns the origins of the websites that may show the widget. */
export function widgetSites(deps: Deps): readonly string[] {
  return readOperator(deps).widgetSites;
}
