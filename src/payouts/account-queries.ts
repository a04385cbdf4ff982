/** Drivers' current accounts: one driver's with its open weeks, and the balances of all drivers. */
import { fullName } from "../accounts/name-rules";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { drivers } from "../../db/schema/drivers";
import { likePattern, fromCursor, TimeCursor, toCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { publicSettings } from "../settings/queries";
import type { BalancesQuery, DriverBalances, OpenAccount, OpenAccountQuery } from "./contract";
import { lastStatements, readOpenBalance } from "./open-balance-queries";
import { toEntry } from "./queries";
import { mondayAt, statementWeekOf } from "./rules";

const NameCursor = z.tuple([z.string(), z.string(), z.string()]);

/**
 * Returns the part of a driver's account that is on no statement yet, with pages of trips, latest first. Throws 404 for
 * an unknown driver.
 */
export function readOpenAccount(
  deps: Deps,
  driverId: string,
  query: z.output<typeof OpenAccountQuery>,
): OpenAccount {
  const cursor = fromCursor(query.cursor, TimeCursor);
  const { db } = deps;
  const [driver] = db
    .select({ id: drivers.id })
    .from(drivers)
    .where(eq(drivers.id, driverId))
    .all();
  if (!driver) throw new AppError("request.not_found");
  const { timeZone } = publicSettings(deps);
  const { trips, entries, sums } = readOpenBalance(deps, driverId);
  const monday = mondayAt(deps.now(), timeZone);
  const lastStatementByCurrency = lastStatements(db, driverId);
  const since = [...trips, ...entries.map((entry) => ({ ...entry, pickupAt: entry.recordedAt }))]
    .map(({ currency, pickupAt }) =>
      statementWeekOf(pickupAt, timeZone, lastStatementByCurrency.get(currency)?.monday ?? null),
    )
    .concat(monday)
    .sort()[0];
  const tripsAfterCursor = trips
    .toReversed()
    .filter(
      ({ pickupAt, id }) =>
        cursor === null || pickupAt < cursor[0] || (pickupAt === cursor[0] && id < cursor[1]),
    );
  const pageTrips = tripsAfterCursor.slice(0, query.limit);
  const lastPageTrip = tripsAfterCursor.length > query.limit ? pageTrips.at(-1) : undefined;
  return {
    monday,
    since: since ?? monday,
    timeZone,
    sums,
    lines: pageTrips.map((trip) => ({
      kind: trip.kind,
      reservationId: trip.id,
      reservationNumber: trip.number,
      currency: trip.currency,
      pickupLocal: trip.pickupLocal,
      pickup: trip.pickup,
      dropoff: trip.dropoff,
      ended: trip.ended,
      payment: trip.payment,
      terminal: trip.terminal,
      chargedMinor: trip.chargedMinor,
      payMinor: trip.payMinor,
      heldMinor: trip.heldMinor,
      payLines: trip.payLines,
    })),
    nextCursor: lastPageTrip ? toCursor([lastPageTrip.pickupAt, lastPageTrip.id]) : null,
    entries: entries.toReversed().map((entry) => toEntry(db, entry)),
  };
}

/** Lists all drivers by last and first name, or by their only name, with their balances. `q` searches names. */
export function listBalances(deps: Deps, query: z.output<typeof BalancesQuery>): DriverBalances {
  const [sortName, firstName, id] = fromCursor(query.cursor, NameCursor) ?? ["", "", ""];
  const { db } = deps;
  const rows = db.$client
    .query<
      { id: string; firstName: string; lastName: string; state: "active" | "suspended" },
      [string, string, string, string, number]
    >(
      `SELECT id, first_name AS firstName, last_name AS lastName, state FROM drivers
       WHERE first_name || ' ' || last_name || ' ' || first_name LIKE ? ESCAPE '\\'
         AND (coalesce(nullif(last_name, ''), first_name), first_name, id) > (?, ?, ?)
       ORDER BY coalesce(nullif(last_name, ''), first_name), first_name, id LIMIT ?`,
    )
    .all(likePattern(query.q ?? ""), sortName, firstName, id, query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [
    last.lastName || last.firstName,
    last.firstName,
    last.id,
  ]);
  const { timeZone } = publicSettings(deps);
  const monday = mondayAt(deps.now(), timeZone);
  return {
    drivers: shown.map((driver) => {
      const { sums, trips, entries } = readOpenBalance(deps, driver.id);
      const lastStatementByCurrency = lastStatements(db, driver.id);
      const isInEndedWeek = (currency: string, at: number) =>
        statementWeekOf(at, timeZone, lastStatementByCurrency.get(currency)?.monday ?? null) <
        monday;
      return {
        driverId: driver.id,
        name: fullName(driver),
        state: driver.state,
        balances: sums
          .map(({ currency, openingMinor, closingMinor, heldMinor }) => ({
            currency,
            stated: openingMinor,
            now: closingMinor,
            heldMinor,
          }))
          .filter(({ stated, now, heldMinor }) => stated !== 0 || now !== 0 || heldMinor !== 0),
        closable:
          trips.some(({ currency, pickupAt }) => isInEndedWeek(currency, pickupAt)) ||
          entries.some(({ currency, recordedAt }) => isInEndedWeek(currency, recordedAt)),
      };
    }),
    nextCursor,
  };
}
