/**
 * A field that is added to a table, or to the JSON of a column, reaches nobody whose contract does not list it. Riders,
 * drivers, dispatch and the public each have an allow-list, and none is built from another's answer.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { openDatabase } from "../../db/open";
import { createWriter } from "../../db/writer";
import { type DescribedCall, describedCalls, nameOf } from "../support/calls";
import { createApiKey, withApiKey } from "../support/api-keys";
import { addCostCentre, createCompany, invite } from "../support/companies";
import type { Browser } from "../support/server";
import { unzip } from "../support/unzip";
import { assign, book } from "../pages/driver/scene";
import { createScene, go, json, type Scene, share } from "../tracking/scene";

/** The name of the field that is added to every table and every JSON value, and its text there. */
const PLANTED_VALUE = "planted";

let scene: Scene;
let calls: DescribedCall[];
let tables: SQLiteTable[] = [];
/** The ids for the first parameter of a path, by the segment before it. */
let ids: Record<string, string[]>;

async function schemaTables(): Promise<SQLiteTable[]> {
  const folder = join(import.meta.dir, "../../db/schema");
  const files = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
  return files.flatMap((file) => Object.values(file)).filter((value) => is(value, SQLiteTable));
}

/** Adds a column to a table of the database, and to drizzle's definition of it. */
function addColumn(table: SQLiteTable): void {
  const name = getTableName(table);
  scene.server.deps.db.$client.run(
    `ALTER TABLE "${name}" ADD COLUMN ${PLANTED_VALUE} TEXT DEFAULT '${PLANTED_VALUE} in ${name}'`,
  );
  const { planted } = sqliteTable(name, {
    planted: text(PLANTED_VALUE).default(`${PLANTED_VALUE} in ${name}`),
  });
  const column = Object.assign(Object.create(Object.getPrototypeOf(planted)), planted, { table });
  Object.assign(getTableColumns(table), { [PLANTED_VALUE]: column });
}

/** Adds a key to each JSON value of a trip. */
function addKeys(): void {
  const { $client } = scene.server.deps.db;
  const plantedKeys = { [PLANTED_VALUE]: PLANTED_VALUE };
  const line = { params: plantedKeys, amountMinor: 0, ...plantedKeys };
  const values = {
    stops: [{ name: "Stop", detail: "", latitude: -1.95, longitude: 30.1, ...plantedKeys }],
    extras: [{ id: "seat", name: "Seat", quantity: 1, ...plantedKeys }],
    details: { ...plantedKeys, greetingSign: "Uwase" },
    fare_lines: [{ kind: "base", ...line }],
    fee_lines: [{ kind: "base", ...line }],
    pay_lines: [{ kind: "per_trip", ...line }],
  };
  for (const [column, value] of Object.entries(values))
    $client.run(`UPDATE reservations SET ${column} = ?`, [JSON.stringify(value)]);
  const events = [
    { kind: "stop_visited", facts: { stop: "arrived", stopNumber: 1, ...plantedKeys } },
    { kind: "landed", facts: plantedKeys, reason: `${PLANTED_VALUE} among staff` },
    { kind: "boarded", from: "on_location", facts: plantedKeys },
  ];
  for (const { from, kind, facts, reason = "" } of events)
    $client.run(
      `INSERT INTO reservation_events (id, reservation_id, at, actor_kind, actor_name, from_state,
         to_state, reason, kind, facts) VALUES (?, ?, ?, 'admin', 'Grace Ingabire', ?, ?, ?, ?, ?)`,
      [
        Bun.randomUUIDv7(),
        scene.trip.id,
        scene.server.deps.now(),
        from ?? "passenger_on_board",
        "passenger_on_board",
        reason,
        kind,
        JSON.stringify(facts),
      ],
    );
}

const LOST_REPORT = {
  category: "phone",
  what: "A phone",
  contact: "rider@example.com",
  wish: "collect",
};

beforeAll(async () => {
  scene = await createScene();
  const { server, rider, phone, staff, trip, car, row } = scene;
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  const upcomingTrip = await assign(scene, await book(scene, { pickupLocal: "2026-11-20T18:30" }));
  await rider.post(`/reservations/${trip.id}/messages`, { text: "Hello", to: "both", key: "a" });
  await rider.post("/saved-places", {
    ...{ label: "Home", name: "Blue gate", latitude: -1.95, longitude: 30.06 },
  });
  const company = await createCompany(staff);
  await addCostCentre(staff, company.id, "Sales");
  await invite(staff, company.id, "rider@example.com", "manager");
  await rider.get("/companies");
  const form = (fields: object) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.set(name, String(value));
    return { form: made };
  };
  const { report } = await json<{ report: { id: string } }>(
    await rider.request(`/reservations/${trip.id}/lost-reports`, form(LOST_REPORT)),
  );
  await phone.request(`/driver/reservations/${trip.id}/found-items`, form(LOST_REPORT));
  ids = {
    reservations: [trip.id, upcomingTrip.id],
    bookings: [trip.id, upcomingTrip.id],
    companies: [company.id],
    drivers: [row.id],
    vehicles: [car.id],
    "lost-reports": [report.id],
    track: [await share(scene)],
  };
  calls = (await describedCalls(server)).filter(
    ({ method, path }) =>
      method === "GET" && !/events|openapi|metrics|auth\/(google|apple)|\.pdf$/.test(path),
  );
  tables = await schemaTables();
  for (const table of tables) addColumn(table);
  addKeys();
  // Statements prepared earlier do not include the new columns, so the database is opened again.
  server.deps.db.$client.close();
  server.deps.db = openDatabase(join(server.folder, "livery.sqlite"));
  server.deps.write = createWriter(server.deps.db);
});
afterAll(() => {
  for (const table of tables) Reflect.deleteProperty(getTableColumns(table), PLANTED_VALUE);
  scene.server.close();
});

