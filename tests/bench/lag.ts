/**
 * Measures which work delays other answers: the built executable on a large data folder. First it measures how long the
 * main thread works for one answer of each kind, in processor time. Then it measures how late timers fire, and how long
 * `/healthz` takes from another process, while many clients work: first without long calls, then with them.
 *
 *   bun tests/bench/lag.ts [--reservations=1000000] [--clients=200] [--seconds=30] [--short] [--pin] [--folder=/tmp/fleet] [--executable=dist/livery]
 *
 * `--pin` gives the main thread precedence over all other programs (`chrt -R -f 50`). Use it on a machine that is also
 * used for other things, where the ratio of both loads says more than the milliseconds. `--executable` measures another
 * executable.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../support/executable";
import { type Call, callsOf, tripCalls } from "./fleet-calls";
import { seedFleet } from "./fleet-seed";
import { TRIPS_PER_DAY } from "./fleet-trips";

const option = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const isShort = process.argv.includes("--short");
const RESERVATION_COUNT = Number(option("reservations") ?? (isShort ? 1_000 : 1_000_000));
const CLIENT_COUNT = Number(option("clients") ?? (isShort ? 4 : 200));
const DURATION_SECONDS = Number(option("seconds") ?? (isShort ? 1 : 30));
const REPETITIONS = isShort ? 1 : 10;
const HEAVY_CLIENT_COUNT = 4;
/** How long a person waits between two requests, in ms. */
const PAUSE_MS = 4_000;
const PING_INTERVAL_MS = 20;
const AIM_MS = 20;
const root = join(import.meta.dir, "../..");
const executable = resolve(option("executable") ?? join(root, "dist/livery"));

/** `--ping=URL` requests a server's health until standard input ends, and prints the time of each answer. */
const pingUrl = option("ping");
if (pingUrl) {
  const times: number[] = [];
  let isOver = false;
  void Bun.stdin.text().then(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    await (await fetch(pingUrl)).text();
    times.push(performance.now() - startedAt);
    await Bun.sleep(PING_INTERVAL_MS);
  }
  process.stdout.write(JSON.stringify(times));
  process.exit(0);
}

const given = option("folder");
const folder = given ?? mkdtempSync(join(tmpdir(), "livery-lag-"));
const data = join(folder, `${RESERVATION_COUNT}`);
const seeded = await seedFleet(data, RESERVATION_COUNT);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const pinCommand = process.argv.includes("--pin") ? ["chrt", "-R", "-f", "50"] : [];
const server = Bun.spawn([...pinCommand, executable], {
  env: {
    PATH: "/usr/bin:/bin",
    TZ: "UTC",
    HOST: "127.0.0.1",
    PORT: `${port}`,
    RATE_LIMITS: "off",
    BACKUP_KEEP: "0",
    LOG_LEVEL: "error",
    DATA_DIR: data,
  },
  cwd: folder,
  stdio: ["ignore", "ignore", "inherit"],
});

