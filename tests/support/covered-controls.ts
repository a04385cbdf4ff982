/**
 * Finds what a press would miss: controls of which something else lies on top. Runs in a page, of any
 * browser, and therefore refers to nothing outside of it.
 */
export function coveredControls(): { seen: number; coveredLabels: string[] } {
  const controls =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=switch]";
  const modal = [...document.querySelectorAll("dialog")].findLast((dialog) =>
    dialog.matches(":modal"),
  );
  const words = (element: Element | null) => {
    const text = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    return `${element?.localName} “${text.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  };
  /** Only what is shown of it: a cell, a list that scrolls may cut the rest off. */
  const visibleRect = (element: Element) => {
    const [line = element.getBoundingClientRect()] = element.getClientRects();
    const part = { left: line.left, top: line.top, right: line.right, bottom: line.bottom };
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = up.getBoundingClientRect();
      part.left = Math.max(part.left, box.left);
      part.right = Math.min(part.right, box.right);
      part.top = Math.max(part.top, box.top);
      part.bottom = Math.min(part.bottom, box.bottom);
    }
    return part;
  };
  const coveredLabels: string[] = [];
  let seen = 0;
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (modal && !modal.contains(control)) continue;
    if (control.closest("[inert]") || control.matches(":disabled")) continue;
    if (!control.checkVisibility({ checkVisibilityCSS: true, visibilityProperty: true })) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    // A box of its own behind drawn words: what is pressed is its label.
    const label = (control as HTMLInputElement).labels?.[0];
    const { left, top, right, bottom } = visibleRect(control);
    // For screen readers, or out of sight until the keyboard is on it.
    if (right - left < 2 || bottom - top < 2) continue;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    seen++;
    const hit = document.elementFromPoint(x, y);
    if (hit && (control.contains(hit) || label?.contains(hit))) continue;
    coveredLabels.push(`${words(control)} lies under ${words(hit)}`);
  }
  scrollTo({ top: 0, behavior: "instant" });
  return { seen, coveredLabels };
}
