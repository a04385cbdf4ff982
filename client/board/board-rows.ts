/** Rows of the board as the keyboard meets them: each has one button that bears `data-row`. */

function shownRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row]")].filter(
    // The list stands twice in the page, as a table and as cards; one of them is not shown.
    (row) => row.checkVisibility?.() ?? true,
  );
}

/** Puts the focus on a row: the first, or the one of a reservation. True when there is one. */
export function focusRow(which: "first" | { id: string }): boolean {
  const rows = shownRows();
  const row = which === "first" ? rows[0] : rows.find((found) => found.dataset.row === which.id);
  row?.focus();
  return row !== undefined;
}

/** The reservation `step` rows from `id`, staying within the list; from nowhere, the first. */
export function neighbour(id: string | null, step: 1 | -1): string | null {
  const ids = shownRows().flatMap((row) => row.dataset.row ?? []);
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[at + step] ?? ids[at] ?? null;
}
