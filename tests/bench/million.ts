/**
 * How long the calls of a day's work take with a million reservations: the built executable is asked over
 * HTTP, one call at a time and by four clients at once, beside one on ten thousand with as many a day. What
 * is printed is the middle and the slowest hundredth in ms, the latter as a ratio, and the server's CPU time.
 *
 *   bun tests/bench/million.ts [--reservations=1000000] [--times=200] [--only=search] [--folder=/tmp/fleet]
 *
 * With a folder of your own what was written is kept for the next run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/executable";
import { type Call, callsOf, tripCalls } from "./fleet-calls";
import { type SeededFleet, seedFleet } from "./fleet-seed";
import { TRIPS_A_DAY } from "./fleet-trips";
import { cpuSeconds, residentMiB } from "./process";

const option = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const COUNT = Number(option("reservations") ?? 1_000_000);
const FEW = 10_000;
const TIMES = Number(option("times") ?? 200);
const CLIENTS = 4;
const AIM_MS = 50;
const AIM_MIB = 50;
const only = option("only");
const given = option("folder");
const root = join(import.meta.dir, "../..");
const folder = given ?? mkdtempSync(join(tmpdir(), "livery-bench-"));

type Server = { seeded: SeededFleet; origin: string; child: Bun.Subprocess; calls: Call[] };
const servers: Server[] = [];

async function start(name: string, count: number): Promise<Server> {
  const started = performance.now();
  const seeded = await seedFleet(join(folder, name), count);
  const took = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(`${count.toLocaleString("en")} reservations after ${took} s`);
  const port = await freePort();
  const child = Bun.spawn([join(root, "dist/livery")], {
    env: {
      PATH: "/usr/bin:/bin",
      TZ: "UTC",
      HOST: "127.0.0.1",
      PORT: `${port}`,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      DATA_DIR: join(folder, name),
    },
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  const server: Server = { seeded, origin, child, calls: [] };
  servers.push(server);
  await Bun.sleep(300);
  while (!(await fetch(`${origin}/backend/healthz`).catch(() => undefined))?.ok)
    await Bun.sleep(50);
  const oldest = Date.now() - (count / TRIPS_A_DAY) * 86_400_000;
  const open = (await (
    await get(server, "admin", "/backend/admin/reservations?state=confirmed&limit=50")
  ).json()) as { reservations: { id: string }[] };
  server.calls = [
    ...callsOf(seeded, oldest),
    ...tripCalls(open.reservations.map(({ id }) => id)),
  ].filter((call) => !only || call.name.includes(only));
  return server;
}

function get({ seeded, origin }: Server, as: Call["as"], path: string): Promise<Response> {
  const token = seeded[`${as}Token`];
  return fetch(origin + path, { headers: { cookie: `livery_${as}=${token}` } });
}

/** One call, to the last byte of its answer; ms. */
async function once(server: Server, call: Call, turn: number): Promise<number> {
  const started = performance.now();
  const answer = await get(server, call.as, call.path(turn));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${call.name}: ${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - started;
}

type Measured = { p50: number; p99: number };

function measured(times: number[]): Measured {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** With the CPU time of a call: of the server's own, whatever else the machine does. */
async function oneAtATime(server: Server, call: Call): Promise<Measured & { cpu: number }> {
  for (let turn = 0; turn < 10; turn++) await once(server, call, turn);
  const times: number[] = [];
  const before = cpuSeconds(server.child.pid);
  for (let turn = 0; turn < TIMES; turn++) times.push(await once(server, call, turn));
  const cpu = ((cpuSeconds(server.child.pid) - before) * 1_000) / TIMES;
  return { ...measured(times), cpu };
}

async function byClients(server: Server, call: Call): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < TIMES) times.push(await once(server, call, next++));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return measured(times);
}

const ms = (value: number) => value.toFixed(1).padStart(8);

/** Streams a file to its end and watches what the server needs for it. */
async function download(server: Server, name: string, path: string): Promise<void> {
  await Bun.sleep(2_000);
  const idle = residentMiB(server.child.pid);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMiB(server.child.pid));
  }, 20);
  const started = performance.now();
  const answer = await get(server, "admin", path);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const grown = peak - idle;
  console.log(
    `${name}: ${lines.toLocaleString("en")} lines, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s, ${grown.toFixed(0)} MiB above ${idle.toFixed(0)}${grown > AIM_MIB ? `, missed: ${AIM_MIB}` : ""}`,
  );
}

try {
  const many = await start(`${COUNT}`, COUNT);
  const few = await start(`${FEW}`, FEW);
  const load = () =>
    loadavg()
      .map((value) => value.toFixed(1))
      .join(" ");
  console.log(`load ${load()}\n`);
  const head = ["p50", "p99", `p99 by ${CLIENTS}`, "p99 of few", "ratio", "CPU", "CPU of few"];
  console.log(`${"".padEnd(52)}${head.map((cell) => cell.padStart(11)).join("")}`);
  const missed: string[] = [];
  for (const [at, call] of many.calls.entries()) {
    const other = few.calls[at];
    if (!other) continue;
    const answer = await get(many, call.as, call.path(0));
    if (!answer.ok) {
      console.log(`${call.name}: ${answer.status} ${await answer.text()}`);
      process.exitCode = 1;
      continue;
    }
    await answer.text();
    const small = await oneAtATime(few, other);
    const one = await oneAtATime(many, call);
    const four = await byClients(many, call);
    if (one.p99 > AIM_MS) missed.push(call.name);
    const ratio = one.p99 / small.p99;
    const cells = [one.p50, one.p99, four.p99, small.p99, ratio, one.cpu, small.cpu];
    console.log(
      `${call.name.padEnd(52)}${cells.map((cell) => ms(cell).padStart(11)).join("")}${one.p99 > AIM_MS ? "  missed" : ""}`,
    );
  }
  console.log(`\nabove ${AIM_MS} ms: ${missed.join(", ") || "none"}; load ${load()}`);
  if (!only || "files".includes(only)) {
    const all = "from=2001-01-01&to=2199-12-31";
    await download(many, "trips as CSV", `/backend/admin/reports/trips.csv?${all}`);
    await download(many, "audit log as CSV", "/backend/admin/audit.csv");
  }
} finally {
  for (const { child } of servers) {
    child.kill("SIGKILL");
    await child.exited;
  }
  if (!given) rmSync(folder, { recursive: true, force: true });
}
