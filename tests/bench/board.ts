/**
 * Measures what the dispatch board costs its browser with 600 of 2,000 reservations in the table: the longest task of
 * each of a dispatcher's actions, in wall-clock and processor time, and how many elements were styled and boxes laid
 * out at once.
 *
 *   bun tests/bench/board.ts [--runs=5] [--only=scroll] [--slower=4] [--short] [executable …]
 *
 * `--short` runs the steps once with few rows, to check that all of them still work. Without an executable, it uses
 * that of dist. Several executables take turns, so that they run under the same conditions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { asc } from "drizzle-orm";
import type { Browser, Page } from "playwright-core";
import { admins } from "../../db/schema/accounts";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { startSession } from "../../src/accounts/sessions/session-actions";
import { prepareFirstStart } from "../../src/process/start";
import { openBusiness } from "../support/first-prices";
import { endChromium, launchChromium } from "../support/chromium";
import { openDeps } from "../support/deps";
import { freePort } from "../support/executable";
import { reservationValues } from "../support/reservations";
import { waitUntilReady } from "../support/screen";
import { Trace } from "./processor-time";

const option = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const isShort = process.argv.includes("--short");
const RUN_COUNT = Number(option("runs") ?? (isShort ? 1 : 5));
const CPU_SLOWDOWN = Number(option("slower") ?? 1);
const only = option("only");
const named = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const executables = named.length > 0 ? named : [join(import.meta.dir, "../../dist/livery")];

const HOUR_MS = 3_600_000;
const TRIP_COUNT = isShort ? 800 : 2_000;
const ROWS_SHOWN = isShort ? 100 : 600;
/** How many reservations are confirmed while the board is shown, some at the top of the list and some further down. */
const WAITING_TRIP_COUNT = 90;

/** The highest cost of a single task in a step, and the cost of the whole step. */
interface Cost {
  /** ms. */
  clockMs: number;
  processorMs: number;
  /** At once. */
  styledElements: number;
  layouts: number;
}

/** Noon in Kigali today; the browser's clock shows the same day. */
const noon = Date.parse(
  `${new Date(Date.now() + 2 * HOUR_MS).toISOString().slice(0, 10)}T10:00:00Z`,
);

async function seed(folder: string): Promise<{ token: string; waiting: string[] }> {
  const deps = openDeps(folder);
  await prepareFirstStart(deps);
  await openBusiness(deps);
  const seedResult = await deps.write((tx) => {
    const [first] = tx.select().from(vehicleClasses).orderBy(asc(vehicleClasses.position)).all();
    const waiting: string[] = [];
    for (let at = 0; at < TRIP_COUNT; at++) {
      const isWaiting = at % 7 === 0 && waiting.length < WAITING_TRIP_COUNT;
      const values = reservationValues({
        number: 1001 + at,
        state: isWaiting ? "pending" : "confirmed",
        passengerName: at % 3 === 0 ? "Eric Mugisha" : "Aline Uwase",
        pickupAt: noon - 9 * HOUR_MS + at * 30_000,
        vehicleClassId: first?.id ?? "",
      });
      tx.insert(reservations).values(values).run();
      if (isWaiting) waiting.push(values.id);
    }
    const id = crypto.randomUUID();
    const names = { firstName: "Ada", lastName: "Uwase", email: "owner@example.com" };
    tx.insert(admins)
      .values({ id, ...names, role: "owner", createdAt: noon, updatedAt: noon })
      .run();
    const who = { audience: "admin", accountId: id, userAgent: "", address: "127.0.0.1" } as const;
    return { token: startSession(tx, { ...who, now: Date.now() }).token, waiting };
  });
  deps.db.$client.close();
  return seedResult;
}

interface DispatchBoard {
  page: Page;
  /** Confirms `count` of the waiting reservations, one after the other. */
  confirm(count: number, pauseMs: number): Promise<void>;
}

const scroll = (page: Page, from: number, to: number) =>
  page.evaluate(
    async ([start, end]) => {
      for (let top = start; top <= end; top += 400) {
        window.scrollTo({ top });
        await new Promise((done) => setTimeout(done, 60));
      }
    },
    [from, to] as const,
  );

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await page.keyboard.press(key);
    await page.waitForTimeout(80);
  }
}

const PAUSE_MS = isShort ? 100 : 700;
/** How long to wait until lazy parts have loaded and the space reserved for them is released, in ms. */
const SETTLE_WAIT_MS = isShort ? 500 : 6_000;

const steps: readonly { name: string; run: (desk: DispatchBoard) => Promise<unknown> }[] = [
  { name: "the first scroll", run: ({ page }) => scroll(page, 400, 4_000) },
  {
    name: "scrolling with news",
    run: ({ page, confirm }) => Promise.all([scroll(page, 4_000, 20_000), confirm(30, 90)]),
  },
  {
    name: "back to the top at once",
    run: async ({ page }) => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(PAUSE_MS);
    },
  },
  { name: "news while reading", run: ({ confirm }) => confirm(8, PAUSE_MS) },
  { name: "news in a burst", run: ({ confirm }) => confirm(25, 0) },
  { name: "down by keys", run: ({ page }) => press(page, "j", 30) },
  { name: "up by keys", run: ({ page }) => press(page, "k", 20) },
  { name: "opening the details", run: ({ page }) => press(page, "Enter", 1) },
  { name: "keys beside the details", run: ({ page }) => press(page, "j", 10) },
  { name: "closing them", run: ({ page }) => press(page, "Escape", 1) },
  { name: "to the timeline", run: ({ page }) => press(page, "2", 1) },
  { name: "to the map", run: ({ page }) => press(page, "3", 1) },
  { name: "to the table", run: ({ page }) => press(page, "1", 1) },
  {
    name: "typing a search",
    run: async ({ page }) => {
      await page.keyboard.press("/");
      for (const letter of "uwase") await press(page, letter, 1);
    },
  },
  {
    name: "clearing it",
    run: async ({ page }) => {
      await page.getByRole("searchbox", { name: "Search reservations" }).fill("");
    },
  },
];

