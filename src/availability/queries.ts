import { and, asc, desc, eq, gte, lt, lte, max } from "drizzle-orm";
import {
  driverAvailabilityChanges,
  driverDaysOff,
  driverHours,
  driverPreferences,
  drivers,
  type StoredAvailabilityChange,
  type StoredDayOff,
  type StoredDriverPreferences,
} from "../../db/schema/drivers";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { ServiceType } from "../fares/contract";
import { localTimeAt } from "../settings/local-time";
import { readOperator, todayOf } from "../settings/queries";
import { listZoneNames } from "../zones/queries";
import {
  type Availability,
  type DayOff,
  type DriverWeek,
  type Preferences,
  TrainedMobility,
} from "./contract";
import { daysFrom, type DriverTimes, isDayOff, type Span, spansOfDay, timeOf } from "./rules";
import { findRow } from "../../db/rows";
import { iso } from "../formats/instants";

/** The sections that are saved separately. */
export type Section = StoredAvailabilityChange["section"];

/** How many past entries are shown. */
const MAX_PAST_ENTRIES = 25;

/** Throws 404 if there is no such driver. */
export function requireKnownDriver(db: Db, driverId: string): void {
  if (!db.select({ id: drivers.id }).from(drivers).where(eq(drivers.id, driverId)).get())
    throw new AppError("request.not_found");
}

/** Returns the version of a section; 0 until it is first saved. */
export function versionOf(db: Db, driverId: string, section: Section): number {
  const row = db
    .select({ version: max(driverAvailabilityChanges.version) })
    .from(driverAvailabilityChanges)
    .where(
      and(
        eq(driverAvailabilityChanges.driverId, driverId),
        eq(driverAvailabilityChanges.section, section),
      ),
    )
    .get();
  return row?.version ?? 0;
}

/**
 * Returns a driver's availability. Throws 404 if there is no such driver. Drivers do not see which dispatcher changed
 * it (`isForDriver`).
 */
export function readAvailability(deps: Deps, driverId: string, isForDriver: boolean): Availability {
  const { db } = deps;
  requireKnownDriver(db, driverId);
  const today = todayOf(deps);
  const lastChange = (section: Section) => {
    const [row] = db
      .select()
      .from(driverAvailabilityChanges)
      .where(
        and(
          eq(driverAvailabilityChanges.driverId, driverId),
          eq(driverAvailabilityChanges.section, section),
        ),
      )
      .orderBy(desc(driverAvailabilityChanges.version))
      .limit(1)
      .all();
    if (!row) return { version: 0, changed: null };
    const isByDispatch = row.actorKind === "admin";
    return {
      version: row.version,
      changed: {
        at: iso(row.at),
        by: isByDispatch ? ("dispatch" as const) : ("driver" as const),
        name: isByDispatch && isForDriver ? "" : row.actorName,
      },
    };
  };
  const spans = db
    .select()
    .from(driverHours)
    .where(eq(driverHours.driverId, driverId))
    .orderBy(asc(driverHours.weekday), asc(driverHours.fromMinute))
    .all();
  const isOfDriver = eq(driverDaysOff.driverId, driverId);
  const upcomingDaysOff = db
    .select()
    .from(driverDaysOff)
    .where(and(isOfDriver, gte(driverDaysOff.untilDay, today)))
    .orderBy(asc(driverDaysOff.fromDay), asc(driverDaysOff.id))
    .all();
  const pastDaysOff = db
    .select()
    .from(driverDaysOff)
    .where(and(isOfDriver, lt(driverDaysOff.untilDay, today)))
    .orderBy(desc(driverDaysOff.untilDay), desc(driverDaysOff.id))
    .limit(MAX_PAST_ENTRIES)
    .all();
  const zones = listZoneNames(db);
  const preferences = findRow(db, driverPreferences, { driverId });
  return {
    hours: {
      ...lastChange("hours"),
      spans: spans.map(({ weekday, fromMinute, untilMinute }) => ({
        weekday,
        from: timeOf(fromMinute),
        until: timeOf(untilMinute),
      })),
    },
    daysOff: {
      ...lastChange("days_off"),
      upcomingDays: upcomingDaysOff.map(toDayOff),
      past: pastDaysOff.map(toDayOff),
    },
    preferences: { ...lastChange("preferences"), ...toPreferences(preferences) },
    zones,
    today,
  };
}

