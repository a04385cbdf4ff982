/**
 * Finds controls that a press would miss because something else covers them. Runs in a page of any browser, so it
 * refers to nothing outside itself.
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
  /** Returns the visible part of an element, because a cell or a scrolling list may cut off the rest. */
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
    // A checkbox may be behind its drawn label, and then people press the label.
    const label = (control as HTMLInputElement).labels?.[0];
    const { left, top, right, bottom } = visibleRect(control);
    // Only for screen readers, or hidden until the keyboard reaches it.
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
