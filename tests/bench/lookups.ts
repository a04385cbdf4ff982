/**
 * Measures the lookups made for every price and every key pressed, within this process and against the bare statement
 * beneath them: the zones of a point, and places by typed text.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildGazetteer } from "../../build/gazetteer";
import { openGazetteer, unpackGazetteer } from "../../src/places/gazetteer";
import { searchPlaces } from "../../src/places/queries";
import { searchWords } from "../../src/places/rules";
import { prepareFirstStart } from "../../src/process/start";
import { openBusiness } from "../support/first-prices";
import { addZone } from "../../src/zones/actions";
import { zonesAt } from "../../src/zones/queries";
import { openDeps } from "../support/deps";

/** The result of a lookup: how many a second, and its slowest hundredth, in ms. */
export interface LookupResult {
  rate: number;
  p99: number;
  baselineRate: number;
}

const ZONE_COUNT = 100;
const CORNER_COUNT = 200;
const LOOKUP_COUNT = 100_000;

/** Measures overlapping zones with bays; some points are inside them and some outside. */
export async function measureZones(isShort: boolean): Promise<LookupResult> {
  const folder = mkdtempSync(join(tmpdir(), "livery-bench-"));
  const deps = openDeps(folder);
  try {
    for (let i = 0; i < ZONE_COUNT; i++) {
      const [x, y] = [30 + (i % 10) * 0.02, -2 + Math.floor(i / 10) * 0.02];
      const ring = Array.from({ length: CORNER_COUNT }, (_, k) => {
        const turn = (k / CORNER_COUNT) * 2 * Math.PI;
        const radius = 0.012 * (1 + 0.2 * Math.sin(9 * turn));
        return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
      });
      const shape = { type: "Polygon" as const, coordinates: [[...ring, ring[0] ?? []]] };
      const plain = { color: 0, active: true, note: "" };
      await addZone(
        deps,
        { kind: "system", id: null, name: "Bench" },
        { name: `Zone ${i}`, priority: i % 5, shape, ...plain },
      );
    }
    const random = createRandom();
    const points = Array.from({ length: 1_000 }, () => ({
      longitude: 29.98 + random() * 0.24,
      latitude: -2.02 + random() * 0.24,
    }));
    const reference = deps.db.$client.query(
      "SELECT zone_id FROM zones_box WHERE west <= ?1 AND east >= ?1 AND south <= ?2 AND north >= ?2",
    );
    return measure(
      points,
      isShort ? 100 : LOOKUP_COUNT,
      (point) => zonesAt(deps.db, point),
      ({ longitude, latitude }) => reference.all(longitude, latitude),
    );
  } finally {
    deps.db.$client.close();
    rmSync(folder, { recursive: true });
  }
}

/** Measures every beginning, from two letters on, of names from the whole gazetteer. */
export async function measurePlaces(root: string, isShort: boolean): Promise<LookupResult> {
  const folder = mkdtempSync(join(tmpdir(), "livery-bench-"));
  const deps = openDeps(folder);
  await prepareFirstStart(deps);
  await openBusiness(deps);
  deps.gazetteer = openGazetteer(await unpackGazetteer(await buildGazetteer(root), folder));
  try {
    const random = createRandom();
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const any = () => letters[Math.floor(random() * letters.length)] ?? "a";
    const names = new Set<string>();
    while (names.size < 300)
      for (const { place } of deps.gazetteer.cities([any() + any()], {
        country: "RW",
        near: null,
        limit: 5,
      }))
        names.add(place.name);
    const typed = [...names]
      .flatMap((name) =>
        Array.from({ length: Math.min(8, name.length) - 1 }, (_, i) => name.slice(0, i + 2)),
      )
      .filter((q) => searchWords(q).length > 0);
    const { Database } = await import("bun:sqlite");
    const file = new Bun.Glob("gazetteer-*.sqlite").scanSync(folder).next().value;
    const plainDb = new Database(join(folder, String(file)), { readonly: true });
    const reference = plainDb.query(
      "SELECT c.* FROM words w JOIN cities c ON c.id = w.rowid WHERE w.words MATCH ?1 ORDER BY w.rowid LIMIT 30",
    );
    const near = { latitude: -1.95, longitude: 30.06 };
    const result = measure(
      typed,
      isShort ? 100 : typed.length * 3,
      (q) => searchPlaces(deps, { q, limit: 8, near }),
      (q) => reference.all(`name : "${searchWords(q)[0]}"*`),
    );
    plainDb.close();
    return result;
  } finally {
    deps.gazetteer.close();
    deps.db.$client.close();
    rmSync(folder, { recursive: true });
  }
}

/** Measures in alternating rounds, so that other work on the machine affects both. */
function measure<Input>(
  inputs: readonly Input[],
  times: number,
  ours: (input: Input) => unknown,
  reference: (input: Input) => unknown,
): LookupResult {
  const spentMs = { ours: 0, reference: 0 };
  const each: number[] = [];
  const run = (what: "ours" | "reference", work: (input: Input) => unknown, rounds: number) => {
    for (let i = 0; i < rounds; i++) {
      const input = inputs[i % inputs.length] as Input; // `inputs` has at least one item.
      const startedAt = performance.now();
      work(input);
      const elapsedMs = performance.now() - startedAt;
      spentMs[what] += elapsedMs;
      if (what === "ours") each.push(elapsedMs);
    }
  };
  run("ours", ours, Math.ceil(times / 10));
  run("reference", reference, Math.ceil(times / 10));
  spentMs.ours = spentMs.reference = each.length = 0;
  for (let round = 0; round < 4; round++) {
    run("ours", ours, Math.ceil(times / 4));
    run("reference", reference, Math.ceil(times / 4));
  }
  each.sort((a, b) => a - b);
  const done = Math.ceil(times / 4) * 4;
  return {
    rate: (done / spentMs.ours) * 1000,
    baselineRate: (done / spentMs.reference) * 1000,
    p99: each[Math.floor(each.length * 0.99)] ?? Number.NaN,
  };
}

/** Returns a generator of the same numbers in every run (a linear congruential generator, Numerical Recipes). */
function createRandom(): () => number {
  let state = 20_261_120;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
