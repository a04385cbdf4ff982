/** The maintenance plans, log and times out of service of the demo's cars. */
import { and, desc, eq, gt } from "drizzle-orm";
import { assignments } from "../../db/schema/dispatch";
import {
  maintenanceEntries,
  maintenancePlans,
  odometerReadings,
} from "../../db/schema/maintenance";
import { vehicleOutages, vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import { localTimeAt } from "../settings/local-time";
import { insertRow } from "../../db/rows";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const METERS_PER_KM = 1_000;

const plans = [
  {
    kind: "service",
    everyMonths: 12,
    everyMeters: 15_000 * METERS_PER_KM,
    what: "Oil, filters and a check",
  },
  { kind: "tyres", everyMonths: null, everyMeters: 40_000 * METERS_PER_KM, what: "Four new tyres" },
  { kind: "inspection", everyMonths: 12, everyMeters: null, what: "Technical inspection passed" },
  { kind: "cleaning", everyMonths: 1, everyMeters: null, what: "Cleaned inside and out" },
] as const;
const garages = ["Garage Kacyiru", "Auto Plus, Gikondo", "Remera Motors"];

/** Writes the maintenance plans, log, odometer readings and times out of service of all cars. */
export function writeMaintenance(tx: Tx, random: Random, fleet: Fleet): void {
  const { now, timeZone, dispatchers } = fleet;
  const by = dispatchers[0]?.name ?? "";
  const dayAt = (at: number) => localTimeAt(at, timeZone).slice(0, 10);
  const cars = tx.select().from(vehicles).orderBy(vehicles.plate).all();
  for (const [carIndex, { id: vehicleId }] of cars.entries()) {
    const totalMeters = Math.round(random.between(38_000, 140_000)) * METERS_PER_KM;
    const metersPerDay = Math.round(random.between(90, 170)) * METERS_PER_KM;
    const odometerDaysAgo = (ago: number) => Math.max(0, totalMeters - ago * metersPerDay);
    const addReading = (
      ago: number,
      source: "dispatch" | "maintenance",
      entryId: string | null,
    ) => {
      const readAt = now - ago * DAY;
      const id = random.id(readAt);
      const row = {
        id,
        vehicleId,
        meters: odometerDaysAgo(ago),
        readAt,
        source,
        reason: "",
        entryId,
      };
      insertRow(tx, odometerReadings, { ...row, createdBy: by, createdAt: readAt });
    };
    for (const ago of [57, 29, 2]) addReading(ago, "dispatch", null);
    for (const { kind, everyMonths, everyMeters, what } of plans) {
      const createdAt = now - 400 * DAY;
      // The second car's service is due soon, and the fourth car's inspection is overdue.
      const ago =
        kind === "cleaning"
          ? 3 + ((carIndex * 5) % 17)
          : kind === "inspection"
            ? carIndex === 3
              ? 371
              : 30 + ((carIndex * 37) % 280)
            : kind === "service"
              ? carIndex === 1
                ? Math.floor(14_400_000 / metersPerDay)
                : 12 + ((carIndex * 13) % 60)
              : 40 + ((carIndex * 29) % 120);
      const planId = random.id(createdAt);
      insertRow(tx, maintenancePlans, {
        id: planId,
        vehicleId,
        kind,
        name: "",
        everyMonths,
        everyMeters,
        fromDay: dayAt(createdAt),
        fromMeters: odometerDaysAgo(400),
        version: 1,
        createdAt,
      });
      const id = random.id(now - ago * DAY);
      insertRow(tx, maintenanceEntries, {
        id,
        vehicleId,
        planId,
        kind,
        doneOn: dayAt(now - ago * DAY),
        odometerMeters: odometerDaysAgo(ago),
        what,
        costMinor: kind === "cleaning" ? 8_000 : Math.round(random.between(45, 320)) * 1_000,
        currency: "RWF",
        place: garages[carIndex % garages.length] ?? "",
        note: "",
        createdAt: now - ago * DAY,
        createdBy: by,
      });
      addReading(ago, "maintenance", id);
    }
  }
  writeOutages(tx, random, now, by, cars);
}

/**
 * Writes three times out of service: one that has ended, one to come, and one during which its car already has a trip.
 */
function writeOutages(
  tx: Tx,
  random: Random,
  now: number,
  by: string,
  cars: readonly { id: string }[],
): void {
  const addOutage = (vehicleId: string, startsAt: number, endsAt: number, reason: string) => {
    const createdAt = now - 6 * DAY;
    const row = { id: random.id(createdAt), vehicleId, startsAt, endsAt, reason, version: 1 };
    insertRow(tx, vehicleOutages, { ...row, createdAt, createdBy: by });
  };
  const hour = Math.ceil(now / HOUR) * HOUR;
  const [first, second] = cars;
  if (first) addOutage(first.id, hour - 5 * DAY, hour - 4 * DAY, "Brake pads");
  if (second) addOutage(second.id, hour + 20 * DAY, hour + 20 * DAY + 8 * HOUR, "Service is due");
  const [lastAssignment] = tx
    .select()
    .from(assignments)
    .where(and(eq(assignments.active, true), gt(assignments.startsAt, now + 12 * HOUR)))
    .orderBy(desc(assignments.startsAt))
    .limit(1)
    .all();
  if (lastAssignment) {
    const from = Math.floor(lastAssignment.startsAt / HOUR) * HOUR - 2 * HOUR;
    addOutage(lastAssignment.vehicleId, from, from + 10 * HOUR, "New windscreen");
  }
}
