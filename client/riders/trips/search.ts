/** What the address of the list of trips holds. */
export interface TripsSearch {
  when?: "past" | "cancelled" | undefined;
  /** What is looked for among them. */
  q?: string | undefined;
  /** How many pages are shown, one under the other. */
  pages?: number | undefined;
}

const mostPages = 40;
const longest = 200;

/** Reads it from any address; what makes no sense is left out. */
export function readTripsSearch({ when, q, pages }: Record<string, unknown>): TripsSearch {
  const count = Number(pages);
  const text = typeof q === "number" ? String(q) : q;
  // Each named, also where it is nothing: what is left out shows through as it was typed.
  return {
    when: when === "past" || when === "cancelled" ? when : undefined,
    q: (typeof text === "string" && text.trim().slice(0, longest)) || undefined,
    pages: Number.isInteger(count) && count > 1 ? Math.min(count, mostPages) : undefined,
  };
}