/** Opens the board, lets it show 600 rows, and runs each step. */
async function look(executable: string): Promise<Map<string, Cost>> {
  const folder = mkdtempSync(join(tmpdir(), "livery-board-"));
  const { token, waiting } = await seed(folder);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = Bun.spawn([executable], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      DATA_DIR: folder,
      PORT: `${port}`,
      HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      BACKUP_KEEP: "0",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let browser: Browser | undefined;
  try {
    browser = await launchChromium("measured");
    while (!(await fetch(`${origin}/backend/healthz`).catch(() => undefined))?.ok)
      await Bun.sleep(50);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: "livery_admin", value: token, url: origin }]);
    const page = await context.newPage();
    if (CPU_SLOWDOWN > 1) {
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    }
    await page.goto(`${origin}/dispatch/dashboard/reservation`);
    await waitUntilReady(page);
    await showAll(page);
    const confirm = async (count: number, pauseMs: number) => {
      for (const id of waiting.splice(0, count)) {
        const answer = await fetch(`${origin}/backend/admin/reservations/${id}/confirmation`, {
          method: "POST",
          headers: { cookie: `livery_admin=${token}`, origin, "content-type": "application/json" },
          body: JSON.stringify({ version: 1 }),
        });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        await Bun.sleep(pauseMs);
      }
    };
    const costs = new Map<string, Cost>();
    for (const { name, run } of steps) {
      const isSelected = !only || name.includes(only);
      if (isSelected)
        await browser.startTracing(page, {
          categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
        });
      await run({ page, confirm });
      await page.waitForTimeout(PAUSE_MS);
      if (!isSelected) continue;
      const trace = (await browser.stopTracing()).toString();
      costs.set(name, costOf(Trace.parse(JSON.parse(trace))));
    }
    return costs;
  } finally {
    await browser?.close();
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function showAll(page: Page): Promise<void> {
  const table = page.getByRole("table", { name: "Reservations" });
  const rows = table.locator("[data-row]");
  await rows.first().waitFor();
  const length = async () =>
    Number(await table.getAttribute("aria-rowcount")) || (await rows.count());
  for (let has = await length(); has < ROWS_SHOWN; has = await length()) {
    await page.getByRole("button", { name: "Show more" }).click();
    while ((await length()) <= has) await page.waitForTimeout(50);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(SETTLE_WAIT_MS);
}

/** Returns the cost in the thread that draws the page. */
function costOf({ traceEvents }: Trace): Cost {
  const drawing = traceEvents.filter(({ name }) => name === "UpdateLayoutTree");
  const busiestProcess = [...Map.groupBy(drawing, ({ pid }) => pid).values()].toSorted(
    (a, b) => b.length - a.length,
  )[0]?.[0];
  const cost: Cost = { clockMs: 0, processorMs: 0, styledElements: 0, layouts: 0 };
  for (const event of traceEvents) {
    if (event.pid !== busiestProcess?.pid || event.tid !== busiestProcess.tid) continue;
    const { name, dur = 0, tdur = 0 } = event;
    const args = event.args as { elementCount?: number; beginData?: { dirtyObjects?: number } };
    if (name === "RunTask") {
      cost.clockMs = Math.max(cost.clockMs, dur / 1_000);
      cost.processorMs = Math.max(cost.processorMs, tdur / 1_000);
    } else if (name === "UpdateLayoutTree")
      cost.styledElements = Math.max(cost.styledElements, args.elementCount ?? 0);
    else if (name === "Layout")
      cost.layouts = Math.max(cost.layouts, args.beginData?.dirtyObjects ?? 0);
  }
  return cost;
}

const kinds = ["clockMs", "processorMs", "styledElements", "layouts"] as const;
const found = new Map<string, Map<string, Cost[]>>();
for (let run = 0; run < RUN_COUNT; run++)
  for (const executable of executables) {
    const load = loadavg().map((value) => value.toFixed(1));
    console.log(`run ${run + 1}, ${basename(executable)}, load ${load.join(" ")}`);
    const all = found.get(executable) ?? new Map<string, Cost[]>();
    found.set(executable, all);
    for (const [name, cost] of await look(executable))
      all.set(name, [...(all.get(name) ?? []), cost]);
  }
for (const [executable, all] of found) {
  console.log(`\n${basename(executable)}: middle (most) of ${RUN_COUNT}`);
  const heads = ["ms by the clock", "of processor", "styled at once", "laid out at once"];
  console.log(`${"".padEnd(26)}${heads.map((head) => head.padStart(18)).join("")}`);
  for (const [name, costs] of all) {
    const cells = kinds.map((kind) => {
      const values = costs.map((cost) => cost[kind]).toSorted((a, b) => a - b);
      const middle = values[Math.floor(values.length / 2)] ?? Number.NaN;
      return `${middle.toFixed(0)} (${(values.at(-1) ?? Number.NaN).toFixed(0)})`;
    });
    console.log(`${name.padEnd(26)}${cells.map((cell) => cell.padStart(18)).join("")}`);
  }
}
await endChromium();
