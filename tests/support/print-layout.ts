/** A page as it is printed. No driver of WebKit's prints: the style sheets' rules for paper are made to hold on the screen. */

/** Lays the page out as for paper. Runs in the page, and so does the next one. */
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

/** What should not be on paper, what of the page's words is cut off, and what is wider than the sheet can be made. */
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
  // Browsers make a page smaller until its width fits, down to a half.
  if (document.documentElement.scrollWidth > 2 * innerWidth) faults.push("wider than the sheet");
  return faults;
}
