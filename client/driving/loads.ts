/** What the driver's screens ask the server for. */
import { notFound } from "@tanstack/react-router";
import type { GetDriver } from "../../src/drivers/contract";
import type { Notifications } from "../../src/notifications/contract";
import type { Reservation, ReservationList } from "../../src/reservations/contract";
import type { Shift } from "../../src/tracking/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { loadAnswer, toJoinUs } from "./answers";

export type Day = "today" | "future" | "past";

/** Who is signed in; without a session the visitor is led to `/JoinUs`. */
export async function loadDriver(api: Api) {
  const { getdriver } = await loadAnswer("driver", () =>
    read<GetDriver>(api.driver["get-driver"].$get()),
  );
  if (!getdriver) throw toJoinUs();
  return getdriver;
}

export function loadNotifications(api: Api): Promise<Notifications> {
  return loadAnswer("notifications", () => read(api.driver.notifications.$get()));
}

/** Whether the driver is on shift, and their position wanted. */
export function loadShift(api: Api): Promise<Shift> {
  return loadAnswer("shift", () => read(api.driver.shift.$get()));
}

/** The first page of one of the three lists. */
export function loadRides(api: Api, when: Day): Promise<ReservationList> {
  return loadAnswer(when, () => read(api.driver.reservations.$get({ query: { when } })));
}

/** The newest 100 trips that are over, for the money. */
export function loadPastRides(api: Api): Promise<ReservationList> {
  return loadAnswer("past 100", () =>
    read(api.driver.reservations.$get({ query: { when: "past", limit: "100" } })),
  );
}

/** The page after `cursor`; `limit` is at most 100. Throws `ApiError`. */
export function fetchMoreRides(
  api: Api,
  when: Day,
  cursor: string,
  limit?: number,
): Promise<ReservationList> {
  return read(
    api.driver.reservations.$get({
      query: { when, cursor, ...(limit !== undefined && { limit: String(limit) }) },
    }),
  );
}

/** One trip whole; the page for what isn't there when it is not the driver's. */
export async function loadTrip(api: Api, id: string): Promise<Reservation> {
  const trip = await loadTripIfMine(api, id);
  if (!trip) throw notFound();
  return trip;
}

/** One trip whole; null when it is not, or no longer, the driver's. */
export function loadTripIfMine(api: Api, id: string): Promise<Reservation | null> {
  return loadAnswer(`trip ${id}`, () => fetchTripIfMine(api, id));
}

/** As `loadTripIfMine`, past everything kept. Throws `ApiError`. */
export async function fetchTripIfMine(api: Api, id: string): Promise<Reservation | null> {
  try {
    return (await read(api.driver.reservations[":id"].$get({ param: { id } }))).reservation;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
