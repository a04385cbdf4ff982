/** The loaders of the driver's screens. */
import { notFound } from "@tanstack/react-router";
import type { Availability } from "../../src/availability/contract";
import type { DriverDocuments } from "../../src/documents/contract";
import type { Driver, GetDriverAnswer } from "../../src/drivers/contract";
import type { OwnIncidents } from "../../src/incidents/contract";
import type { OpenAccount, Statement, StatementList } from "../../src/payouts/contract";
import type { Notifications } from "../../src/notifications/contract";
import type { Reservation, ReservationList } from "../../src/reservations/contract";
import type { Shift } from "../../src/tracking/contract";
import { type Api, read } from "../api";
import { isNotFoundError } from "../api-error";
import { loadAnswer, redirectToJoinUs } from "./answers";

export type Day = "today" | "future" | "past";

/** The driver by API client. Used only on the server, where each request has its own client. */
const driverByApi = new WeakMap<Api, Promise<Driver>>();

/**
 * Loads the signed-in driver, only once for each request to the server. Without a session, it redirects to `/JoinUs`.
 */
export function loadDriver(api: Api): Promise<Driver> {
  const driver = driverByApi.get(api) ?? fetchDriver(api);
  if (typeof document === "undefined") driverByApi.set(api, driver);
  return driver;
}

async function fetchDriver(api: Api): Promise<Driver> {
  const { getdriver } = await loadAnswer("driver", () =>
    read<GetDriverAnswer>(api.driver["get-driver"].$get()),
  );
  if (!getdriver) throw redirectToJoinUs();
  return getdriver;
}

export function loadNotifications(api: Api): Promise<Notifications> {
  return loadAnswer("notifications", () => read(api.driver.notifications.$get()));
}

/** Loads the driver's documents, and those and the photos of their vehicle. */
export function loadDocuments(api: Api): Promise<DriverDocuments> {
  return loadAnswer("documents", () => read(api.driver.documents.$get()));
}

/** Loads the driver's hours, days off and preferences. */
export function loadAvailability(api: Api): Promise<Availability> {
  return loadAnswer(
    "availability",
    async () => (await read(api.driver.availability.$get())).availability,
  );
}

/** Loads whether the driver is on shift, and whether the server wants their position. */
export function loadShift(api: Api): Promise<Shift> {
  return loadAnswer("shift", () => read(api.driver.shift.$get()));
}

/** Loads the first page of one of the three lists. */
export function loadRides(api: Api, when: Day): Promise<ReservationList> {
  return loadAnswer(when, () => read(api.driver.reservations.$get({ query: { when } })));
}

/** Loads the driver's pay and cash since the last statement, and the latest statements. */
export function loadBilling(
  api: Api,
): Promise<{ account: OpenAccount; statements: StatementList }> {
  return loadAnswer("billing", async () => {
    const [account, statements] = await Promise.all([
      read<OpenAccount>(api.driver.billing.$get({ query: {} })),
      read<StatementList>(api.driver.statements.$get({ query: {} })),
    ]);
    return { account, statements };
  });
}

/** Loads the page after `cursor` of trips that are on no statement yet. Throws `ApiError`. */
export function fetchMoreBilling(api: Api, cursor: string): Promise<OpenAccount> {
  return read(api.driver.billing.$get({ query: { cursor } }));
}

/** Loads the page of statements after `cursor`. Throws `ApiError`. */
export function fetchMoreStatements(api: Api, cursor: string): Promise<StatementList> {
  return read(api.driver.statements.$get({ query: { cursor } }));
}

/** Loads one whole statement. Throws `notFound` when it is not the driver's. */
export async function loadStatement(api: Api, id: string): Promise<Statement> {
  const loadedStatement = await loadAnswer(`statement ${id}`, async () => {
    try {
      return (await read(api.driver.statements[":id"].$get({ param: { id } }))).statement;
    } catch (error) {
      if (isNotFoundError(error)) return null;
      throw error;
    }
  });
  if (!loadedStatement) throw notFound();
  return loadedStatement;
}

/** Loads the driver's latest incident reports. */
export function loadOwnIncidents(api: Api): Promise<OwnIncidents> {
  return loadAnswer("incidents", () => read(api.driver.incidents.$get({ query: {} })));
}

/** Loads the page after `cursor`. Throws `ApiError`. */
export function fetchMoreOwnIncidents(api: Api, cursor: string): Promise<OwnIncidents> {
  return read(api.driver.incidents.$get({ query: { cursor } }));
}

/** Loads the page after `cursor`. Throws `ApiError`. */
export function fetchMoreRides(api: Api, when: Day, cursor: string): Promise<ReservationList> {
  return read(
    api.driver.reservations.$get({
      query: { when, cursor },
    }),
  );
}

/** Loads one whole trip. Throws `notFound` when it is not the driver's. */
export async function loadTrip(api: Api, id: string): Promise<Reservation> {
  const trip = await loadOwnTrip(api, id);
  if (!trip) throw notFound();
  return trip;
}

/** Loads one whole trip; null when it is not, or no longer, the driver's. */
export function loadOwnTrip(api: Api, id: string): Promise<Reservation | null> {
  return loadAnswer(`trip ${id}`, () => fetchOwnTrip(api, id));
}

/** Same as `loadOwnTrip`, but never from the cache. Throws `ApiError`. */
export async function fetchOwnTrip(api: Api, id: string): Promise<Reservation | null> {
  try {
    return (await read(api.driver.reservations[":id"].$get({ param: { id } }))).reservation;
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
}
