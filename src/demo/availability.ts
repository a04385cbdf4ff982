/** The demo drivers' hours, preferences and days off. */
import { eq } from "drizzle-orm";
import {
  driverAvailabilityChanges,
  driverDaysOff,
  driverHours,
  driverPreferences,
} from "../../db/schema/drivers";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import { timeOf } from "../availability/rules";
import { localTimeAt } from "../settings/local-time";
import { listZoneNames } from "../zones/queries";
import { insertRow } from "../../db/rows";

const DAY = 86_400_000;

/** Start and end in minutes after midnight. An end at or before the start is on the next day. */
type ShiftMinutes = readonly [number, number];
const hour = (hours: number) => hours * 60;
const earlyShift: readonly ShiftMinutes[] = [[hour(5), hour(15)]];
const longShift: readonly ShiftMinutes[] = [[hour(6), hour(20)]];
const splitShift: readonly ShiftMinutes[] = [
  [hour(6), hour(11)],
  [hour(15), hour(22)],
];
const nightShift: readonly ShiftMinutes[] = [[hour(16), hour(2)]];

type DriverTimes = {
  shifts: readonly ShiftMinutes[];
  serviceTypes?: string[];
  zones?: string[];
  mobility?: string[];
  /** The first day and the last day, counted from today, and the reason. */
  daysOff?: readonly (readonly [number, number, string])[];
};

/** Listed in the order of the drivers. Null for a driver who has set no hours. */
const timesByDriver: readonly (DriverTimes | null)[] = [
  {
    shifts: longShift,
    zones: ["City centre"],
    daysOff: [
      [-41, -38, "Family in Musanze"],
      [16, 18, "My sister’s wedding"],
      [33, 41, "Christmas at home"],
    ],
  },
  { shifts: longShift, daysOff: [[3, 3, ""]] },
  {
    shifts: earlyShift,
    serviceTypes: ["point_to_point", "hourly", "airport_dropoff", "home_care"],
  },
  { shifts: splitShift },
  null,
  { shifts: nightShift, serviceTypes: ["point_to_point", "airport_pickup", "airport_dropoff"] },
  { shifts: longShift, zones: ["Airport"] },
  { shifts: splitShift, daysOff: [[-9, -9, "Clinic"]] },
  {
    shifts: longShift,
    serviceTypes: ["point_to_point", "hourly", "airport_pickup", "airport_dropoff"],
  },
  null,
  {
    shifts: longShift,
    serviceTypes: ["home_care", "point_to_point"],
    mobility: ["wheelchair", "oversized_wheelchair", "can_transfer", "scooter"],
  },
  { shifts: earlyShift, mobility: ["wheelchair", "can_transfer"], daysOff: [[1, 2, "Training"]] },
];

/** Writes the drivers' hours, preferences and days off. No driver is off on a day on which they have a trip. */
export function writeAvailability(tx: Tx, random: Random, fleet: Fleet): void {
  const { now, timeZone } = fleet;
  const zones = listZoneNames(tx);
  const dayAt = (days: number) => localTimeAt(now + days * DAY, timeZone).slice(0, 10);
  for (const [index, driver] of fleet.drivers.entries()) {
    const times = timesByDriver[index];
    if (!times) continue;
    const at = now - Math.round(random.between(20, 60) * DAY);
    const changeRows = (
      section: "hours" | "days_off" | "preferences",
      entries: readonly object[],
    ) =>
      entries.map((facts, number) => ({
        driverId: driver.id,
        section,
        version: number + 1,
        at: at + number * 60_000,
        actorKind: "driver" as const,
        actorId: driver.id,
        actorName: driver.name,
        facts,
      }));
    const spans = [1, 2, 3, 4, 5, 6, 7]
      .filter((weekday) => weekday !== driver.dayOff)
      .flatMap((weekday) =>
        times.shifts.map(([fromMinute, untilMinute]) => ({ weekday, fromMinute, untilMinute })),
      );
    const changes = changeRows("hours", [
      {
        spans: spans.map(({ weekday, fromMinute, untilMinute }) => ({
          weekday,
          from: timeOf(fromMinute),
          until: timeOf(untilMinute),
        })),
      },
    ]);
    tx.insert(driverHours)
      .values(spans.map((span) => ({ driverId: driver.id, ...span })))
      .run();
    const daysWithTrips = tx
      .select({ pickupLocal: reservations.pickupLocal })
      .from(reservations)
      .where(eq(reservations.driverId, driver.id))
      .all()
      .map(({ pickupLocal }) => pickupLocal.slice(0, 10));
    const daysOffWithoutTrips = (times.daysOff ?? []).filter(
      ([from, until]) => !daysWithTrips.some((day) => dayAt(from) <= day && day <= dayAt(until)),
    );
    if (daysOffWithoutTrips.length > 0) {
      tx.insert(driverDaysOff)
        .values(
          daysOffWithoutTrips.map(([from, until, note]) => ({
            id: random.id(at),
            driverId: driver.id,
            fromDay: dayAt(from),
            untilDay: dayAt(until),
            note,
            createdAt: at,
          })),
        )
        .run();
      changes.push(
        ...changeRows(
          "days_off",
          daysOffWithoutTrips.map(([from, until]) => ({
            added: { fromDay: dayAt(from), untilDay: dayAt(until) },
          })),
        ),
      );
    }
    const { serviceTypes = [], mobility = [] } = times;
    const zoneIds = zones.filter(({ name }) => times.zones?.includes(name)).map(({ id }) => id);
    if (serviceTypes.length + mobility.length + zoneIds.length > 0) {
      insertRow(tx, driverPreferences, {
        driverId: driver.id,
        serviceTypes,
        zoneIds,
        mobility,
        updatedAt: at,
      });
      changes.push(...changeRows("preferences", [{ serviceTypes, zoneIds, mobility }]));
    }
    tx.insert(driverAvailabilityChanges).values(changes).run();
  }
}
