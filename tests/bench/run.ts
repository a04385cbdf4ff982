/**
 * `bun run bench`: the executable against a bare server (`baseline.ts`) on the same 100,000
 * reservations, in rounds that take turns, so that whatever else the machine does hits both.
 * Requests per second depend on the machine; CPU time per request, from /proc, hardly does.
 *
 *   bun tests/bench/run.ts [--rounds=5] [--seconds=2] [--short] [--pin] [home|faq|trips|list|booking|start|quotes|zones|places …]
 *
 * `--short` asks a few times only: it tells whether all of it still runs, its figures say nothing.
 * `--pin` gives both servers a core of their own before all other programs (`chrt -f 50 taskset -c 1`):
 * for a machine that others use as well. Run the whole under `taskset -c 0` then.
 */
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstLoads } from "../../build/sizes";
import type { AssetManifest } from "../../src/process/assets";
import type { ReservationAnswer, ReservationList } from "../../src/reservations/contract";
import { trip } from "../support/booking";
import { freePort } from "../support/executable";
import type { BareModel } from "./bare-model";
import type { Result, Task } from "./load";
import { type LookupResult, measurePlaces, measureZones } from "./lookups";
import { cpuSeconds, residentMiB } from "./process";
import { quoteRates } from "./quotes";
import { RESERVATIONS, type Seeded, seedFolder } from "./seed";
import { firstPageMilliseconds } from "./start";

const root = join(import.meta.dir, "../..");
const executable = join(root, "dist/livery");
const option = (name: string, otherwise: number) =>
  Number(
    process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise,
  );
const isShort = process.argv.includes("--short");
const rounds = option("rounds", isShort ? 1 : 5);
const seconds = option("seconds", isShort ? 0.1 : 2);
/** What a server is started with, so that nothing else runs on its core. */
const pinned = process.argv.includes("--pin") ? ["chrt", "-f", "50", "taskset", "-c", "1"] : [];
const only = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

/** Connections that ask at the same time. */
const READERS = 16;
const BOOKERS = 64;
const STARTS = isShort ? 1 : 15;
/** Of a short run: enough for a second page of the list. */
const reservations = isShort ? 1_000 : RESERVATIONS;

interface Measure {
  name: string;
  value: string;
  ratio: string;
  aim: string;
  met: boolean | null;
}
const measures: Measure[] = [];

/** What is asked of both servers, and what our side aims at, as ratios to the bare one. */
interface Scenario {
  key: string;
  name: string;
  ask: Ask;
  connections: number;
  rate: number;
  cpu: number | null;
}

/** A request, for `fetch` and for the wire; the key of a booking is added to it, each time another. */
interface Ask {
  path: string;
  headers: Record<string, string>;
  /** Of a POST. */
  body?: string;
}

/** What is measured in this process, without a server. */
const lookups = ["zones", "places"];

async function benchLookups(): Promise<void> {
  const wanted = (key: string) => only.length === 0 || only.includes(key);
  if (wanted("zones")) {
    const found = await measureZones(isShort);
    reportLookup("The zones of a point, 100 of 200 corners", found, {
      aim: "≥ 50,000/s",
      met: found.rate >= 50_000,
    });
  }
  if (wanted("places")) {
    const found = await measurePlaces(root, isShort);
    reportLookup("A place search over the whole gazetteer", found, {
      aim: "p99 ≤ 5 ms",
      met: found.p99 <= 5,
    });
  }
}

function reportLookup(
  name: string,
  { rate, bareRate, p99 }: LookupResult,
  aim: { aim: string; met: boolean },
): void {
  measures.push({
    name,
    value: `${whole(rate)}/s of ${whole(bareRate)}/s, p99 ${p99.toFixed(3)} ms`,
    ratio: (rate / bareRate).toFixed(2),
    ...aim,
  });
}

