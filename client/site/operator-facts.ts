import type { OpeningHours as Week } from "../../src/settings/hours-contract";

/** What the public pages say about the operator. */
export interface OperatorFacts {
  brand: string;
  /** The brand in paths: `/{brandSlug}Client`. */
  brandSlug: string;
  town: string;
  phone?: string | null;
  email?: string | null;
  openingHours?: Week | null;
  /** Why riders cannot book by themselves now, in the owner's words; null while they can. */
  bookingClosed?: string | null;
  demo?: boolean;
}
