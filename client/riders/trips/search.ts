/** What the address of the list of trips holds. */
export interface TripsSearch {
  when?: "past";
  /** How many pages are shown, one under the other. */
  pages?: number;
}

const mostPages = 40;

/** Reads it from any address; what makes no sense is left out. */
export function readTripsSearch({ when, pages }: Record<string, unknown>): TripsSearch {
  const count = Number(pages);
  return {
    ...(when === "past" && { when }),
    ...(Number.isInteger(count) && count > 1 && { pages: Math.min(count, mostPages) }),
  };
}
