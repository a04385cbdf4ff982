/** Calls that every screen of dispatch uses. */
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
  /** For a contact message, the box whose list shows it. */
  box: z.enum(["open", "closed", "spam"]).optional(),
  /** The title, such as "#1404 Félicien Gasasira" or "RAD 123 C". */
  title: z.string(),
  /** More about it, such as a trip's route, a number or a model. */
  detail: z.string(),
  /** The pickup of a reservation. Null for other kinds. */
  pickupAt: z.iso.datetime().nullable(),
  state: ReservationState.nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/**
 * At most eight hits of each kind, in the order of the kinds. Riders, incidents and other protected records appear only
 * to staff who may see them.
 */
export const SearchAnswer = z.object({ hits: z.array(SearchHit) });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
