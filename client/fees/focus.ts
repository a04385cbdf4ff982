/** Focuses the field that a path of the price list names. */

/** How many frames to wait for a screen that is still loading. */
const MAX_FRAMES = 60;
/** How many frames to wait for a field that is being rendered, before focusing one near it. */
const FRAMES_FOR_EXACT_FIELD = 4;

/** The number of the latest call. Earlier calls that still wait give up. */
let latestCall = 0;

/**
 * Focuses the field at `path`; if there is none, the first one below it, else the nearest one
 * above. Waits for a row or screen that is still loading.
 */
export function focusPath(path: string): void {
  const ownCall = ++latestCall;
  let frame = 0;
  const tryFocus = () => {
    if (ownCall !== latestCall) return;
    const field = exactField(path) ?? (frame >= FRAMES_FOR_EXACT_FIELD ? nearestField(path) : null);
    if (field) {
      field.focus();
      field.scrollIntoView({ block: "center" });
    } else if (frame++ < MAX_FRAMES) requestAnimationFrame(tryFocus);
  };
  requestAnimationFrame(tryFocus);
}

function exactField(path: string): HTMLElement | null {
  return queryElement(`[data-path="${CSS.escape(path)}"]`);
}

function nearestField(path: string): HTMLElement | null {
  const childField = queryElement(`[data-path^="${CSS.escape(path)}."]`);
  if (childField) return childField;
  const names = path.split(".");
  // Focus only a row or a part, never just any field.
  for (let length = names.length - 1; length > 1; length--) {
    const parentSelector = CSS.escape(names.slice(0, length).join("."));
    const nearField = queryElement(
      `[data-path="${parentSelector}"], [data-path^="${parentSelector}."]`,
    );
    if (nearField) return nearField;
  }
  return queryElement(`[data-list="${CSS.escape(names[0] ?? "")}"] [data-path]`);
}

function queryElement(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
