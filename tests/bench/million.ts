/**
 * Measures how long the daily calls take with a million reservations. The built executable is requested over HTTP, one
 * call at a time and by four clients at once, next to one with ten thousand reservations and as many a day. It prints
 * the median and the slowest hundredth in ms, the latter also as a ratio, and the server's CPU time.
 *
 *   bun tests/bench/million.ts [--reservations=1000000] [--times=200] [--short] [--only=search] [--folder=/tmp/fleet] [--figures=FILE]
 *
 * `--short` makes each call twice, with a thousand reservations. With `--folder`, the data is kept for the next run.
 * `--figures` writes the figures to a JSON file.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/executable";
import { type Call, callsOf, tripCalls } from "./fleet-calls";
import { type SeededFleet, seedFleet } from "./fleet-seed";
import { TRIPS_PER_DAY } from "./fleet-trips";
import { cpuSeconds, residentMiB } from "./process";

const option = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const isShort = process.argv.includes("--short");
const RESERVATION_COUNT = Number(option("reservations") ?? (isShort ? 1_000 : 1_000_000));
const FEW = Math.min(10_000, Math.ceil(RESERVATION_COUNT / 2));
const REPETITIONS = Number(option("times") ?? (isShort ? 2 : 200));
const WARM_UP_CALLS = Math.min(10, REPETITIONS);
const CLIENT_COUNT = 4;
const AIM_MS = 50;
/** The aim in ms for lists and searches, including those of riders and drivers. */
const LIST_TARGET_MS = 10;
const LIST_NAMES =
  /^(?:list|palette|riders?|driver: (?:today|future|past)|drivers|callers|companies|a company's trips|audit)\b/;
const AIM_MIB = 50;
const only = option("only");
const figures = option("figures");
const given = option("folder");
const root = join(import.meta.dir, "../..");
const folder = given ?? mkdtempSync(join(tmpdir(), "livery-bench-"));

/** The contents of the `--figures` file. */
export type MillionFigures = {
  calls: number;
  /** For how many calls the slowest hundredth was above the aim. */
  slowCount: number;
  slowest: { name: string; p99: number };
  /** The slowest hundredth of all lists and searches together, and how many kinds miss their aim. */
  lists: { p99: number; slowCount: number };
  exportMiB: number;
  riderToken: string;
};

type Server = { seeded: SeededFleet; origin: string; child: Bun.Subprocess; calls: Call[] };
const servers: Server[] = [];

async function start(name: string, count: number): Promise<Server> {
  const started = performance.now();
  const seeded = await seedFleet(join(folder, name), count);
  const elapsedMs = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(`${count.toLocaleString("en")} reservations after ${elapsedMs} s`);
  const port = await freePort();
  const child = Bun.spawn([join(root, "dist/livery")], {
    env: {
      PATH: "/usr/bin:/bin",
      TZ: "UTC",
      HOST: "127.0.0.1",
      PORT: `${port}`,
      RATE_LIMITS: "off",
      // Otherwise a backup that is due would run during the measurement.
      BACKUP_KEEP: "0",
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
  const oldest = Date.now() - (count / TRIPS_PER_DAY) * 86_400_000;
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

/** Makes one call, and returns the ms until the last byte of its answer. */
async function once(server: Server, call: Call, turn: number): Promise<number> {
  const started = performance.now();
  const answer = await get(server, call.as, call.path(turn));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${call.name}: ${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - started;
}

type Percentiles = { p50: number; p99: number };

function measured(times: number[]): Percentiles {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Measures one call at a time. The CPU time of a call is the server's own, whatever else the machine does. */
async function measureOneAtATime(
  server: Server,
  call: Call,
): Promise<Percentiles & { cpu: number; times: number[] }> {
  for (let turn = 0; turn < WARM_UP_CALLS; turn++) await once(server, call, turn);
  const times: number[] = [];
  const before = cpuSeconds(server.child.pid);
  for (let turn = 0; turn < REPETITIONS; turn++) times.push(await once(server, call, turn));
  const cpu = ((cpuSeconds(server.child.pid) - before) * 1_000) / REPETITIONS;
  return { ...measured(times), cpu, times };
}

async function measureWithClients(server: Server, call: Call): Promise<Percentiles> {
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < REPETITIONS) times.push(await once(server, call, next++));
  };
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client));
  return measured(times);
}

const ms = (value: number) => value.toFixed(1).padStart(8);

/** How many bytes a second a reader on a slow connection takes, and in how many reads. */
const SLOW_BYTES_PER_SECOND = 2_000_000;
const READS_PER_SECOND = 20;

/** How a successful answer begins. */
const OK_STATUS_LINE = "HTTP/1.1 200 ";

/** Reads a file to its end from the raw socket, so that no layer in between buffers data that was not read. */
function read(server: Server, path: string, isSlow: boolean): Promise<number> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const cookie = `livery_admin=${server.seeded.adminToken}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  );
  return new Promise((done, fail) => {
    let head = "";
    let bytes = 0;
    let taken = 0;
    const throttleTimer = setInterval(() => {
      taken = 0;
      socket.resume();
    }, 1_000 / READS_PER_SECOND);
    socket.on("data", (chunk) => {
      // The status line may arrive in several pieces.
      if (head.length < OK_STATUS_LINE.length) {
        head += chunk.toString("latin1", 0, OK_STATUS_LINE.length);
        if (head.length >= OK_STATUS_LINE.length && !head.startsWith(OK_STATUS_LINE))
          fail(new Error(head));
      }
      bytes += chunk.length;
      taken += chunk.length;
      if (isSlow && taken >= SLOW_BYTES_PER_SECOND / READS_PER_SECOND) socket.pause();
    });
    socket.on("error", fail);
    socket.on("close", () => {
      clearInterval(throttleTimer);
      done(bytes);
    });
  });
}

/** Streams a file to its end, and returns how many MiB more the server needs while it does so. */
async function download(
  server: Server,
  name: string,
  path: string,
  isSlow = false,
): Promise<number> {
  await Bun.sleep(2_000);
  const idleMiB = residentMiB(server.child.pid);
  let peakMiB = idleMiB;
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(server.child.pid));
  }, 20);
  const started = performance.now();
  const bytes = await read(server, path, isSlow);
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const memoryGrowth = peakMiB - idleMiB;
  console.log(
    `${name}${isSlow ? ", a slow reader" : ""}: ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s, ${memoryGrowth.toFixed(0)} MiB above ${idleMiB.toFixed(0)}${memoryGrowth > AIM_MIB ? `, missed: ${AIM_MIB}` : ""}`,
  );
  return memoryGrowth;
}

const BOARD_PATH = "/dispatch/dashboard/reservation";
const FIRST_BYTE_AIM_MS = 5;

/** Measures the board's page as a browser requests it: the time of its first bytes, and of the whole page, in ms. */
async function measureBoardPage({ seeded, origin }: Server): Promise<void> {
  const first: number[] = [];
  const whole: number[] = [];
  const headers = {
    cookie: `livery_admin=${seeded.adminToken}`,
    // Robots and Bun's own fetch get the page in one piece.
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36",
  };
  for (let turn = -WARM_UP_CALLS; turn < REPETITIONS; turn++) {
    const started = performance.now();
    const answer = await fetch(origin + BOARD_PATH, { headers, redirect: "error" });
    const reader = answer.body?.getReader();
    await reader?.read();
    const startMs = performance.now() - started;
    while (reader && !(await reader.read()).done);
    if (turn >= 0) {
      first.push(startMs);
      whole.push(performance.now() - started);
    }
  }
  const { p50 } = measured(first);
  console.log(
    `the board's page: first bytes after ${p50.toFixed(1)} of ${measured(whole).p50.toFixed(1)} ms${p50 > FIRST_BYTE_AIM_MS ? `, missed: ${FIRST_BYTE_AIM_MS}` : ""}`,
  );
}

try {
  const many = await start(`${RESERVATION_COUNT}`, RESERVATION_COUNT);
  const few = await start(`${FEW}`, FEW);
  const load = () =>
    loadavg()
      .map((value) => value.toFixed(1))
      .join(" ");
  console.log(`load ${load()}\n`);
  const head = ["p50", "p99", `p99 by ${CLIENT_COUNT}`, "p99 of few", "ratio", "CPU", "CPU of few"];
  console.log(`${"".padEnd(52)}${head.map((cell) => cell.padStart(11)).join("")}`);
  const missed: string[] = [];
  const slowest = { name: "", p99: 0 };
  const listTimesMs: number[] = [];
  const slowListNames: string[] = [];
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
    const small = await measureOneAtATime(few, other);
    const one = await measureOneAtATime(many, call);
    const concurrentPercentiles = await measureWithClients(many, call);
    if (one.p99 > AIM_MS) missed.push(call.name);
    if (one.p99 > slowest.p99) Object.assign(slowest, { name: call.name, p99: one.p99 });
    if (LIST_NAMES.test(call.name)) {
      listTimesMs.push(...one.times);
      if (one.p99 > LIST_TARGET_MS) slowListNames.push(call.name);
    }
    const ratio = one.p99 / small.p99;
    const cells = [
      one.p50,
      one.p99,
      concurrentPercentiles.p99,
      small.p99,
      ratio,
      one.cpu,
      small.cpu,
    ];
    console.log(
      `${call.name.padEnd(52)}${cells.map((cell) => ms(cell).padStart(11)).join("")}${one.p99 > AIM_MS ? "  missed" : ""}`,
    );
  }
  console.log(`\nabove ${AIM_MS} ms: ${missed.join(", ") || "none"}; load ${load()}`);
  const lists = { p99: measured(listTimesMs).p99, slowCount: slowListNames.length };
  console.log(
    `lists and searches together: ${lists.p99.toFixed(1)} ms; above ${LIST_TARGET_MS} ms by themselves: ${slowListNames.join(", ") || "none"}`,
  );
  if (!only || "pages".includes(only)) {
    await measureBoardPage(few);
    await measureBoardPage(many);
  }
  const memoryGrowth: number[] = [];
  if (!only || "files".includes(only)) {
    const all = "from=2001-01-01&to=2199-12-31";
    const trips = `/backend/admin/reports/trips.csv?${all}`;
    memoryGrowth.push(await download(many, "trips as CSV", trips));
    memoryGrowth.push(await download(many, "trips as CSV", trips, true));
    memoryGrowth.push(await download(many, "audit log as CSV", "/backend/admin/audit.csv"));
  }
  if (figures)
    writeFileSync(
      figures,
      JSON.stringify({
        calls: many.calls.length,
        slowCount: missed.length,
        slowest,
        lists,
        exportMiB: Math.max(0, ...memoryGrowth),
        riderToken: many.seeded.riderToken,
      } satisfies MillionFigures),
    );
} finally {
  for (const { child } of servers) {
    child.kill("SIGKILL");
    await child.exited;
  }
  if (!given) rmSync(folder, { recursive: true, force: true });
}
