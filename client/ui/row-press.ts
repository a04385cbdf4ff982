import type { MouseEvent } from "react";

/** What takes a press for itself, wherever in a row it is. */
const CONTROLS = "a, button, input, select, textarea, label, summary";

/**
 * For a `<tr>`: a press beside its controls is a press of its link or button, which bears `data-row`. No
 * box of the link's is laid over the row: Safari does not position table rows, and would lay it over the page.
 */
export const pressableRow = {
  onClick: pressRow,
  // The middle button, which opens a link in a new tab, clicks in its own way.
  onAuxClick: pressRow,
  onMouseDown: (event: MouseEvent<HTMLTableRowElement>) => {
    // The browser would scroll by it instead.
    if (event.button === 1) event.preventDefault();
  },
};

/** How a row that can be pressed looks; its link leaves the focus's outline to it. */
export const pressableRowStyle =
  "cursor-pointer has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-focus has-[[data-row]:focus-visible]:-outline-offset-2";

function pressRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { currentTarget: row, target, button } = event;
  if (!(target instanceof Element) || target.closest(CONTROLS) || button > 1) return;
  const selection = getSelection();
  // Text of the row is being selected, to be copied.
  if (selection && !selection.isCollapsed && row.contains(selection.anchorNode)) return;
  const control = row.querySelector<HTMLElement>("[data-row]");
  if (button === 0) {
    // With the keys that were held, so that Ctrl opens a new tab here too.
    control?.dispatchEvent(new window.MouseEvent("click", event.nativeEvent));
  } else if (control instanceof HTMLAnchorElement) {
    window.open(control.href, "_blank", "noopener");
  }
}
