/**
 * `bun run bench`: compares the executable with a bare server (`baseline.ts`) on the same 100,000 reservations, in
 * alternating rounds, so that other work on the machine affects both. Requests per second depend on the machine; CPU
 * time per request, from /proc, hardly does: it is that of the best round.
 *
 *   bun tests/bench/run.ts [--rounds=5] [--seconds=2] [--short] [--write] [--pin] [home|faq|trips|stack|list|booking|start|quotes|zones|places …]
 *
 * Exits with 1 if a figure exceeds its limit in `aims.ts`; ratios count only if the machine is not busy.
 *
 * `--short` is a round of a minute on 10,000 reservations: the limits that the tests hold, and whether everything still
 * runs. `--write` writes the figures to docs/decisions/performance.md. `--pin` gives both servers one core and
 * precedence over all other programs (`chrt -f 50 taskset -c 1`), for a machine that is also used for other things. Run
 * the whole benchmark under `taskset -c 0` then.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { firstLoadBytes } from "../../build/sizes";
import type { AssetManifest } from "../../src/process/assets";
import type { ReservationAnswer, ReservationList } from "../../src/reservations/contract";
import { trip } from "../support/booking";
import { freePort } from "../support/executable";
import { type Aim, aims, BUSY_LOAD, limitOf, ratioOf } from "./aims";
import type { BaselineModel } from "./baseline-model";
import type { Result, Task } from "./load";
import { type LookupResult, measurePlaces, measureZones } from "./lookups";
import { cpuSeconds, residentMiB } from "./process";
import { measureQuoteRates } from "./quotes";
import { RESERVATION_COUNT, type SeededData, seedFolder } from "./seed";
import { measureStart, type Start } from "./start";

const root = join(import.meta.dir, "../..");
const executable = join(root, "dist/livery");
const option = (name: string, fallback: number) =>
  Number(
    process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback,
  );
const isShort = process.argv.includes("--short");
const rounds = option("rounds", 5);
const seconds = option("seconds", isShort ? 0.1 : 2);
/** How much CPU time a round lasts at least, so that the 10 ms ticks of /proc hardly matter. */
const ROUND_CPU_SECONDS = 0.25;
/** The command in front of a server's, so that nothing else runs on its core. */
const pinCommand = process.argv.includes("--pin") ? ["chrt", "-f", "50", "taskset", "-c", "1"] : [];
const only = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

/** How many connections send requests at the same time. */
const READER_COUNT = 16;
const BOOKER_COUNT = 64;
/** By which factor the rounds of a figure may be increased. */
const MAX_RETRIES = 3;
const START_COUNT = isShort ? 5 : 15;
const WARM_UP_REQUESTS = 2_000;
const WARM_UP_CPU_SECONDS = 3;
const reservations = isShort ? 10_000 : RESERVATION_COUNT;

interface Measurement {
  name: string;
  value: string;
  ratio: string;
  aim: string;
  met: boolean | null;
}
const measurements: Measurement[] = [];
/** The figures that exceed their limit. */
const complaints: string[] = [];

/** The request to both servers, and the aim for Livery's requests per second, as a ratio to the bare server's. */
interface Scenario {
  key: "home" | "faq" | "trips" | "stack" | "list" | "booking";
  name: string;
  ask: Ask;
  connections: number;
  rate: number;
}

/** A request, for `fetch` and as raw text. A booking also gets a key, which is different each time. */
interface Ask {
  path: string;
  headers: Record<string, string>;
  /** Of a POST. */
  body?: string;
}

/** What is measured in this process, without a server. */
const lookups = ["zones", "places"];

async function benchLookups(): Promise<void> {
  const isWanted = (key: string) => only.length === 0 || only.includes(key);
  if (isWanted("zones")) {
    const found = await measureZones(isShort);
    reportLookup("The zones of a point, 100 of 200 corners", found, {
      aim: "≥ 50,000/s",
      met: found.rate >= 50_000,
    });
  }
  if (isWanted("places")) {
    const found = await measurePlaces(root, isShort);
    reportLookup("A place search over the whole gazetteer", found, {
      aim: "p99 ≤ 5 ms",
      met: found.p99 <= 5,
    });
  }
}

function reportLookup(
  name: string,
  { rate, baselineRate: plainRate, p99 }: LookupResult,
  aim: { aim: string; met: boolean },
): void {
  measurements.push({
    name,
    value: `${whole(rate)}/s of ${whole(plainRate)}/s, p99 ${p99.toFixed(3)} ms`,
    ratio: (rate / plainRate).toFixed(2),
    ...aim,
  });
}

