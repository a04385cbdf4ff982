/** Calls of dispatch's frame, whatever the screen. */
import { z } from "zod";
import { ReservationState } from "../reservations/contract";

export const SearchQuery = z.object({ q: z.string().trim().min(1).max(100) });

const searchKinds = [
  "reservation",
  "rider",
  "driver",
  "vehicle",
  "company",
  "place",
  "contact",
  "incident",
  "lost_report",
  "found_item",
  "invoice",
] as const;

/** A search result as a line of a list. */
export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  /** For a contact message: its box, whose list shows it. */
  box: z.enum(["open", "closed", "spam"]).optional(),
  /** "#1404 Félicien Gasasira", "RAD 123 C". */
  title: z.string(),
  /** A trip's route, a number, a model. */
  detail: z.string(),
  /** Only for a reservation. */
  pickupAt: z.iso.datetime().nullable(),
  state: ReservationState.nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/**
 * At most eight of each kind, in the order of the kinds; riders, incidents and the like only for
 * those who may see them.
 */
export const SearchAnswer = z.object({ hits: z.array(SearchHit) });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
