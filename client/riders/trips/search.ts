/** What the address of the list of trips holds. */
export interface TripsSearch {
  when?: "past" | undefined;
  /** How many pages are shown, one under the other. */
  pages?: number | undefined;
}

const mostPages = 40;

/** Reads it from any address; what makes no sense is left out. */
export function readTripsSearch({ when, pages }: Record<string, unknown>): TripsSearch {
  const count = Number(pages);
  // Each named, also where it is nothing: what is left out shows through as it was typed.
  return {
    when: when === "past" ? when : undefined,
    pages: Number.isInteger(count) && count > 1 ? Math.min(count, mostPages) : undefined,
  };
}
