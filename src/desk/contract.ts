/** What the frame of dispatch asks, whatever screen is in it. */
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

/** Something that dispatch keeps, as far as a line of a list says it. */
export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  /** Of a contact message the box that it lies in: its list shows that. */
  box: z.enum(["open", "closed", "spam"]).optional(),
  /** "#1404 Félicien Gasasira", "RAD 123 C". */
  title: z.string(),
  /** The way of a trip, a number, a model. */
  detail: z.string(),
  /** Of a reservation only. */
  pickupAt: z.iso.datetime().nullable(),
  state: ReservationState.nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/**
 * At most eight of a kind, in the order of the kinds; riders, incidents and the like only for those who may
 * see them.
 */
export const SearchAnswer = z.object({ hits: z.array(SearchHit) });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
