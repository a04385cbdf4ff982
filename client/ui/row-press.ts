import type { MouseEvent as Press } from "react";

/**
 * For a `<tr>`: a press beside its controls presses its link or button, marked by `data-row`. The link
 * cannot cover the row: Safari does not position table rows, and would lay it over the page.
 */
export const pressableRow = {
  onClick: pressRow,
  // The middle button, which opens a link in a new tab, has its own click event.
  onAuxClick: pressRow,
  // The browser would start to scroll.
  onMouseDown: (event: Press) => event.button === 1 && event.preventDefault(),
};

function pressRow({ currentTarget, target, button, nativeEvent }: Press): void {
  // Text selected by this press, to be copied, is not a press.
  if (
    button > 1 ||
    (target as Element).closest("a,button,label") ||
    getSelection()?.type === "Range"
  )
    return;
  // With the modifier keys: Ctrl opens a new tab here too. The middle button acts as if both were
  // held.
  currentTarget
    .querySelector("[data-row]")
    ?.dispatchEvent(
      new MouseEvent("click", button ? { ctrlKey: true, metaKey: true } : nativeEvent),
    );
}
