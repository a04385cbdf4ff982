import type { ImportKind, ImportRow } from "../../src/imports/contract";

/** The kinds in the order in which a fleet moves in: each names what those before it have brought. */
export const importKindWords: Record<ImportKind, string> = {
  vehicles: "Vehicles",
  drivers: "Drivers",
  companies: "Companies",
  riders: "Riders",
  places: "Places",
  repeating: "Repeating trips",
  reservations: "Reservations",
  payments: "Payments",
};

/** `1 line`, `5,200 lines`. */
export const countedLines = (count: number): string =>
  count === 1 ? "1 line" : `${count.toLocaleString("en")} lines`;

/** The states of an import. */
export const importStateWords: Record<ImportRow["state"], string> = {
  ready: "Not imported yet",
  applied: "Imported",
  undone: "Undone",
};