const folder = mkdtempSync(join(tmpdir(), "livery-bench-"));
const initialLoad = currentLoad();
const children: Bun.Subprocess[] = [];
async function runBenchmarks(): Promise<void> {
  await benchLookups();
  if (only.length > 0 && only.every((key) => lookups.includes(key))) return print();
  const buildResult = Bun.spawnSync([process.execPath, "build.ts"], { cwd: root });
  if (!buildResult.success) throw new Error(`The build failed:\n${buildResult.stderr.toString()}`);
  const ours = join(folder, "ours");
  const reference = join(folder, "reference");
  console.log(`Seeding ${reservations.toLocaleString("en")} reservations …`);
  const seeded = await seedFolder(ours, reservations);
  cpSync(ours, reference, { recursive: true });

  const livery = await startLivery(ours);
  await Bun.sleep(500);
  reportLimit(aims.started, residentMiB(livery.pid), "");

  const scenarios = await describeScenarios(livery.port, seeded);
  const baseline = await startBaseline(reference, livery.port, scenarios);
  const chosenScenarios = scenarios.filter(({ key }) => only.length === 0 || only.includes(key));
  for (const scenario of chosenScenarios)
    await compareAnswers(scenario, livery.port, baseline.port);
  const load = await startLoad();

  for (const scenario of chosenScenarios) {
    const sides: ServerSamples = { ours: [], reference: [] };
    for (const server of [livery, baseline]) await warmUp(load, task(scenario, server), server.pid);
    // A figure above its limit is measured for longer, because a disturbance ends but a loss stays.
    for (
      let round = 0;
      round < rounds ||
      (round < rounds * MAX_RETRIES && cpuRatio(sides) > limitOf(aims[scenario.key]));
      round++
    ) {
      const order =
        round % 2 === 0 ? (["ours", "reference"] as const) : (["reference", "ours"] as const);
      for (const side of order) {
        const server = side === "ours" ? livery : baseline;
        sides[side].push(await acquireTurn(load, task(scenario, server), server.pid));
      }
    }
    report(scenario, sides);
  }

  reportLimit(aims.loaded, residentMiB(livery.pid), "");
  const wal = statSync(join(ours, "livery.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0;
  measurements.push(
    measurementAtMost("Size of the write-ahead log at the end", wal / 1_048_576, 64, "MiB"),
  );
  livery.child.kill("SIGTERM");
  await livery.child.exited;
  if (only.length === 0 || only.includes("start")) await reportStarts(ours, reference);
  if (only.length === 0 || only.includes("quotes")) await reportQuotes();
  await reportSizes();
  print();
}

type ServerSamples = Record<"ours" | "reference", Sample[]>;
type Sample = Pick<Result, "requests" | "seconds" | "p99"> & { cpu: number };

async function acquireTurn(
  load: (task: Task) => Promise<Result>,
  task: Task,
  pid: number,
): Promise<Sample> {
  const sample: Sample = { requests: 0, seconds: 0, p99: 0, cpu: 0 };
  const before = cpuSeconds(pid);
  do {
    const { requests, seconds, p99 } = await load(task);
    sample.requests += requests;
    sample.seconds += seconds;
    sample.p99 = Math.max(sample.p99, p99);
    sample.cpu = cpuSeconds(pid) - before;
  } while (sample.cpu < ROUND_CPU_SECONDS);
  return sample;
}

/** Measures both starts alternately, each on a separate copy of the same database. */
async function reportStarts(ours: string, reference: string): Promise<void> {
  const sides = { ours: [] as Start[], reference: [] as Start[] };
  for (let n = 0; n < START_COUNT; n++) {
    sides.reference.push(
      await measureStart((port) => baselineCommand(reference, port), baselineEnvironment),
    );
    const environment = { ...baselineEnvironment, DATA_DIR: ours };
    sides.ours.push(await measureStart(() => [executable], environment));
  }
  const cpu = (side: "ours" | "reference") => sides[side].map((start) => start.cpu);
  const best = (side: "ours" | "reference") => formatMilliseconds(Math.min(...cpu(side)));
  reportLimit(
    aims.start,
    ratioOf(cpu("ours"), cpu("reference")),
    `${best("ours")} of ${best("reference")}`,
  );
  const firstPageMs = median(sides.ours.map(({ milliseconds }) => milliseconds));
  measurements.push(
    measurementAtMost("First page after start of the executable", firstPageMs, 60, "ms"),
  );
}

/** Reports a figure with a limit, and in words how it is made up. */
function reportLimit(aim: Aim, value: number, words: string): void {
  const limit = limitOf(aim);
  const figure = value.toFixed(aim.unit === "MiB" ? 1 : 2);
  measurements.push({
    name: aim.name,
    value: words || `${figure} ${aim.unit}`,
    ratio: words ? figure : "",
    aim: `≤ ${aim.aim}${aim.held === undefined ? "" : `, held ≤ ${aim.held}`}`,
    met: value <= aim.aim,
  });
  if (aim.unit === "×" && isBusy()) console.log(`Not judged at this load: ${aim.name}`);
  // A figure that can't be read counts as missed.
  else if (!(value <= limit))
    complaints.push(`${aim.name}: ${figure} ${aim.unit}, at most ${limit}`);
}
type Server = { port: number; pid: number; child: Bun.Subprocess };

function task(scenario: Scenario, server: Server): Task {
  const { ask, connections } = scenario;
  return { port: server.port, request: rawRequest(ask), connections, seconds };
}

async function describeScenarios(port: number, seeded: SeededData): Promise<Scenario[]> {
  const origin = `http://localhost:${port}`;
  const admin = { cookie: `livery_admin=${seeded.adminToken}` };
  const rider = { cookie: `livery_rider=${seeded.riderToken}` };
  const state = "/backend/admin/reservations?state=settled&limit=25";
  const first = (await (await fetch(`${origin}${state}`, { headers: admin })).json()) as {
    nextCursor: string;
  };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const quotedAnswer = await fetch(`${origin}/backend/quotes`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(trip({ pickupLocal: `${tomorrow}T12:00` })),
  });
  const { quote, options } = (await quotedAnswer.json()) as {
    quote: string;
    options: { vehicleClass: { id: string } }[];
  };
  const booking = JSON.stringify({ quote, vehicleClassId: options[0]?.vehicleClass.id });
  return [
    {
      key: "home",
      name: "The home page",
      ask: { path: "/", headers: {} },
      connections: READER_COUNT,
      rate: 1,
    },
    {
      key: "faq",
      name: "The questions, the longest of the other public pages",
      ask: { path: "/faq?from=bench", headers: {} },
      connections: READER_COUNT,
      rate: 1,
    },
    {
      key: "trips",
      name: "A signed-in page of 25 trips",
      ask: { path: "/trips", headers: rider },
      connections: READER_COUNT,
      rate: 0.13,
    },
    {
      key: "stack",
      name: "The same page beside one by React and the router",
      ask: { path: "/trips?stack", headers: rider },
      connections: READER_COUNT,
      rate: 0.5,
    },
    {
      key: "list",
      name: "25 of 100,000 by the API",
      ask: { path: `${state}&cursor=${first.nextCursor}`, headers: admin },
      connections: READER_COUNT,
      rate: 0.7,
    },
    {
      key: "booking",
      name: "An acknowledged booking",
      ask: {
        path: "/backend/reservations",
        headers: { ...rider, origin: "http://localhost", "content-type": "application/json" },
        body: booking,
      },
      connections: BOOKER_COUNT,
      rate: 1.3,
    },
  ];
}

function rawRequest({ path, headers, body }: Ask): string {
  const all =
    body === undefined
      ? headers
      : {
          ...headers,
          "idempotency-key": "bench-{n}",
          "content-length": `${Buffer.byteLength(body)}`,
        };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? "GET" : "POST";
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join("")}\r\n${body ?? ""}`;
}

/** Returns a server's answer to one request. Throws if it is refused. */
async function respondTo({ path, headers, body }: Ask, port: number, key: string): Promise<string> {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    headers: {
      ...headers,
      host: "localhost",
      ...(body !== undefined && { "idempotency-key": key }),
    },
    redirect: "error",
    ...(body !== undefined && { method: "POST", body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

const baselineEnvironment = {
  PATH: "/usr/bin:/bin",
  TZ: "UTC",
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
};

async function startLivery(dataDir: string): Promise<Server> {
  const port = await freePort();
  const environment = { ...baselineEnvironment, DATA_DIR: dataDir, PORT: `${port}` };
  const server = start([executable], port, environment);
  await waitUntilAnswered(server, "/");
  return server;
}

/** Starts the bare server with Livery's answers. */
async function startBaseline(
  dataDir: string,
  ours: number,
  scenarios: readonly Scenario[],
): Promise<Server> {
  const answer = (key: string) => {
    const ask = scenarios.find((scenario) => scenario.key === key)?.ask;
    if (!ask) throw new Error(`No scenario ${key}`);
    return respondTo(ask, ours, "model");
  };
  // The booking comes before the page of trips, which then shows it.
  const booked = JSON.parse(await answer("booking")) as ReservationAnswer;
  const model: BaselineModel = {
    booked,
    home: await answer("home"),
    faq: await answer("faq"),
    tripsLength: (await answer("trips")).length,
  };
  writeFileSync(join(dataDir, "model.json"), JSON.stringify(model));
  const port = await freePort();
  const server = start(baselineCommand(dataDir, port), port, baselineEnvironment);
  await waitUntilAnswered(server, "/");
  return server;
}

function baselineCommand(dataDir: string, port: number): string[] {
  return [process.execPath, join(import.meta.dir, "baseline.ts"), dataDir, `${port}`];
}

function start(command: string[], port: number, env: Record<string, string>): Server {
  const child = Bun.spawn([...pinCommand, ...command], {
    env,
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return { port, pid: child.pid, child };
}

async function waitUntilAnswered(server: Server, path: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`).catch(() => undefined);
    await answer?.text();
    if (answer?.ok) return;
    await Bun.sleep(10);
  }
  throw new Error("A server does not answer.");
}