/** Returns the calls whose answer contains an added field, and how many calls answered. */
async function leakedFields(browser: Browser, who: readonly string[]) {
  const found: string[] = [];
  let answerCount = 0;
  for (const call of calls) {
    if (!who.includes(call.security)) continue;
    const [, of = ""] = /([\w-]+)\/:\w+/.exec(call.path) ?? [];
    for (const id of ids[of] ?? ["none"]) {
      const answer = await browser.get(call.path.replace(/:\w+/g, id));
      const body = await answer.text();
      if (answer.status >= 500) found.push(`${nameOf(call)}: ${answer.status} ${body}`);
      if (answer.ok) answerCount++;
      const at = body.indexOf(PLANTED_VALUE);
      if (at >= 0) found.push(`${nameOf(call)}: ${body.slice(Math.max(0, at - 60), at + 60)}`);
    }
  }
  return { found, answerCount };
}

describe("a column or a JSON key of a trip that no contract lists", () => {
  test("reaches no rider", async () => {
    const { found, answerCount } = await leakedFields(scene.rider, ["rider", "public"]);
    expect(found).toEqual([]);
    expect(answerCount).toBeGreaterThan(35);
  });

  test("reaches no driver", async () => {
    const { found, answerCount } = await leakedFields(scene.phone, ["driver", "public"]);
    expect(found).toEqual([]);
    expect(answerCount).toBeGreaterThan(25);
  });

  test("reaches no partner, who sees only the passenger of the rider's data", async () => {
    const { token } = await createApiKey(scene.staff);
    const program = withApiKey(scene.server.browser(), token);
    const { found, answerCount } = await leakedFields(program, ["key"]);
    expect(found).toEqual([]);
    expect(answerCount).toBeGreaterThan(5);
    const shown = await (await program.get(`/partner/v1/bookings/${scene.trip.id}`)).text();
    for (const field of [
      "rider",
      "boarding",
      "pay",
      "payMinor",
      "entranceNotes",
      "noShow",
      "offer",
    ])
      expect(shown).not.toContain(`"${field}":`);
  });

  test("does not reach dispatch, which alone reads the reason of an event", async () => {
    const { found, answerCount } = await leakedFields(scene.staff, ["admin"]);
    expect(found.filter((leak) => !leak.startsWith("GET /admin/reservations/:id:"))).toEqual([]);
    const trip = await (await scene.staff.get(`/admin/reservations/${scene.trip.id}`)).text();
    const why = `${PLANTED_VALUE} among staff`;
    expect(trip).toContain(why);
    expect(trip.replace(why, "")).not.toContain(PLANTED_VALUE);
    expect(answerCount).toBeGreaterThan(70);
  });

  test("a field for dispatch is in no answer to the rider or the driver", async () => {
    const field = "recordedBy";
    const { id } = scene.trip;
    const path = `/admin/reservations/${id}/payments`;
    expect(await (await scene.staff.get(path)).text()).toContain("payments");
    expect(await (await scene.phone.get(`/driver/reservations/${id}`)).text()).not.toContain(field);
    expect(await (await scene.rider.get(`/reservations/${id}`)).text()).not.toContain(field);
  });

  test("the copy of a rider's data has no column that it does not list", async () => {
    const answer = await scene.rider.post("/users/export");
    expect(answer.status).toBe(200);
    const files = await unzip(await answer.bytes());
    const found = [...files].filter(([, bytes]) =>
      new TextDecoder().decode(bytes).includes(`${PLANTED_VALUE} in `),
    );
    expect(files.size).toBeGreaterThan(20);
    expect(found.map(([name]) => name)).toEqual([]);
  });
});

test("openapi.json names the contract of each viewer of a trip", async () => {
  const document = (await (await scene.server.browser().get("/openapi.json")).json()) as {
    paths: Record<string, { get: unknown }>;
  };
  for (const [path, name] of [
    ["/backend/reservations/{id}", "RiderReservation"],
    ["/backend/driver/reservations/{id}", "DriverReservation"],
    ["/backend/admin/reservations/{id}", "Reservation"],
    ["/backend/partner/v1/bookings/{id}", "PartnerReservation"],
  ] as const)
    expect(JSON.stringify(document.paths[path]?.get)).toContain(`#/components/schemas/${name}"`);
});
