/**
 * Where toasts stand: at the right, as far up as they cover nothing that can be pressed. Whoever accepts
 * three documents in a row and then approves the application must find the button free.
 */

/** From top to bottom, in pixels of the window. */
export interface Span {
  top: number;
  bottom: number;
}

/** Free room above and below toasts. */
const GAP = 8;

/**
 * The top for toasts of this height in a window of that one, beside the controls of their column: the
 * highest place that is free, else the one with the least of a control beneath.
 */
export function topFor(height: number, windowHeight: number, controls: readonly Span[]): number {
  const last = Math.max(GAP, windowHeight - height - GAP);
  const tops = [GAP, ...controls.map(({ bottom }) => bottom + GAP)]
    .filter((top) => top >= GAP && top <= last)
    .toSorted((a, b) => a - b);
  const covered = (top: number) =>
    controls.reduce(
      (sum, span) =>
        sum + Math.max(0, Math.min(span.bottom, top + height) - Math.max(span.top, top)),
      0,
    );
  const [first = GAP, ...others] = tops;
  return others.reduce((best, top) => (covered(top) < covered(best) ? top : best), first);
}

const PRESSABLE = "button, a[href], input, select, textarea, summary, label, [role=button]";

/** Narrower than this, in pixels, toasts are as wide as the window and would hide which page it is. */
const PHONE = 640;

/**
 * The controls in sight, on a phone the page's heading too, that a box at these sides would lie over; `own`
 * is the toasts' place itself.
 */
export function controlsBeside(own: Element, left: number, right: number): Span[] {
  const kept = innerWidth < PHONE ? `${PRESSABLE}, h1` : PRESSABLE;
  return [...document.querySelectorAll<HTMLElement>(kept)].flatMap((control) => {
    if (own.contains(control) || getComputedStyle(control).visibility !== "visible") return [];
    const box = control.getBoundingClientRect();
    const isBeside =
      box.width > 0 &&
      box.right > left &&
      box.left < right &&
      box.bottom > 0 &&
      box.top < innerHeight;
    return isBeside ? [{ top: box.top, bottom: box.bottom }] : [];
  });
}
