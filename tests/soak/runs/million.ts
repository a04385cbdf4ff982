/** A data folder with a million reservations: what a day's work costs the calls, the log and the start. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MillionFigures } from "../../bench/million";
import { quote } from "../../support/booking";
import { freePort } from "../../support/executable";
import { createVisitor } from "../../support/visitor";
import { percentile, type Figure, type Soak } from "../figures";

const RESERVATION_COUNT = 1_000_000;
const BOOKING_COUNT = 5_000;
const CLIENT_COUNT = 50;
const START_COUNT = 9;
const root = join(import.meta.dir, "../../..");

/** Starts the executable on a folder, and measures the time to the first healthy answer, in ms. */
async function start(folder: string): Promise<{ url: string; child: Bun.Subprocess; ms: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = Bun.spawn([join(root, "dist/livery")], {
    env: {
      PATH: "/usr/bin:/bin",
      TZ: "UTC",
      HOST: "127.0.0.1",
      PORT: `${port}`,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      DATA_DIR: folder,
    },
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await fetch(`${url}/backend/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    await Bun.sleep(2);
  }
  return { url, child, ms: performance.now() - startedAt };
}

export const million: Soak = {
  name: "million",
  description:
    "With a million reservations, the run makes every call of a day's work (`tests/bench/million.ts`) and 5,000 bookings by 50 clients, and starts the server nine times.",
  short: 0.001,
  async run(share) {
    const kept = process.env.SOAK_FLEET;
    const folder = kept ?? mkdtempSync(join(tmpdir(), "livery-million-"));
    const count = Math.ceil(RESERVATION_COUNT * share);
    try {
      const file = join(folder, "figures.json");
      const benchProcess = Bun.spawn(
        [
          process.execPath,
          join(root, "tests/bench/million.ts"),
          `--folder=${folder}`,
          `--reservations=${count}`,
          `--times=${Math.ceil(300 * share)}`,
          `--figures=${file}`,
        ],
        // Only a whole run prints the table of all calls.
        { stdio: ["ignore", share === 1 ? "inherit" : "ignore", "inherit"] },
      );
      if ((await benchProcess.exited) !== 0) throw new Error("The calls could not be measured.");
      const found = JSON.parse(readFileSync(file, "utf8")) as MillionFigures;
      const data = join(folder, `${count}`);
      const starts: number[] = [];
      for (let i = 0; i < Math.ceil(START_COUNT * share); i++) {
        const { child, ms } = await start(data);
        starts.push(ms);
        child.kill("SIGKILL");
        await child.exited;
      }

      const { url, child } = await start(data);
      let log = 0;
      const wal = join(data, "livery.sqlite-wal");
      const watch = setInterval(() => {
        log = Math.max(log, statSync(wal, { throwIfNoEntry: false })?.size ?? 0);
      }, 20);
      const rider = createVisitor(url);
      rider.cookies.set("livery_rider", found.riderToken);
      const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const { quote: offer, options } = await quote(rider, { pickupLocal: `${day}T12:00` });
      const vehicleClassId = options[0]?.vehicleClass.id;
      const waits: number[] = [];
      let left = Math.ceil(BOOKING_COUNT * share);
      const client = async () => {
        while (left-- > 0) {
          const startedAt = performance.now();
          const bookedAnswer = await rider.post("/reservations", { quote: offer, vehicleClassId });
          if (bookedAnswer.status !== 201)
            throw new Error(`Not booked: ${await bookedAnswer.text()}`);
          waits.push(performance.now() - startedAt);
        }
      };
      await Promise.all(Array.from({ length: CLIENT_COUNT }, client));
      clearInterval(watch);
      child.kill("SIGKILL");
      await child.exited;
      return [
        { of: "reservations", value: count, unit: "reservations" },
        { of: "calls asked", value: found.calls, unit: "calls" },
        {
          of: "calls above 50 ms, 99 of 100",
          value: found.slowCount,
          unit: "calls",
          aim: { most: 0 },
          isTimed: true,
        },
        {
          of: `the slowest of them (${found.slowest.name})`,
          value: found.slowest.p99,
          unit: "ms",
          aim: { most: 50 },
        },
        {
          of: "lists and searches together, 99 of 100",
          value: found.lists.p99,
          unit: "ms",
          aim: { most: 10 },
        },
        {
          of: "kinds of them above 10 ms by themselves",
          value: found.lists.slowCount,
          unit: "kinds",
        },
        {
          of: "more memory for a file of them all",
          value: found.exportMiB * 1.048576,
          unit: "MB",
          aim: { most: 50 },
        },
        { of: "bookings of 50 at a time, 99 of 100", value: percentile(waits, 99), unit: "ms" },
        { of: "write-ahead log at its largest", value: log / 1e6, unit: "MB", aim: { most: 64 } },
        {
          of: "start to the first healthy answer, median",
          value: percentile(starts, 50),
          unit: "ms",
          aim: { most: 200 },
        },
      ] satisfies Figure[];
    } finally {
      if (!kept) rmSync(folder, { recursive: true, force: true });
    }
  },
};
