/**
 * Fixes the page's theme, whatever the device prefers: the rules of every style sheet for one theme always
 * apply, those for the other never. Runs in the browser, as text, before the first paint.
 */
const force = `(function(dark){function hold(rules){for(var{media,cssRules}of rules){if(media&&/prefers-color/.test(media.mediaText))media.mediaText=/dark/.test(media.mediaText)===dark?"all":"not all";if(cssRules)hold(cssRules)}}hold(document.styleSheets)})`;

/** The script that fixes a page's theme. */
export function themeScript(theme: "light" | "dark"): string {
  return `${force}(${theme === "dark"})`;
}
