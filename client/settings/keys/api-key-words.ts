import type { KeyScope } from "../../../src/accounts/keys/key-contract";

/** What each scope lets a program do, in one or two words. */
export const scopeNames: Record<KeyScope, string> = {
  quotes: "Prices",
  bookings: "Bookings",
  read: "Reading",
  events: "Webhooks",
  website: "Booking page",
};

/** What each scope lets a program do, in a sentence. */
export const scopeDetails: Record<KeyScope, string> = {
  quotes: "Get prices for trips.",
  bookings: "Book, change and cancel trips.",
  read: "Read trips, positions and receipts.",
  events: "Add and delete its own webhooks.",
  website: "Get prices and place bookings on a web page, where everybody can read the key.",
};
