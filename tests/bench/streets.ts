/**
 * Imports a made-up country, and requests routes and addresses.
 *
 *   bun tests/bench/streets.ts [SIDE] [BENDS] [--short]
 *
 * It has SIDE × SIDE junctions, and BENDS nodes between two of them: 700 9 makes about ten million nodes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AddressSearch } from "../../src/streets/addresses/address-search";
import { versionFiles } from "../../src/streets/folder";
import { importStreets } from "../../src/streets/import-actions";
import { openRoads } from "../../src/streets/roads/roads-file";
import { Router } from "../../src/streets/roads/router";
import { writeCountry } from "../streets/country";
import { generator } from "../streets/random";

const [side = "60", bendsPerRoad = "4"] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith("--"));
const STEP = 0.002;
const QUESTION_COUNT = 2_000;
const folder = process.env.STREETS_FOLDER ?? mkdtempSync(join(tmpdir(), "livery-bench-streets-"));
const file = join(folder, "country.osm.pbf");
const plan = { side: Number(side), bendsPerRoad: Number(bendsPerRoad) };
if (process.argv.includes("--write")) {
  writeCountry(file, plan);
  process.exit(0);
}
// It runs in a separate process, so that its memory is not counted.
Bun.spawnSync([process.execPath, import.meta.path, ...process.argv.slice(2), "--write"], {
  env: { ...process.env, STREETS_FOLDER: folder },
  stdio: ["ignore", "inherit", "inherit"],
});
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const before = cpuSeconds();
let step = "";
let since = before;
const manifest = importStreets(
  { dataDir: folder, file, bounds: null, ferries: true, now: 1 },
  (name) => {
    if (name === step) return;
    if (step !== "")
      console.log(`  ${step}: ${(cpuSeconds() - since).toFixed(1)} s of processor time`);
    [step, since] = [name, cpuSeconds()];
  },
);
const seconds = cpuSeconds() - before;
const { nodes = 0 } = manifest.counts;
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(
  `${nodes} nodes in ${seconds.toFixed(1)} s of processor time, ${Math.round((nodes / seconds) * 60)} a minute`,
);
console.log(
  `at most ${Math.round(peakMiB)} MB resident, ${(((peakMiB / nodes) * 1e7) / 1024).toFixed(2)} GB for 10,000,000 nodes`,
);

const files = versionFiles(folder, manifest.version);
const roads = openRoads(files.roads);
const router = new Router(roads);
const addresses = new AddressSearch(files);
const random = generator(3);
const place = () => ({
  latitude: -2.5 + random() * Number(side) * STEP,
  longitude: 29 + random() * Number(side) * STEP,
});

/** Prints the median and the slowest hundredth of a repeated request, in ms of processor time. */
function times(name: string, ask: () => void): void {
  for (let i = 0; i < QUESTION_COUNT / 4; i++) ask();
  const taken = Array.from({ length: QUESTION_COUNT }, () => {
    const started = cpuSeconds();
    ask();
    return (cpuSeconds() - started) * 1_000;
  }).sort((a, b) => a - b);
  const [medianMs = 0, p99Ms = 0] = [taken[QUESTION_COUNT / 2], taken[QUESTION_COUNT * 0.99]];
  console.log(`${name}: middle ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`);
}
console.log(
  `${manifest.counts.roads} roads, ${roads.out.ends.length + roads.in.ends.length} edges of the hierarchy`,
);
times("a route", () => void router.route([place(), place()], 0));
times("a search", () => {
  const row = Math.floor(random() * Number(side));
  addresses.search(
    `${random() < 0.5 ? "Road" : "Avenue"} ${row} ${Math.floor(random() * 4)}`,
    place(),
    8,
  );
});
rmSync(folder, { recursive: true });
