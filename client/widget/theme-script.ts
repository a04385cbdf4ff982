/**
 * Holds the page to one theme, whatever the device says: the rules of every style sheet for the one hold
 * always, those for the other never. In the browser, as text, before the page is painted.
 */
const force = `(function(dark){function hold(rules){for(var{media,cssRules}of rules){if(media&&/prefers-color/.test(media.mediaText))media.mediaText=/dark/.test(media.mediaText)===dark?"all":"not all";if(cssRules)hold(cssRules)}}hold(document.styleSheets)})`;

/** The script that holds a page to `theme`. */
export function themeScript(theme: "light" | "dark"): string {
  return `${force}(${theme === "dark"})`;
}
