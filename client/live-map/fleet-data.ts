/** Loads the map of all drivers. */
import type { ReservationRow, ReservationState } from "../../src/reservations/contract";
import type { Api } from "../api";
import type { StaffCall } from "../office/calls";
import { localDay } from "../ui/moment";
import type { Fleet } from "./fleet";
import { isInTimeWindow, LOOKAHEAD_MS, OVERDUE_MS } from "./fleet-search";

const unassignedStates = ["pending", "confirmed", "offered"] satisfies ReservationState[];

/** Loads everyone on duty, and pickups of the next hours without a driver, by the server's clock. */
export async function fetchFleet(api: Api, call: StaffCall, timeZone: string): Promise<Fleet> {
  const driversOnDuty = await call(api.admin.positions.$get());
  const now = Date.parse(driversOnDuty.now);
  const dayOf = (at: number) => localDay(new Date(at).toISOString(), timeZone);
  const days = { from: dayOf(now - OVERDUE_MS), to: dayOf(now + LOOKAHEAD_MS) };
  const waitingRows: ReservationRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { reservations: ReservationRow[]; nextCursor: string | null } = await call(
      api.admin.reservations.$get({
        query: {
          ...days,
          state: unassignedStates,
          sort: "pickupAt",
          limit: "100",
          ...(cursor && { cursor }),
        },
      }),
    );
    waitingRows.push(...page.reservations.filter((row) => isInTimeWindow(row, now)));
    const lastRow = page.reservations.at(-1);
    const isBeyondLookahead =
      lastRow !== undefined && Date.parse(lastRow.pickupAt) > now + LOOKAHEAD_MS;
    cursor = isBeyondLookahead ? null : page.nextCursor;
  } while (cursor);
  return { ...driversOnDuty, waiting: waitingRows };
}
