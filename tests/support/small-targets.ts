/** Checks for targets of at least 44 pixels, as a thumb needs them. */

/** Returns the controls that are smaller than 44 pixels. Runs in the page. */
export function smallTargets(): string[] {
  const dialog = document.querySelector("dialog[open]");
  const targets = (dialog ?? document).querySelectorAll<HTMLElement>(
    "button, a[href], select, summary, textarea, input:not([type=hidden])",
  );
  return [...targets].flatMap((target) => {
    const style = getComputedStyle(target);
    // Links within a sentence, content for screen readers only, and links that fill their surroundings may be smaller.
    if (target.closest("p a") && style.display === "inline") return [];
    if (target.matches(".sr-only, [href='#content']") || style.pointerEvents === "none") return [];
    if (getComputedStyle(target, "::after").position === "absolute") return [];
    if (!target.checkVisibility({ checkVisibilityCSS: true })) return [];
    const boxes = [target, target.closest("label")].flatMap(
      (each) => each?.getBoundingClientRect() ?? [],
    );
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    if (width >= 43.5 && height >= 43.5) return [];
    const name = (target.ariaLabel ?? target.textContent ?? "").trim().slice(0, 40);
    return [`“${name}” has ${Math.round(width)} by ${Math.round(height)} pixels`];
  });
}
