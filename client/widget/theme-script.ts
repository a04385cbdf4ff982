/**
 * Forces one theme, whatever the device prefers: in every style sheet, the rules for this theme always apply and the
 * rules for the other never do. Runs in the browser, as text, before the first paint.
 */
const forceThemeScript = `(function(dark){function hold(rules){for(var{media,cssRules}of rules){if(media&&/prefers-color/.test(media.mediaText))media.mediaText=/dark/.test(media.mediaText)===dark?"all":"not all";if(cssRules)hold(cssRules)}}hold(document.styleSheets)})`;

/** Returns the script that forces a page's theme. */
export function themeScript(theme: "light" | "dark"): string {
  return `${forceThemeScript}(${theme === "dark"})`;
}
