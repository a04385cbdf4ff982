/**
 * Fills a data folder with any number of reservations, like those of a fleet of fifty cars after years. It writes
 * through the project's own schema, and takes a minute or two for a million.
 */
import type { SQLQueryBindings, Statement } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { admins, riders } from "../../db/schema/accounts";
import { auditHead, auditLog } from "../../db/schema/audit";
import { companies } from "../../db/schema/companies";
import { assignments } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { driverPositions, driverShiftDays, driverShifts } from "../../db/schema/tracking";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import { SEARCH_KEY } from "../../db/search-key";
import type { Tx } from "../../db/writer";
import { startSession } from "../../src/accounts/sessions/session-actions";
import { chainText, signedHeadText } from "../../src/audit/rules";
import { replaceDocumentInForce } from "../../src/documents/record-actions";
import { eventColumns, stepEvent } from "../../src/reservations/event-rules";
import { rebuildDays } from "../../src/reports/rollup-actions";
import { prepareFirstStart } from "../../src/process/start";
import { openBusiness } from "../support/first-prices";
import { openDeps } from "../support/deps";
import {
  createRandom,
  type Fleet,
  bookingIdAt,
  isUnderWay,
  demoNameOf,
  phoneOf,
  TRIPS_PER_DAY,
  tripsOf,
} from "./fleet-trips";

const DAY = 86_400_000;
const DRIVER_COUNT = 50;
/** How many trips there are for each rider. */
const TRIPS_PER_RIDER = 16;
/** Trips of this last period, and coming ones, have a log. */
const LOG_AGE_MS = 45 * DAY;
/** How many trips there are for each entry of the audit log. */
const TRIPS_PER_AUDIT_ENTRY = 10;
const CHUNK = 10_000;

/** What a benchmark needs for its requests: session tokens as in their cookies, and ids. */
export type SeededFleet = {
  count: number;
  adminToken: string;
  /** The token of a hotel's front desk, the rider with the most trips. */
  riderToken: string;
  driverToken: string;
  fleet: Fleet;
};

/** Fills an empty folder, or returns what it was filled with before. */
export async function seedFleet(folder: string, count: number): Promise<SeededFleet> {
  const kept = join(folder, "seeded.json");
  if (existsSync(kept)) {
    const seeded = JSON.parse(readFileSync(kept, "utf8")) as SeededFleet;
    if (seeded.count !== count) throw new Error(`${folder} has ${seeded.count} reservations.`);
    const deps = openDeps(folder);
    // Earlier sessions are idle by now, and that of dispatch is locked.
    const renewedFleet = await deps.write((tx) => ({
      ...seeded,
      ...signIn(tx, seeded.fleet, Date.now()),
    }));
    deps.db.$client.close();
    return renewedFleet;
  }
  insertStatements.clear();
  mkdirSync(folder, { recursive: true });
  const deps = openDeps(folder);
  await prepareFirstStart(deps);
  await openBusiness(deps);
  const client = deps.db.$client;
  // Only while the folder is filled; a server that starts on it has its own settings.
  client.run("PRAGMA synchronous = OFF");
  client.run("PRAGMA cache_size = -500000");
  const now = Date.now();
  const fleet = await deps.write((tx) => writeFleet(tx, Math.ceil(count / TRIPS_PER_RIDER), now));
  const paused = await deps.write(pauseTriggers);
  const trips = tripsOf(fleet, count, now);
  // The trips are written in chunks, because SQLite slows down a write that exceeds its cache.
  for (let chunk = take(trips, CHUNK); chunk.length > 0; chunk = take(trips, CHUNK))
    await deps.write((tx) => {
      for (const row of chunk) {
        insertMany(tx, reservations, row);
        if (row.driverId && row.vehicleId) writeAssignment(tx, row);
        if (row.pickupAt > now - LOG_AGE_MS) writeLog(tx, row);
      }
    });
  for (let from = 1_001; from <= 1_000 + count; from += CHUNK)
    await deps.write((tx) => fillSearchIndex(tx, from, from + CHUNK));
  await deps.write((tx) => {
    for (const sql of paused) tx.$client.run(sql);
    writeAudit(tx, deps, fleet, Math.ceil(count / TRIPS_PER_AUDIT_ENTRY), now);
    writeShiftDays(tx, fleet, count / TRIPS_PER_DAY, now);
  });
  const seeded: SeededFleet = {
    count,
    ...(await deps.write((tx) => signIn(tx, fleet, now))),
    fleet,
  };
  const year = new Date(now).getUTCFullYear();
  for (let each = year - 6; each <= year + 1; each++)
    await deps.write((tx) => rebuildDays(tx, { from: `${each}-01-01`, to: `${each}-12-31` }));
  client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
  writeFileSync(kept, JSON.stringify(seeded));
  return seeded;
}