async function startLoad(): Promise<(task: Task) => Promise<Result>> {
  let answer = Promise.withResolvers<Result>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "load.ts")], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message: Result) => answer.resolve(message),
  });
  children.push(child);
  await answer.promise;
  return async (task) => {
    answer = Promise.withResolvers();
    child.send(task);
    const result = await answer.promise;
    if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${task.request}`);
    return result;
  };
}

/**
 * Makes enough requests that the compiler, which works in parallel, has optimised the code; otherwise the figures mean
 * nothing. The bare server gets correspondingly more requests, because it needs least time for each.
 */
async function warmUp(
  load: (task: Task) => Promise<Result>,
  task: Task,
  pid: number,
): Promise<void> {
  const deadline = performance.now() + 30_000;
  const before = cpuSeconds(pid);
  let requests = 0;
  while (
    (requests < WARM_UP_REQUESTS || cpuSeconds(pid) - before < WARM_UP_CPU_SECONDS) &&
    performance.now() < deadline
  )
    requests += (await load({ ...task, seconds: isShort ? 0.2 : 1 })).requests;
}

/** How much the length of answers may differ, because ids, times and numbers are each server's own. */
const LENGTH_TOLERANCE = 0.01;

/**
 * Checks that both servers answer alike before they are compared: the list with the same values in the same order, all
 * other answers with the same number of bytes.
 */
async function compareAnswers(
  { key, ask }: Scenario,
  ours: number,
  reference: number,
): Promise<void> {
  const [a, b] = await Promise.all([
    respondTo(ask, ours, "compared"),
    respondTo(ask, reference, "compared"),
  ]);
  const lengthDifference = Math.abs(a.length - b.length);
  if (lengthDifference > a.length * LENGTH_TOLERANCE)
    throw new Error(
      `The bare server's answer of "${key}" has ${b.length} letters, not ${a.length}.`,
    );
  if (key !== "list") return;
  const [all, others] = [a, b].map((text) => (JSON.parse(text) as ReservationList).reservations);
  if (!all || all.length === 0) throw new Error("The list is empty: nothing is compared.");
  for (const [at, row] of all.entries())
    if (!Bun.deepEquals(row, others?.[at], true))
      throw new Error(
        `The answers differ:\n${JSON.stringify(row)}\n${JSON.stringify(others?.[at])}`,
      );
}

