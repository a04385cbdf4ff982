import type { MouseEvent as Press } from "react";

/**
 * For a `<tr>`: a press beside its controls is a press of its link or button, which bears `data-row`. No
 * box of the link's is laid over the row: Safari does not position table rows, and would lay it over the page.
 */
export const pressableRow = {
  onClick: pressRow,
  // The middle button, which opens a link in a new tab, clicks in its own way.
  onAuxClick: pressRow,
  // The browser would scroll by it instead.
  onMouseDown: (event: Press) => event.button === 1 && event.preventDefault(),
};

function pressRow({ currentTarget, target, button, nativeEvent }: Press): void {
  // What is selected now was by this press: text of the row, to be copied.
  if (button > 1 || (target as Element).closest("a,button") || getSelection()?.type === "Range")
    return;
  // With the keys that were held: Ctrl opens a new tab here too. The middle button is as if both were.
  currentTarget
    .querySelector("[data-row]")
    ?.dispatchEvent(
      new MouseEvent("click", button ? { ctrlKey: true, metaKey: true } : nativeEvent),
    );
}