function signIn(
  tx: Tx,
  fleet: Fleet,
  now: number,
): Pick<SeededFleet, "adminToken" | "riderToken" | "driverToken"> {
  const token = (audience: "admin" | "rider" | "driver", accountId = "") =>
    startSession(tx, { audience, accountId, userAgent: "bench", address: "127.0.0.1", now }).token;
  return {
    adminToken: token("admin", "bench-owner"),
    riderToken: token("rider", fleet.riders[0]),
    driverToken: token("driver", fleet.drivers[0]),
  };
}

function writeFleet(tx: Tx, riderCount: number, now: number): Fleet {
  const createdAt = now - 5 * 365 * DAY;
  const classes = tx
    .select()
    .from(vehicleClasses)
    .all()
    .map(({ id }) => id);
  const ids = (count: number, kind: number) =>
    Array.from({ length: count }, (_, i) => bookingIdAt(createdAt + kind, i));
  const fleet: Fleet = {
    riders: ids(riderCount, 1),
    drivers: ids(DRIVER_COUNT, 2),
    vehicles: ids(DRIVER_COUNT, 3),
    companies: ids(24, 4),
    classes,
  };
  for (const [i, id] of fleet.riders.entries()) {
    const { first, last } = demoNameOf(i);
    insertMany(tx, riders, {
      id,
      firstName: first,
      lastName: last,
      email: `${first}.${last}.${i}@example.com`.toLowerCase(),
      phone: phoneOf(i),
      createdAt: createdAt + Math.floor((i * (now - createdAt)) / riderCount),
      updatedAt: createdAt,
    });
  }
  for (const [i, id] of fleet.vehicles.entries())
    insertMany(tx, vehicles, {
      id,
      classId: classes[i % classes.length] ?? "",
      plate: `RAB ${100 + i} C`,
      make: "Toyota",
      model: "Camry",
      year: 2023,
      color: "Black",
      passengers: 4,
      luggage: 3,
      mobility: [],
      state: "active",
      createdAt,
    });
  for (const [i, id] of fleet.drivers.entries()) {
    const { first, last } = demoNameOf(1_000_003 + i);
    insertMany(tx, drivers, {
      id,
      firstName: first,
      lastName: last,
      email: `driver${i}@example.com`,
      phone: `+2507880${10_000 + i}`,
      state: "active",
      vehicleId: fleet.vehicles[i] ?? null,
      createdAt,
    });
    replaceDocumentInForce(
      tx,
      { driverId: id },
      { kind: "driving_licence", expiresAt: now + 365 * DAY },
      createdAt,
    );
    insertMany(tx, driverShifts, { driverId: id, startedAt: now - 3_600_000 });
    insertMany(tx, driverPositions, {
      driverId: id,
      latitude: -1.95 + i / 1_000,
      longitude: 30.06 + i / 1_000,
      accuracyMeters: 8,
      recordedAt: now - 20_000,
      receivedAt: now - 19_000,
    });
  }
  for (const [i, id] of fleet.companies.entries())
    insertMany(tx, companies, {
      id,
      name: `${demoNameOf(2_000_003 + i).last} & Partners ${i + 1}`,
      billingAddress: "KG 7 Ave\nKigali",
      billingEmail: `billing${i}@example.com`,
      taxNumber: `10${7_000_000 + i}`,
      paymentTermDays: 30,
      currency: "RWF",
      requiresCostCentre: false,
      requiresReference: false,
      approvesMembers: false,
      state: "active",
      note: "",
      createdAt,
      updatedAt: createdAt,
      version: 1,
    });
  insertMany(tx, admins, {
    id: "bench-owner",
    email: "owner@example.com",
    firstName: "Ada",
    lastName: "Uwase",
    role: "owner",
    createdAt,
    updatedAt: createdAt,
  });
  return fleet;
}

type Row = typeof reservations.$inferInsert;

function writeAssignment(tx: Tx, row: Row): void {
  const over = row.endedAt != null || row.state === "no_show";
  const startsAt = row.pickupAt;
  insertMany(tx, assignments, {
    id: bookingIdAt(row.createdAt + 1, row.number),
    reservationId: row.id,
    driverId: row.driverId ?? "",
    vehicleId: row.vehicleId ?? "",
    startsAt,
    endsAt: startsAt + row.durationSeconds * 1_000,
    active: isUnderWay(row.state),
    createdAt: row.createdAt,
    endedAt: over ? (row.endedAt ?? startsAt) : null,
  });
}

const ways: Partial<Record<Row["state"], Row["state"][]>> = {
  settled: ["confirmed", "assigned", "en_route", "on_location", "passenger_on_board", "completed"],
  completed: ["confirmed", "assigned", "en_route", "on_location", "passenger_on_board"],
  passenger_on_board: ["confirmed", "assigned", "en_route", "on_location"],
  on_location: ["confirmed", "assigned", "en_route"],
  en_route: ["confirmed", "assigned"],
  assigned: ["confirmed"],
};