const cpuOf = (sample: Sample) => sample.cpu / sample.requests;

function cpuRatio({ ours, reference }: ServerSamples): number {
  return ratioOf(ours.map(cpuOf), reference.map(cpuOf));
}

function report(scenario: Scenario, sides: ServerSamples): void {
  const { ours, reference } = sides;
  const rate = (sample: Sample) => sample.requests / sample.seconds;
  const ratio = median(ours.map((sample, i) => rate(sample) / rate(reference[i] ?? sample)));
  const p99 = median(ours.map((sample) => sample.p99));
  measurements.push({
    name: scenario.name,
    value: `${whole(median(ours.map(rate)))}/s of ${whole(median(reference.map(rate)))}/s, p99 ${p99.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    aim: `≥ ${scenario.rate}`,
    met: ratio >= scenario.rate,
  });
  const best = (samples: readonly Sample[]) => formatMicroseconds(Math.min(...samples.map(cpuOf)));
  reportLimit(aims[scenario.key], cpuRatio(sides), `${best(ours)} of ${best(reference)}`);
}

async function reportQuotes(): Promise<void> {
  const { quotes, reference } = await measureQuoteRates(rounds * 3, isShort);
  measurements.push({
    name: "A whole quote, in process",
    value: `${whole(quotes)}/s beside ${whole(reference)} bare statements/s`,
    ratio: (quotes / reference).toFixed(3),
    aim: "≥ 20,000/s",
    met: quotes >= 20_000,
  });
}

const areas = [
  { name: "public", limit: 110, is: (id: string) => id === "/" || /^\/(joinUs|design)/.test(id) },
  { name: "dispatch", limit: 190, is: (id: string) => id.startsWith("/dispatch") },
  { name: "driver", limit: 140, is: (id: string) => /driver/i.test(id) },
  { name: "rider", limit: 140, is: () => true },
];

/** Prints the heaviest first load of each area. Layout routes count as part of the pages in them. */
async function reportSizes(): Promise<void> {
  const manifest = (await Bun.file(join(root, "dist/manifest.json")).json()) as AssetManifest;
  const heaviestLoads = new Map<string, { id: string; bytes: number }>();
  for (const [id, bytes] of firstLoadBytes(manifest)) {
    if (id === "/design") continue;
    const area = areas.find(({ is }) => is(id))?.name ?? "";
    if (bytes > (heaviestLoads.get(area)?.bytes ?? 0)) heaviestLoads.set(area, { id, bytes });
  }
  for (const { name, limit } of areas) {
    const found = heaviestLoads.get(name);
    if (!found) continue;
    measurements.push(
      measurementAtMost(
        `JavaScript, ${name}, ${found.id}`,
        found.bytes / 1000,
        limit,
        "kB gzipped",
      ),
    );
  }
}

function measurementAtMost(name: string, value: number, limit: number, unit: string): Measurement {
  return {
    name,
    value: `${value.toFixed(1)} ${unit}`,
    ratio: "",
    aim: `≤ ${limit} ${unit.split(" ")[0]}`,
    met: value <= limit,
  };
}

function print(): void {
  const rows = measurements.map(({ name, value, ratio, aim, met }) => [
    name,
    value,
    ratio,
    aim,
    met === null ? "" : met ? "met" : "missed",
  ]);
  rows.unshift(["", "value", "ratio", "aim", ""]);
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  console.log();
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)));
  for (const line of lines) console.log(line.join("  "));
  if (process.argv.includes("--write")) writeTable(lines);
  for (const complaint of complaints) console.error(`Worse than held: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}

const page = join(root, "docs/decisions/performance.md");
const [from, to] = ["<!-- written by bun run bench --write -->", "<!-- end of what it wrote -->"];

/** Writes the figures between their marks on the page, with the conditions on which they depend. */
function writeTable([head = [], ...lines]: string[][]): void {
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${page} has no place for the figures.`);
  const commit = Bun.spawnSync(["git", "describe", "--always", "--dirty"], { cwd: root });
  const rule = head.map((cell) => "-".repeat(cell.length));
  const table = [head, rule, ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
  const made = `${new Date().toISOString().slice(0, 10)}, commit ${commit.stdout.toString().trim()}, ${whole(reservations)} reservations, ${rounds} rounds.
Load of the ${cpus().length} processors: ${initialLoad} before, ${currentLoad()} after.`;
  writeFileSync(
    page,
    `${text.slice(0, start)}${from}\n\n${made}\n\n${table}\n\n${text.slice(end)}`,
  );
}

function isBusy(): boolean {
  return (loadavg()[0] ?? 0) > BUSY_LOAD * cpus().length;
}

function currentLoad(): string {
  return loadavg()[0]?.toFixed(1) ?? "";
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function formatMilliseconds(value: number): string {
  return `${(value * 1e3).toFixed(0)} ms`;
}

function formatMicroseconds(value: number): string {
  return `${(value * 1e6).toFixed(0)} µs`;
}

try {
  await runBenchmarks();
} finally {
  for (const child of children) {
    child.kill("SIGKILL");
    await child.exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
