import type { OpeningHours as Week } from "../../src/settings/hours-contract";

/** The operator's details shown on public pages. */
export interface OperatorFacts {
  brand: string;
  /** The brand in paths, such as `/{brandSlug}Client`. */
  brandSlug: string;
  town: string;
  phone?: string | null;
  email?: string | null;
  openingHours?: Week | null;
  /** Why online booking is closed, in the owner's words; null while it is open. */
  bookingClosed?: string | null;
  demo?: boolean;
}
