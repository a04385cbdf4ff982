/** Fills a data folder with 100,000 reservations. They are always the same, except for the day on which they start. */
import { mkdirSync } from "node:fs";
import { admins, riders } from "../../db/schema/accounts";
import { drivers } from "../../db/schema/drivers";
import { replaceDocumentInForce } from "../../src/documents/record-actions";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import { SEARCH_KEY } from "../../db/search-key";
import type { Tx } from "../../db/writer";
import { startSession } from "../../src/accounts/sessions/session-actions";
import { prepareFirstStart } from "../../src/process/start";
import { openBusiness } from "../support/first-prices";
import { openDeps } from "../support/deps";
import { reservationValues } from "../support/reservations";
import { insertRow } from "../../db/rows";

export const RESERVATION_COUNT = 100_000;

const DAY = 86_400_000;
const RIDER_COUNT = 2_000;
const DRIVER_COUNT = 40;

export type SeededData = {
  /** Session tokens as in their cookies. */
  riderToken: string;
  adminToken: string;
};

/** Fills an empty folder; this takes five seconds or more. The rider of `riderToken` has 60 coming trips. */
export async function seedFolder(folder: string, count = RESERVATION_COUNT): Promise<SeededData> {
  mkdirSync(folder, { recursive: true });
  const deps = openDeps(folder);
  await prepareFirstStart(deps);
  await openBusiness(deps);
  const now = Date.now();
  const today = now - (now % DAY);
  const random = createRandom(20_261_120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  const seeded = await deps.write((tx) => {
    const classIds = tx
      .select()
      .from(vehicleClasses)
      .all()
      .map((row) => row.id);
    const riderIds = Array.from({ length: RIDER_COUNT }, (_, i) => idOf("rider", i));
    for (const [i, id] of riderIds.entries())
      tx.insert(riders)
        .values({
          id,
          firstName: pick(firstNames),
          lastName: pick(lastNames),
          email: `rider${i}@example.com`,
          createdAt: today,
          updatedAt: today,
        })
        .run();
    const driverIds = Array.from({ length: DRIVER_COUNT }, (_, i) => idOf("driver", i));
    const vehicleIds = driverIds.map((_, i) => idOf("vehicle", i));
    for (const [i, id] of driverIds.entries()) {
      tx.insert(vehicles)
        .values({
          id: vehicleIds[i] ?? "",
          classId: pick(classIds),
          plate: `RAB ${100 + i} C`,
          make: "Toyota",
          model: "Camry",
          year: 2023,
          color: "Black",
          passengers: 4,
          luggage: 3,
          mobility: [],
          state: "active",
          createdAt: today,
        })
        .run();
      tx.insert(drivers)
        .values({
          id,
          firstName: pick(firstNames),
          lastName: pick(lastNames),
          email: `driver${i}@example.com`,
          phone: `+2507880${10_000 + i}`,
          state: "active",
          vehicleId: vehicleIds[i] ?? null,
          createdAt: today,
        })
        .run();
      const licence = { kind: "driving_licence", expiresAt: today + 365 * DAY } as const;
      replaceDocumentInForce(tx, { driverId: id }, licence, today);
    }
    const admin = {
      id: idOf("admin", 0),
      email: "owner@example.com",
      firstName: "Ada",
      lastName: "Uwase",
      role: "owner",
      createdAt: today,
      updatedAt: today,
    } as const;
    tx.insert(admins).values(admin).run();

    const search = pauseSearchIndexing(tx);
    // A multiple of 20, because every twentieth trip is a coming one.
    const firstRiderInterval = 20 * Math.max(1, Math.floor(count / 1_250));
    for (let i = 0; i < count; i++) {
      // Every twentieth trip is a coming one. Trips are spread evenly over the past days, and over the coming ones.
      const isUpcoming = i % 20 === 0;
      const pickupAt =
        today + (isUpcoming ? 1 + random() * 30 : -random() * 1_000) * DAY - (i % 60) * 60_000;
      const state = isUpcoming ? pick(upcomingStates) : pick(pastStates);
      const crew = Math.floor(random() * DRIVER_COUNT);
      const isDriven = state === "assigned" || state === "settled" || state === "completed";
      insertRow(
        tx,
        reservations,
        reservationValues({
          id: idOf("reservation", i),
          number: 1001 + i,
          state,
          pickupAt: Math.floor(pickupAt),
          riderId: i % firstRiderInterval === 0 ? riderIds[0] : pick(riderIds),
          passengerName: `${pick(firstNames)} ${pick(lastNames)}`,
          vehicleClassId: pick(classIds),
          driverId: isDriven ? driverIds[crew] : null,
          vehicleId: isDriven ? vehicleIds[crew] : null,
          version: 1,
          // The weeks of past trips are closed, so the server has nothing to catch up on.
          statementVersion: isUpcoming ? null : 1,
          fareMinor: 5_000 + Math.floor(random() * 400) * 100,
        }),
      );
    }
    search.resume();
    const session = (audience: "rider" | "admin", accountId: string) =>
      startSession(tx, { audience, accountId, userAgent: "bench", address: "127.0.0.1", now });
    return {
      riderToken: session("rider", riderIds[0] ?? "").token,
      adminToken: session("admin", admin.id).token,
    };
  });
  deps.db.$client.close();
  return seeded;
}

/**
 * Removes the trigger that fills the full-text index, and restores it once the index is filled, because filling it row
 * by row takes most of the time.
 */
function pauseSearchIndexing(tx: Tx): { resume: () => void } {
  const client = tx.$client;
  const trigger = client
    .query<{ sql: string }, []>(
      "SELECT sql FROM sqlite_schema WHERE name = 'reservation_search_insert'",
    )
    .get();
  client.run("DROP TRIGGER reservation_search_insert");
  return {
    resume() {
      client.run(
        `INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
         SELECT ${SEARCH_KEY}, r.number, r.passenger_name, coalesce(r.passenger_phone, ''), r.pickup_name, r.dropoff_name,
           coalesce(d.first_name || ' ' || d.last_name, ''), coalesce(v.plate, '')
         FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id LEFT JOIN vehicles v ON v.id = r.vehicle_id`,
      );
      client.run(trigger?.sql ?? "");
    },
  };
}

const firstNames = ["Aline", "Eric", "Claudine", "Jean", "Diane", "Patrick", "Solange", "Yves"];
const lastNames = ["Uwase", "Mugisha", "Ingabire", "Habimana", "Keza", "Nshuti", "Gasana"];
const upcomingStates = ["pending", "confirmed", "assigned"] as const;
const pastStates = ["settled", "settled", "settled", "completed", "cancelled", "no_show"] as const;

/** Returns an id in the server's format. */
function idOf(kind: string, i: number): string {
  const hex = new Bun.CryptoHasher("md5").update(`${kind} ${i}`).digest("hex");
  return `0195d3e0-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

/** Returns a Mulberry32 generator: numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
