/**
 * A page as it is printed. No WebKit driver can print, so the print rules of the style sheets are applied on the
 * screen.
 */

/** Applies the print layout. This function and the next run in the page. */
export function applyPrintLayout(): void {
  let found = 0;
  const visit = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === "print") {
        rule.media.mediaText = "all";
        found++;
      }
      if ("cssRules" in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const { cssRules } of document.styleSheets) visit(cssRules);
  if (found === 0) throw new Error("Nothing is said of paper");
}

/** Returns parts that should not be printed, text that is cut off, and content wider than a sheet can be. */
export function faultsOnPaper(): string[] {
  const isShown = (of: Element) =>
    of.checkVisibility({ visibilityProperty: true }) && of.getBoundingClientRect().height > 1;
  const name = (of: Element) => `${of.localName} “${(of.textContent ?? "").trim().slice(0, 40)}”`;
  const faults: string[] = [];
  for (const each of document.querySelectorAll("nav, dialog, [role=navigation], [role=menu]"))
    if (isShown(each)) faults.push(`menu: ${name(each)}`);
  for (const label of ["Menu", "Lock screen", "Sign out", "Notifications", "Log out"])
    for (const button of document.querySelectorAll(`[aria-label="${label}"]`))
      if (isShown(button)) faults.push(`button: ${label}`);
  const content = document.querySelector("main");
  if (!content || (content.textContent ?? "").length < 100) faults.push("nothing to read");
  for (const each of content?.querySelectorAll<HTMLElement>("*") ?? []) {
    if (!isShown(each) || each.getBoundingClientRect().width <= 1) continue;
    const { position, overflowX, overflowY } = getComputedStyle(each);
    if (/fixed|sticky/.test(position) && !each.closest("table"))
      faults.push(`floats: ${name(each)}`);
    if (!(each.textContent ?? "").trim() || each.matches("select, textarea, option")) continue;
    const isClipped =
      (overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1) ||
      (overflowY !== "visible" && each.scrollHeight > each.clientHeight + 2);
    if (isClipped) faults.push(`cut: ${name(each)}`);
  }
  // Browsers shrink a page until its width fits, down to half its size.
  if (document.documentElement.scrollWidth > 2 * innerWidth) faults.push("wider than the sheet");
  return faults;
}