function toDayOff({ id, fromDay, untilDay, note }: StoredDayOff): DayOff {
  return { id, fromDay, untilDay, note };
}

/** Ignores values that Livery no longer knows, or that come from another release. */
function toPreferences(row: StoredDriverPreferences | undefined): Preferences {
  const knownCodes = <Word extends string>(
    words: readonly Word[],
    list: readonly string[] = [],
  ): Word[] => words.filter((word) => list.includes(word));
  return {
    serviceTypes: knownCodes(ServiceType.options, row?.serviceTypes),
    zoneIds: row?.zoneIds ?? [],
    mobility: knownCodes(TrainedMobility.options, row?.mobility),
  };
}

/**
 * Returns the times of all drivers who have entered any, for a range of days (both such as `2026-11-24`, inclusive). A
 * missing driver has entered nothing. Uses two statements, however many drivers there are.
 */
export function timesOfDrivers(
  db: Db,
  fromDay: string,
  untilDay: string,
): Map<string, DriverTimes> {
  const hours = Map.groupBy(db.select().from(driverHours).all(), ({ driverId }) => driverId);
  const daysOff = Map.groupBy(
    db
      .select()
      .from(driverDaysOff)
      .where(and(gte(driverDaysOff.untilDay, fromDay), lte(driverDaysOff.fromDay, untilDay)))
      .all(),
    ({ driverId }) => driverId,
  );
  return new Map(
    [...new Set([...hours.keys(), ...daysOff.keys()])].map((id) => [
      id,
      { hours: hours.get(id) ?? [], daysOff: daysOff.get(id) ?? [] },
    ]),
  );
}

/** The times of a driver who has entered none. */
export const unknownTimes: DriverTimes = { hours: [], daysOff: [] };

/** Returns the same as `timesOfDrivers`, for a period (ms UTC). */
export function driverTimesBetween(
  db: Db,
  from: number,
  until: number,
  timeZone: string,
): Map<string, DriverTimes> {
  const first = Temporal.PlainDate.from(localTimeAt(from, timeZone).slice(0, 10));
  // Hours that begin the evening before may extend into the period.
  return timesOfDrivers(
    db,
    first.subtract({ days: 1 }).toString(),
    localTimeAt(until, timeZone).slice(0, 10),
  );
}

/** Returns the preferences of all drivers who have entered any. */
export function preferencesOfDrivers(db: Db): Map<string, Preferences> {
  return new Map(
    db
      .select()
      .from(driverPreferences)
      .all()
      .map((row) => [row.driverId, toPreferences(row)]),
  );
}

/** The preferences of a driver who takes every trip. */
export const emptyPreferences: Preferences = { serviceTypes: [], zoneIds: [], mobility: [] };

/** Returns when each driver can drive, in the hours that begin on a day; for timelines. */
export function daySpans(
  deps: Deps,
  driverIds: readonly string[],
  day: string,
): Map<string, Span[]> {
  const { timeZone } = readOperator(deps);
  const times = timesOfDrivers(deps.db, day, day);
  return new Map(
    driverIds.map((id) => [id, spansOfDay(times.get(id) ?? unknownTimes, day, timeZone)]),
  );
}

/** Returns the next seven days of some drivers, in the given order. */
export function weeksOf(deps: Deps, driverIds: readonly string[]): DriverWeek[] {
  const days = daysFrom(todayOf(deps), 7);
  const times = timesOfDrivers(deps.db, days[0] ?? "", days[6] ?? "");
  return driverIds.map((driverId) => {
    const { hours, daysOff } = times.get(driverId) ?? unknownTimes;
    return {
      driverId,
      hasHours: hours.length > 0,
      days: days.map((day) => {
        const off = isDayOff(daysOff, day);
        const { dayOfWeek } = Temporal.PlainDate.from(day);
        return {
          day,
          off,
          hours: hours
            .filter(({ weekday }) => !off && weekday === dayOfWeek)
            .toSorted((a, b) => a.fromMinute - b.fromMinute)
            .map((span) => ({ from: timeOf(span.fromMinute), until: timeOf(span.untilMinute) })),
        };
      }),
    };
  });
}