/** Returns how long the main thread has used a processor, in ms. */
const mainThreadMs = () =>
  Number(readFileSync(`/proc/${server.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

async function ask({ name, as, path }: Call, turn: number): Promise<void> {
  const token = seeded[`${as}Token`];
  const answer = await fetch(origin + path(turn), { headers: { cookie: `livery_${as}=${token}` } });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  for await (const _ of answer.body ?? []);
}

/** Occasional requests that take long: files, and a PDF. */
function heavyCalls(over: string): Call[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const year = `from=${day(365)}&to=${day(0)}`;
  const of = (name: string, path: string): Call => ({ name, as: "admin", path: () => path });
  const company = seeded.fleet.companies[0];
  return [
    of("file: a year's trips", `/backend/admin/reports/trips.csv?${year}`),
    of("file: a report", `/backend/admin/reports.csv?${year}&by=driver`),
    of(
      "file: a company's month",
      `/backend/admin/companies/${company}/trips.csv?month=${day(40).slice(0, 7)}`,
    ),
    of("file: the audit log of a year", `/backend/admin/audit.csv?${year}`),
    of("file: a receipt", `/backend/admin/reservations/${over}/receipt.pdf`),
    of("the API's description", "/backend/openapi.json"),
  ];
}

/**
 * Prints the longest work of the main thread for one answer of each kind: all of `heavy`, and those of `light` that
 * took most. A file is sent in many pieces, between which other requests are answered.
 */
async function work(heavy: readonly Call[], light: readonly Call[]): Promise<void> {
  const found: { name: string; first: number; longest: number }[] = [];
  for (const call of [...heavy, ...light]) {
    const spentMs: number[] = [];
    for (let turn = 0; turn <= REPETITIONS; turn++) {
      const before = mainThreadMs();
      await ask(call, turn);
      spentMs.push(mainThreadMs() - before);
    }
    const [first = 0, ...later] = spentMs;
    found.push({ name: call.name, first, longest: Math.max(...later) });
  }
  const others = found.slice(heavy.length).sort((a, b) => b.longest - a.longest);
  const slowCalls = others.filter(({ longest }) => longest > AIM_MS);
  console.log(
    `main thread, ms of processor time: the first answer, the longest of ${REPETITIONS} more`,
  );
  for (const { name, first, longest } of [
    ...found.slice(0, heavy.length),
    ...others.slice(0, Math.max(5, slowCalls.length)),
  ])
    console.log(
      `${name.padEnd(48)}${first.toFixed(1).padStart(9)}${longest.toFixed(1).padStart(9)}`,
    );
  console.log(`above ${AIM_MS} ms: ${slowCalls.length} of ${others.length} others`);
}

/** Reads how late timers have fired so far, as the server counts it: how many by at most that many seconds. */
async function readLags(): Promise<{ maxSeconds: number; count: number }[]> {
  const text = await (await fetch(`${origin}/backend/metrics`)).text();
  return [...text.matchAll(/^livery_loop_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)].map(
    ([, maxSeconds, count]) => ({
      maxSeconds: maxSeconds === "+Inf" ? Infinity : Number(maxSeconds),
      count: Number(count),
    }),
  );
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/** Applies the load for a while, and returns the median and the slowest hundredth of the `/healthz` times. */
async function load(name: string, light: readonly Call[], heavy: readonly Call[]) {
  const pinger = Bun.spawn(
    [process.execPath, import.meta.path, `--ping=${origin}/backend/healthz`],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const before = await readLags();
  const until = performance.now() + DURATION_SECONDS * 1_000;
  let answers = 0;
  const client = async (calls: readonly Call[], pauseMs: number, from: number) => {
    await Bun.sleep((pauseMs * from) / CLIENT_COUNT);
    for (let turn = from; performance.now() < until; turn++) {
      const call = calls[(turn * 7) % calls.length];
      if (call) await ask(call, turn);
      answers++;
      await Bun.sleep(pauseMs);
    }
  };
  await Promise.all([
    ...Array.from({ length: CLIENT_COUNT }, (_, i) => client(light, isShort ? 50 : PAUSE_MS, i)),
    ...(heavy.length > 0
      ? Array.from({ length: HEAVY_CLIENT_COUNT }, (_, i) => client(heavy, 0, i))
      : []),
  ]);
  await pinger.stdin.end();
  const times = ((await new Response(pinger.stdout).json()) as number[]).sort((a, b) => a - b);
  const after = await readLags();
  const found = after.map(({ maxSeconds, count }, i) => ({
    maxSeconds,
    count: count - (before[i]?.count ?? 0),
  }));
  const all = found.at(-1)?.count ?? 0;
  const within = (share: number) => found.find(({ count }) => count >= all * share)?.maxSeconds;
  const p99 = percentile(times, 0.99);
  console.log(
    `${name}: ${answers} answers; /healthz ${percentile(times, 0.5).toFixed(1)} ms, of a hundred the slowest ${p99.toFixed(1)}; timers late by at most ${(within(0.5) ?? 0) * 1_000} ms, of a hundred the latest ${(within(0.99) ?? 0) * 1_000}`,
  );
  return p99;
}

try {
  while (!(await fetch(`${origin}/backend/healthz`).catch(() => undefined))?.ok)
    await Bun.sleep(50);
  const idsOf = async (state: string) => {
    const cookie = `livery_admin=${seeded.adminToken}`;
    const path = `/backend/admin/reservations?state=${state}&limit=50&sort=-pickupAt`;
    const answer = await fetch(origin + path, { headers: { cookie } });
    const { reservations } = (await answer.json()) as { reservations: { id: string }[] };
    return reservations.map(({ id }) => id);
  };
  const [over] = await idsOf("settled");
  if (!over) throw new Error("No trip is settled");
  const oldest = Date.now() - (RESERVATION_COUNT / TRIPS_PER_DAY) * 86_400_000;
  const light = [...callsOf(seeded, oldest), ...tripCalls(await idsOf("confirmed"))];
  const heavy = heavyCalls(over);
  await work(heavy, light);
  const latencyAlone = await load("without", light, []);
  const latencyUnderLoad = await load("with calls that work for long", light, heavy);
  console.log(`/healthz with them beside without: ${(latencyUnderLoad / latencyAlone).toFixed(2)}`);
} finally {
  server.kill("SIGKILL");
  await server.exited;
  if (!given) rmSync(folder, { recursive: true, force: true });
}
