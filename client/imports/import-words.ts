import type { ImportKind, ImportRow } from "../../src/imports/contract";

/** The kinds, in the order in which a new operator imports them: each refers to records of the kinds before it. */
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

/** The states of an import. */
export const importStateWords: Record<ImportRow["state"], string> = {
  ready: "Not imported yet",
  applied: "Imported",
  undone: "Undone",
};
