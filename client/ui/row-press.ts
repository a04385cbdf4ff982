import type { MouseEvent as Press } from "react";

/**
 * The handlers of a `<tr>`, so that a press beside its controls presses its link or button, which has `data-row`. The
 * link can't cover the row, because Safari doesn't position table rows and would lay the link over the page.
 */
export const pressableRow = {
  onClick: pressRow,
  // The middle button, which opens a link in a new tab, has its own click event.
  onAuxClick: pressRow,
  // Prevents the scrolling that the browser starts with the middle button.
  onMouseDown: (event: Press) => event.button === 1 && event.preventDefault(),
};

function pressRow({ currentTarget, target, button, nativeEvent }: Press): void {
  // A press that selects text, to be copied, doesn't open the row.
  if (
    button > 1 ||
    (target as Element).closest("a,button,label") ||
    getSelection()?.type === "Range"
  )
    return;
  // Passes the modifier keys on, so that Ctrl opens a new tab here too. The middle button acts as if Ctrl and Meta were
  // held.
  currentTarget
    .querySelector("[data-row]")
    ?.dispatchEvent(
      new MouseEvent("click", button ? { ctrlKey: true, metaKey: true } : nativeEvent),
    );
}
