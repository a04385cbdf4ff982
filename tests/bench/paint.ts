/**
 * When a first visitor sees the public pages: their largest contentful paint, first paint and layout
 * shift in Chromium, on a phone with its processor at a quarter and on a slow network, splash and all.
 *
 *   bun tests/bench/paint.ts [--runs=3] [--network=fast-3g|slow-4g] [--short] [--pin] [path …]
 *
 * `--short` looks at the home page once. Wants dist/livery. `--pin` gives the server a core of its own; run the whole under `nice -n -15 taskset
 * -c 0` then. Not under `chrt -f`: a Chromium whose threads wait for each other that way stops the machine.
 */
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { publicPaths, startDemo } from "./public-pages";

const isShort = process.argv.includes("--short");
const runs = Number(optionOf("runs") ?? (isShort ? 1 : 3));
const network = optionOf("network") ?? "fast-3g";
const pinned = process.argv.includes("--pin") ? ["chrt", "-f", "50", "taskset", "-c", "1"] : [];
const named = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

/** LCP that is aimed at, ms. */
const AIM_MS = 1200;
/** Less is nothing that an eye sees: Chromium tells of a line's hundredths of a pixel as well. */
const NO_SHIFT = 0.001;
/** How long a page is watched: until after the splash. */
const WATCHED_MS = isShort ? 500 : 4500;

/** Bytes a second, and ms that each request waits. */
const networks: Record<string, { down: number; up: number; latency: number }> = {
  // As Lighthouse has it: 1.6 Mbit/s and 150 ms.
  "fast-3g": { down: 200_000, up: 93_750, latency: 150 },
  // As the developer tools have it, who once called it "Fast 3G" too: 562 ms for each request.
  "slow-4g": { down: 180_000, up: 84_375, latency: 562.5 },
};

interface Seen {
  lcp: number;
  fcp: number;
  shift: number;
  element: string;
  kB: number;
}

async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const { down, up, latency } = networks[network] ?? { down: -1, up: -1, latency: 0 };
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: down,
      uploadThroughput: up,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(() => {
      const seen = { lcp: 0, fcp: 0, shift: 0, element: "" };
      Object.assign(globalThis, { seen });
      const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
          type,
          buffered: true,
        });
      watch("largest-contentful-paint", (entry) => {
        const { element } = entry as PerformanceEntry & { element?: Element };
        seen.lcp = entry.startTime;
        seen.element = `${element?.tagName.toLowerCase()} “${element?.textContent?.trim().slice(0, 30)}”`;
      });
      watch("paint", (entry) => {
        if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime;
      });
      watch("layout-shift", (entry) => {
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
      });
    });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(WATCHED_MS);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    return { ...seen, kB: bytes / 1000 };
  } finally {
    await context.close();
  }
}

function optionOf(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const { origin, stop } = await startDemo(pinned);
let browser: Browser | undefined;
try {
  browser = await launchChromium();
  const found = await publicPaths(origin);
  const paths = named.length > 0 ? named : isShort ? found.slice(0, 1) : found;
  // What only the first page of a browser pays is not the pages' own.
  await look(browser, origin);
  console.log(`${network}, processor at a quarter, median of ${runs}`);
  console.log("  LCP ms  FCP ms   shift      kB  path, largest element");
  let missed = 0;
  for (const path of paths) {
    const seen: Seen[] = [];
    for (let run = 0; run < runs; run++) seen.push(await look(browser, origin + path));
    const of = (key: "lcp" | "fcp" | "shift" | "kB") => middle(seen.map((each) => each[key]));
    if (!(of("lcp") > 0)) throw new Error(`${path}: nothing was painted`);
    const isMet = of("lcp") < AIM_MS && of("shift") < NO_SHIFT;
    if (!isMet) missed++;
    const cells = [
      of("lcp").toFixed(0),
      of("fcp").toFixed(0),
      of("shift").toFixed(4),
      of("kB").toFixed(1),
    ];
    console.log(
      `${cells.map((cell) => cell.padStart(8)).join("")}  ${path} ${seen[0]?.element}${isMet ? "" : "  missed"}`,
    );
  }
  console.log(missed === 0 ? `All under ${AIM_MS} ms, without a shift.` : `${missed} missed.`);
} finally {
  await browser?.close();
  await stop();
}
