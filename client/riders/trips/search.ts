/** The search parameters of the list of trips. */
export interface TripsSearch {
  when?: "past" | "cancelled" | undefined;
  /** The search text. */
  q?: string | undefined;
  /** How many pages are shown. */
  pages?: number | undefined;
}

export const MAX_PAGES = 40;
const maxSearchLength = 200;

/** Reads the parameters of any address and ignores invalid values. */
export function readTripsSearch({ when, q, pages }: Record<string, unknown>): TripsSearch {
  const count = Number(pages);
  const text = typeof q === "number" ? String(q) : q;
  // Every key is set, also if undefined, because a missing key would keep the raw value.
  return {
    when: when === "past" || when === "cancelled" ? when : undefined,
    q: (typeof text === "string" && text.trim().slice(0, maxSearchLength)) || undefined,
    pages: Number.isInteger(count) && count > 1 ? Math.min(count, MAX_PAGES) : undefined,
  };
}
