/** A file of very many trips: it is streamed, waits for its reader, and ends with its reader. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { childrenOf, cpuSeconds, residentMiB } from "../bench/process";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { createVisitor, type Visitor } from "../support/visitor";
import { until } from "../support/eventually";

const TRIP_COUNT = 150_000;
/** How many MiB an export may need in addition to what the server needs anyway. */
const MAX_MIB = 50;
const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };
const path = "/admin/reports/trips.csv?from=2001-01-01&to=2199-12-31";

let installation: Installation;
let server: RunningExecutable;
/** The total of the server and the process that reads for it. */
const sum = (of: (pid: number) => number) =>
  [server.pid, ...childrenOf(server.pid)].reduce((all, pid) => all + of(pid), 0);
let owner: Visitor;
beforeAll(async () => {
  installation = createInstallation();
  const environment = {
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    RATE_LIMITS: "off",
  };
  const first = await installation.start(environment);
  first.kill();
  await first.exited;
  addTrips(join(installation.folder, "data/livery.sqlite"));
  server = await installation.start(environment);
  owner = createVisitor(server.url);
  expect((await owner.post("/admin/login", OWNER)).status).toBe(200);
}, 60_000);
afterAll(() => installation?.close());

/** Adds trips a minute apart, without their search and report data, which an export does not read. */
function addTrips(file: string): void {
  const db = new Database(file);
  db.run("PRAGMA synchronous = OFF");
  db.transaction(() => {
    const triggers = db
      .query<{ name: string; sql: string }, []>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'reservations'",
      )
      .all();
    for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`);
    db.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TRIP_COUNT})
       INSERT INTO reservations (id, number, state, version, service_type, source, passenger_name, passengers,
         luggage, pickup_at, pickup_local, time_zone, pickup_name, pickup_detail, pickup_latitude,
         pickup_longitude, dropoff_name, dropoff_detail, dropoff_latitude, dropoff_longitude, distance_meters,
         duration_seconds, estimate, vehicle_class_id, fare_minor, currency, fare_lines, fee_schedule_id,
         created_at, updated_at)
       SELECT 'trip-' || i, 1000 + i, 'settled', 1, 'point_to_point', 'web', 'Aline Uwase', 1, 1,
         1700000000000 + i * 60000, strftime('%Y-%m-%dT%H:%M', 1700000000 + i * 60, 'unixepoch'),
         'Africa/Kigali', 'Airport', '', -1.9, 30.1, 'Hotel', '', -1.9, 30.1, 11600, 1500, 1,
         (SELECT id FROM vehicle_classes LIMIT 1), 13900, 'RWF',
         '[{"kind":"base","amountMinor":13000},{"kind":"tax","amountMinor":900}]', 'seed',
         1700000000000, 1700000000000
       FROM n`,
    );
    for (const { sql } of triggers) db.run(sql);
  })();
  db.close();
}

/** Sends a request whose answer is read or abandoned manually. */
function ask() {
  const cookies = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = connect(server.port, "127.0.0.1");
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  socket.write(
    `GET /backend${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nCookie: ${cookies}\r\n\r\n`,
  );
  return { socket, bytes: () => bytes };
}

/** Resolves when the server has been almost idle for a while. */
async function quiet(): Promise<void> {
  let before = -1;
  await until("quiet", async () => {
    const now = sum(cpuSeconds);
    const is = now - before < 0.03;
    before = now;
    if (!is) await Bun.sleep(250);
    return is;
  });
}

let whole = 0;
test("an export of very many trips streams in constant memory", async () => {
  await (await owner.get("/admin/reports/trips.csv?from=2023-11-15&to=2023-11-20")).text();
  await quiet();
  const idleMiB = sum(residentMiB);
  const before = sum(cpuSeconds);
  let peakMiB = idleMiB;
  let lines = 0;
  const answer = await owner.get(path);
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    peakMiB = Math.max(peakMiB, sum(residentMiB));
  }
  whole = sum(cpuSeconds) - before;
  expect(lines).toBe(TRIP_COUNT + 1);
  console.info(
    `An export of ${TRIP_COUNT} trips: ${(peakMiB - idleMiB).toFixed(0)} MiB above idle`,
  );
  expect(peakMiB - idleMiB).toBeLessThan(MAX_MIB);
}, 60_000);

test("an export waits for a client that stops reading, and ends if the client disconnects", async () => {
  await quiet();
  const idleMiB = sum(residentMiB);
  const before = sum(cpuSeconds);
  const reading = ask();
  await until("the first lines", () => reading.bytes() > 10_000);
  reading.socket.pause();
  await quiet();
  const paused = sum(cpuSeconds) - before;
  expect(sum(residentMiB) - idleMiB).toBeLessThan(MAX_MIB);
  reading.socket.destroy();
  await quiet();
  const spentCpuSeconds = sum(cpuSeconds) - before;
  console.info(
    `CPU of an export: ${whole.toFixed(2)} s, paused ${paused.toFixed(2)}, left ${spentCpuSeconds.toFixed(2)}`,
  );
  // Almost none of the whole file's work: only what fits in the buffers in between.
  expect(spentCpuSeconds).toBeLessThan(whole / 2);
  expect(readFileSync(`/proc/${server.pid}/status`, "utf8")).toContain("State:");
}, 60_000);

test("an export is complete after several others were abandoned", async () => {
  const before = await (
    await owner.get("/admin/reports/trips.csv?from=2023-11-15&to=2023-11-15")
  ).text();
  for (let i = 0; i < 5; i++) {
    const reading = ask();
    await until("the first lines", () => reading.bytes() > 1_000);
    reading.socket.destroy();
  }
  const after = await (
    await owner.get("/admin/reports/trips.csv?from=2023-11-15&to=2023-11-15")
  ).text();
  expect(after).toBe(before);
  expect(after.split("\r\n").length).toBeGreaterThan(1_000);
}, 60_000);
