/**
 * The position of toasts: on the right, as high as possible without covering a control. Somebody who accepts three
 * documents in a row and then approves the application must be able to press the button.
 */

/** The top and bottom, in pixels of the window. */
export interface VerticalSpan {
  top: number;
  bottom: number;
}

/** The free space above and below toasts, in pixels. */
const GAP_PX = 8;

/**
 * Returns the top position for toasts of this height in a window of that height, beside the controls of their column:
 * the highest free position, else the one that covers the least.
 */
export function toastTopFor(
  height: number,
  windowHeight: number,
  controls: readonly VerticalSpan[],
): number {
  const lowestTop = Math.max(GAP_PX, windowHeight - height - GAP_PX);
  const tops = [GAP_PX, ...controls.map(({ bottom }) => bottom + GAP_PX)]
    .filter((top) => top >= GAP_PX && top <= lowestTop)
    .toSorted((a, b) => a - b);
  const coveredHeight = (top: number) =>
    controls.reduce(
      (sum, span) =>
        sum + Math.max(0, Math.min(span.bottom, top + height) - Math.max(span.top, top)),
      0,
    );
  const [first = GAP_PX, ...others] = tops;
  return others.reduce(
    (best, top) => (coveredHeight(top) < coveredHeight(best) ? top : best),
    first,
  );
}

const INTERACTIVE_SELECTOR =
  "button, a[href], input, select, textarea, summary, label, [role=button]";

/**
 * The width of the window, in pixels, below which toasts are as wide as the window and would hide the page's heading.
 */
const PHONE_WIDTH_PX = 640;

/**
 * Returns the visible controls that a box between these sides would cover, on a phone also the page's heading. `own` is
 * the toasts' container.
 */
export function controlsWithin(own: Element, left: number, right: number): VerticalSpan[] {
  const controlSelector =
    innerWidth < PHONE_WIDTH_PX ? `${INTERACTIVE_SELECTOR}, h1` : INTERACTIVE_SELECTOR;
  return [...document.querySelectorAll<HTMLElement>(controlSelector)].flatMap((control) => {
    if (own.contains(control) || getComputedStyle(control).visibility !== "visible") return [];
    const box = control.getBoundingClientRect();
    const isInColumn =
      box.width > 0 &&
      box.right > left &&
      box.left < right &&
      box.bottom > 0 &&
      box.top < innerHeight;
    return isInColumn ? [{ top: box.top, bottom: box.bottom }] : [];
  });
}
