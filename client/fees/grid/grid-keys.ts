import type { KeyboardEvent } from "react";

/**
 * Returns keyboard navigation for a grid of fields: up and down stay in the column, left and right leave a field at its
 * ends, Enter moves down and past the last row adds one. Rows have `data-row`, focusable elements `data-col` with the
 * column's name. Pass it to `onKeyDown` of the element around the rows.
 */
export function createGridKeyHandler(onAdd?: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target;
    if (!(from instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = from.closest("[data-row]");
    const column = from.dataset.col;
    if (!row || !column) return;
    const isTextInput = from instanceof HTMLInputElement && from.type === "text";
    const isSelect = from instanceof HTMLSelectElement;
    const rowStep = { ArrowUp: -1, ArrowDown: 1, Enter: event.shiftKey ? -1 : 1 }[event.key] ?? 0;
    if (rowStep !== 0) {
      // Arrow keys change a select, and Enter presses a button, so leave these keys to the browser.
      if (isSelect && event.key !== "Enter") return;
      if (!isTextInput && !isSelect && event.key === "Enter") return;
      if (from instanceof HTMLInputElement && from.type === "date") return;
      event.preventDefault();
      const next = nextField(event.currentTarget, row, column, rowStep);
      if (next) next.focus();
      else if (event.key === "Enter" && rowStep > 0) onAdd?.();
      return;
    }
    const columnStep = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    if (columnStep === 0 || event.shiftKey || !(isTextInput || from instanceof HTMLButtonElement))
      return;
    if (from instanceof HTMLInputElement && !isAtEnd(from, columnStep)) return;
    const fields = [...row.querySelectorAll<HTMLElement>("[data-col]")];
    const next = fields[fields.indexOf(from) + columnStep];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}

/** Returns the next field of a column above or below a row. */
function nextField(grid: HTMLElement, row: Element, column: string, rowStep: number) {
  const rows = [...grid.querySelectorAll("[data-row]")];
  const rowIndex = rows.indexOf(row);
  return (rowStep > 0 ? rows.slice(rowIndex + 1) : rows.slice(0, rowIndex).toReversed())
    .map((each) => each.querySelector<HTMLElement>(`[data-col="${CSS.escape(column)}"]`))
    .find((each) => each !== null);
}

/** Whether the caret is at that end, or all of the text is selected. */
function isAtEnd(field: HTMLInputElement, columnStep: number): boolean {
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (start === 0 && end === value.length) return true;
  return start === end && (columnStep < 0 ? start === 0 : end === value.length);
}