const folder = mkdtempSync(join(tmpdir(), "livery-bench-"));
const children: Bun.Subprocess[] = [];
async function bench(): Promise<void> {
  await benchLookups();
  if (only.length > 0 && only.every((key) => lookups.includes(key))) return print();
  const built = Bun.spawnSync([process.execPath, "build.ts"], { cwd: root });
  if (!built.success) throw new Error(`The build failed:\n${built.stderr.toString()}`);
  const ours = join(folder, "ours");
  const bare = join(folder, "bare");
  console.log(`Seeding ${reservations.toLocaleString("en")} reservations …`);
  const seeded = await seedFolder(ours, reservations);
  cpSync(ours, bare, { recursive: true });

  const livery = await startLivery(ours);
  await Bun.sleep(500);
  measures.push(atMost("Memory after start and one page", residentMiB(livery.pid), 70, "MiB"));

  const scenarios = await describeScenarios(livery.port, seeded);
  const baseline = await startBaseline(bare, livery.port, scenarios);
  const chosen = scenarios.filter(({ key }) => only.length === 0 || only.includes(key));
  for (const scenario of chosen) await compareAnswers(scenario, livery.port, baseline.port);
  const load = await startLoad();

  for (const scenario of chosen) {
    const sides = { ours: [] as Sample[], bare: [] as Sample[] };
    for (const server of [livery, baseline]) await warmUp(load, task(scenario, server));
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const);
      for (const side of order) {
        const server = side === "ours" ? livery : baseline;
        const before = cpuSeconds(server.pid);
        const result = await load(task(scenario, server));
        sides[side].push({ ...result, cpu: cpuSeconds(server.pid) - before });
      }
    }
    report(scenario, sides.ours, sides.bare);
  }

  measures.push(atMost("Memory after load", residentMiB(livery.pid), 120, "MiB"));
  const wal = statSync(join(ours, "livery.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0;
  measures.push(atMost("Size of the write-ahead log at the end", wal / 1_048_576, 64, "MiB"));
  livery.child.kill("SIGTERM");
  await livery.child.exited;
  if (only.length === 0 || only.includes("start")) {
    const environment = { ...bareEnvironment, DATA_DIR: ours };
    const first = await firstPageMilliseconds(executable, environment, STARTS);
    measures.push(atMost("First page after start of the executable", first, 60, "ms"));
  }
  if (only.length === 0 || only.includes("quotes")) await reportQuotes();
  await reportSizes();
  print();
}

type Sample = Result & { cpu: number };
type Server = { port: number; pid: number; child: Bun.Subprocess };

function task(scenario: Scenario, server: Server): Task {
  const { ask, connections } = scenario;
  return { port: server.port, request: onTheWire(ask), connections, seconds };
}

async function describeScenarios(port: number, seeded: Seeded): Promise<Scenario[]> {
  const origin = `http://localhost:${port}`;
  const admin = { cookie: `livery_admin=${seeded.adminToken}` };
  const rider = { cookie: `livery_rider=${seeded.riderToken}` };
  const state = "/backend/admin/reservations?state=settled&limit=25";
  const first = (await (await fetch(`${origin}${state}`, { headers: admin })).json()) as {
    nextCursor: string;
  };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const quoted = await fetch(`${origin}/backend/quotes`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(trip({ pickupLocal: `${tomorrow}T12:00` })),
  });
  const { quote, options } = (await quoted.json()) as {
    quote: string;
    options: { vehicleClass: { id: string } }[];
  };
  const booking = JSON.stringify({ quote, vehicleClassId: options[0]?.vehicleClass.id });
  return [
    {
      key: "home",
      name: "The home page",
      ask: { path: "/", headers: {} },
      connections: READERS,
      rate: 0.6,
      cpu: 2,
    },
    {
      key: "faq",
      name: "The questions, the longest of the other public pages",
      ask: { path: "/faq?from=bench", headers: {} },
      connections: READERS,
      rate: 0.6,
      cpu: 2,
    },
    {
      key: "trips",
      name: "A signed-in page of 25 trips",
      ask: { path: "/trips", headers: rider },
      connections: READERS,
      rate: 0.13,
      cpu: 7,
    },
    {
      key: "list",
      name: "25 of 100,000 by the API",
      ask: { path: `${state}&cursor=${first.nextCursor}`, headers: admin },
      connections: READERS,
      rate: 0.7,
      cpu: 1.4,
    },
    {
      key: "booking",
      name: "An acknowledged booking",
      ask: {
        path: "/backend/reservations",
        headers: { ...rider, origin: "http://localhost", "content-type": "application/json" },
        body: booking,
      },
      connections: BOOKERS,
      rate: 1.3,
      cpu: null,
    },
  ];
}