function writeLog(tx: Tx, row: Row): void {
  const steps: Row["state"][] = ["pending", ...(ways[row.state] ?? []), row.state];
  const last = Math.max(row.createdAt + 1, row.endedAt ?? row.createdAt + 3_600_000);
  for (const [i, toState] of [...new Set(steps)].entries())
    insertMany(tx, reservationEvents, {
      id: bookingIdAt(row.createdAt + i, row.number * 10 + i),
      reservationId: row.id,
      at: row.createdAt + Math.floor(((last - row.createdAt) * i) / steps.length),
      actorKind: "admin",
      actorId: "bench-owner",
      actorName: "Ada Uwase",
      fromState: i === 0 ? null : (steps[i - 1] ?? null),
      toState,
      ...eventColumns(stepEvent(i === 0 ? null : (steps[i - 1] ?? null), toState)),
    });
}

/** Writes entries with valid hashes, so that the log verifies. */
function writeAudit(
  tx: Tx,
  { keys }: Pick<ReturnType<typeof openDeps>, "keys">,
  fleet: Fleet,
  count: number,
  now: number,
): void {
  const random = createRandom(7);
  const acts = [
    ["driver.changed", "driver", "Changed a driver"],
    ["vehicle.changed", "vehicle", "Changed the vehicle RAB 101 C"],
    ["zone.changed", "zone", "Changed the zone Airport"],
    ["export.downloaded", "report", "Downloaded a report"],
    ["staff.signed_in", "staff", "Signed in"],
  ] as const;
  let previous = "";
  for (let number = 1; number <= count; number++) {
    const [action, subjectKind, summary] = acts[Math.floor(random() * acts.length)] ?? acts[0];
    const row = {
      number,
      at: Math.floor(now - ((count - number) / count) * 4 * 365 * DAY),
      actorKind: "admin",
      actorId: number % 3 === 0 ? `staff-${number % 7}` : "bench-owner",
      actorName: number % 3 === 0 ? demoNameOf(number % 7).first : "Ada Uwase",
      action,
      subjectKind,
      subjectId: subjectKind === "driver" ? (fleet.drivers[number % DRIVER_COUNT] ?? null) : null,
      summary,
      detail: "{}",
    } as const;
    const hash = keys.sign("audit", chainText(row, previous));
    insertMany(tx, auditLog, { ...row, previous, hash });
    previous = hash;
  }
  const end = { number: count, hash: previous };
  insertMany(tx, auditHead, { id: 1, ...end, signature: keys.sign("audit", signedHeadText(end)) });
}

/** Writes shifts: every driver was on shift for eight hours each day. */
function writeShiftDays(tx: Tx, { drivers: ids }: Fleet, days: number, now: number): void {
  for (let ago = 1; ago <= days; ago++) {
    const day = new Date(now - ago * DAY).toISOString().slice(0, 10);
    for (const driverId of ids) insertMany(tx, driverShiftDays, { day, driverId, seconds: 28_800 });
  }
}

/**
 * Removes what is faster to build for all trips at once than row by row: their indexes, and the triggers that fill the
 * full-text index and the days of the reports. Returns the statements that create them again.
 */
function pauseTriggers({ $client }: Tx): string[] {
  const paused = $client
    .query<{ type: string; name: string; sql: string }, []>(
      `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'reservations'
       AND (type = 'index' AND sql NOT LIKE '%UNIQUE%' OR name LIKE 'report_days%' OR name LIKE 'reservation_search%')`,
    )
    .all();
  for (const { type, name } of paused) $client.run(`DROP ${type} ${name}`);
  return paused.map(({ sql }) => sql);
}

const insertStatements = new Map<string, Statement<never, SQLQueryBindings[]>>();

/** Like `insertRow`, which takes twice as long for a million rows. */
function insertMany<Table extends SQLiteTable>(
  { $client }: Tx,
  table: Table,
  row: Table["$inferInsert"],
): void {
  const values: Record<string, unknown> = row;
  const names = Object.keys(values);
  const key = `${getTableName(table)} ${names.join()}`;
  let writer = insertStatements.get(key);
  if (!writer) {
    const columns = names.map((name) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    const marks = names.map(() => "?").join();
    writer = $client.query(
      `INSERT INTO ${getTableName(table)} (${columns.join()}) VALUES (${marks})`,
    );
    insertStatements.set(key, writer);
  }
  writer.run(
    ...names.map((name) => {
      const value = values[name] ?? null;
      return (
        typeof value === "object" && value !== null ? JSON.stringify(value) : value
      ) as SQLQueryBindings;
    }),
  );
}

/** Writes what the trigger on new rows would write, for the numbers from `from` until `until`. */
function fillSearchIndex({ $client }: Tx, from: number, until: number): void {
  $client
    .query<never, [number, number]>(
      `INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
       SELECT ${SEARCH_KEY}, r.number, r.passenger_name, coalesce(r.passenger_phone, ''), r.pickup_name, r.dropoff_name,
         coalesce(d.first_name || ' ' || d.last_name, ''), coalesce(v.plate, '')
       FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
       WHERE r.number >= ? AND r.number < ? ORDER BY 1`,
    )
    .run(from, until);
}

function take<T>(from: Iterator<T>, most: number): T[] {
  const taken: T[] = [];
  for (let next = from.next(); !next.done; next = from.next()) {
    taken.push(next.value);
    if (taken.length === most) break;
  }
  return taken;
}
