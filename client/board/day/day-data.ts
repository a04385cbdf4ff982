/** Loads a day of the board for the timeline and the map. */
import type { DayPlan } from "../../../src/dispatch/board/day-contract";
import type { ReservationState } from "../../../src/reservations/contract";
import type { Api } from "../../api";
import { type BoardSearch, dayOf, filterQuery } from "../board-filters";
import type { StaffCall } from "../../office/calls";

/** Reservations on the day, by state. */
export type Counts = Partial<Record<ReservationState, number>>;

/** Loads the day in the address with its filters, and the count of each state. */
export async function fetchDay(
  api: Api,
  call: StaffCall,
  { search, timeZone }: { search: BoardSearch; timeZone: string },
): Promise<{ plan: DayPlan; counts: Counts }> {
  const day = dayOf(search, timeZone, Date.now());
  const [plan, { counts }] = await Promise.all([
    call(api.admin.day.$get({ query: { day, ...filterQuery(search) } })),
    call(api.admin.reservations.counts.$get({ query: { from: day, to: day } })),
  ]);
  return { plan, counts };
}