function onTheWire({ path, headers, body }: Ask): string {
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

/** What a server answers once. Throws for a refusal. */
async function answerTo({ path, headers, body }: Ask, port: number, key: string): Promise<string> {
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

const bareEnvironment = {
  PATH: "/usr/bin:/bin",
  TZ: "UTC",
  HOST: "127.0.0.1",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
};

async function startLivery(dataDir: string): Promise<Server> {
  const port = await freePort();
  const environment = { ...bareEnvironment, DATA_DIR: dataDir, PORT: `${port}` };
  const server = start([executable], port, environment);
  await untilAnswered(server, "/");
  return server;
}

/** Starts the bare server, which is told what ours answers. */
async function startBaseline(
  dataDir: string,
  ours: number,
  scenarios: readonly Scenario[],
): Promise<Server> {
  const answer = (key: string) => {
    const ask = scenarios.find((scenario) => scenario.key === key)?.ask;
    if (!ask) throw new Error(`No scenario ${key}`);
    return answerTo(ask, ours, "model");
  };
  // Before the page of trips, which shows it from then on.
  const booked = JSON.parse(await answer("booking")) as ReservationAnswer;
  const model: BareModel = {
    booked,
    home: await answer("home"),
    faq: await answer("faq"),
    tripsLength: (await answer("trips")).length,
  };
  writeFileSync(join(dataDir, "model.json"), JSON.stringify(model));
  const port = await freePort();
  const script = join(import.meta.dir, "baseline.ts");
  const server = start([process.execPath, script, dataDir, `${port}`], port, bareEnvironment);
  await untilAnswered(server, "/");
  return server;
}

function start(command: string[], port: number, env: Record<string, string>): Server {
  const child = Bun.spawn([...pinned, ...command], {
    env,
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return { port, pid: child.pid, child };
}

async function untilAnswered(server: Server, path: string): Promise<void> {
  const deadline = Date.now() + 10_000;
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

/** The compiler needs to have seen the code often before the figures mean anything. */
async function warmUp(load: (task: Task) => Promise<Result>, task: Task): Promise<void> {
  if (isShort) return;
  const deadline = performance.now() + 30_000;
  for (let requests = 0; requests < 2_000 && performance.now() < deadline;)
    requests += (await load({ ...task, seconds: 1 })).requests;
}

/** How much longer or shorter an answer may be: ids, times and numbers are those of each server. */
const LENGTH_TOLERANCE = 0.01;

/**
 * Both answer alike, or they are not compared: the list with the same values in the same order, all
 * others with as many bytes.
 */
async function compareAnswers({ key, ask }: Scenario, ours: number, bare: number): Promise<void> {
  const [a, b] = await Promise.all([
    answerTo(ask, ours, "compared"),
    answerTo(ask, bare, "compared"),
  ]);
  const apart = Math.abs(a.length - b.length);
  if (apart > a.length * LENGTH_TOLERANCE)
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

function report(scenario: Scenario, ours: Sample[], bare: Sample[]): void {
  const rate = (sample: Sample) => sample.requests / sample.seconds;
  const ratio = median(ours.map((sample, i) => rate(sample) / rate(bare[i] ?? sample)));
  const perRequest = (samples: Sample[]) =>
    samples.reduce((sum, { cpu }) => sum + cpu, 0) /
    samples.reduce((sum, { requests }) => sum + requests, 0);
  const cpuRatio = perRequest(ours) / perRequest(bare);
  const p99 = median(ours.map((sample) => sample.p99));
  measures.push(
    {
      name: scenario.name,
      value: `${whole(median(ours.map(rate)))}/s of ${whole(median(bare.map(rate)))}/s, p99 ${p99.toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      aim: `≥ ${scenario.rate}`,
      met: ratio >= scenario.rate,
    },
    {
      name: "  its CPU time",
      value: `${micros(perRequest(ours))} of ${micros(perRequest(bare))}`,
      ratio: cpuRatio.toFixed(2),
      aim: scenario.cpu === null ? "" : `≤ ${scenario.cpu}`,
      met: scenario.cpu === null ? null : cpuRatio <= scenario.cpu,
    },
  );
}

async function reportQuotes(): Promise<void> {
  const { quotes, bare } = await quoteRates(rounds * 3, isShort);
  measures.push({
    name: "A whole quote, in process",
    value: `${whole(quotes)}/s beside ${whole(bare)} bare statements/s`,
    ratio: (quotes / bare).toFixed(3),
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

/** The heaviest first load of each area. Layout routes are part of what lies in them. */
async function reportSizes(): Promise<void> {
  const manifest = (await Bun.file(join(root, "dist/manifest.json")).json()) as AssetManifest;
  const heaviest = new Map<string, { id: string; bytes: number }>();
  for (const [id, bytes] of firstLoads(manifest)) {
    if (id === "/design") continue;
    const area = areas.find(({ is }) => is(id))?.name ?? "";
    if (bytes > (heaviest.get(area)?.bytes ?? 0)) heaviest.set(area, { id, bytes });
  }
  for (const { name, limit } of areas) {
    const found = heaviest.get(name);
    if (!found) continue;
    measures.push(
      atMost(`JavaScript, ${name}, ${found.id}`, found.bytes / 1000, limit, "kB gzipped"),
    );
  }
}

function atMost(name: string, value: number, limit: number, unit: string): Measure {
  return {
    name,
    value: `${value.toFixed(1)} ${unit}`,
    ratio: "",
    aim: `≤ ${limit} ${unit.split(" ")[0]}`,
    met: value <= limit,
  };
}

function print(): void {
  const rows = measures.map(({ name, value, ratio, aim, met }) => [
    name,
    value,
    ratio,
    aim,
    met === null ? "" : met ? "met" : "missed",
  ]);
  rows.unshift(["", "value", "ratio", "aim", ""]);
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  console.log();
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function micros(value: number): string {
  return `${(value * 1e6).toFixed(0)} µs`;
}

try {
  await bench();
} finally {
  for (const child of children) {
    child.kill("SIGKILL");
    await child.exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
