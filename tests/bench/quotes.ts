/**
 * Measures complete quotes in this process: zones among a hundred of two hundred corners each, the route's estimate,
 * the prices of all classes, and the signature. It also measures one bare statement, which the machine affects in the
 * same way.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TripRequest } from "../../src/reservations/quotes/quote-contract";
import { quoteTrip } from "../../src/reservations/quotes/quotes";
import { prepareFirstStart } from "../../src/process/start";
import { openBusiness } from "../support/first-prices";
import { addZone } from "../../src/zones/actions";
import { trip } from "../support/booking";
import { openDeps } from "../support/deps";

const ZONE_COUNT = 100;
const CORNER_COUNT = 200;
const BATCH_SIZE = 2_000;

/** Returns quotes and bare statements per second, the medians of alternating rounds; fewer rounds when short. */
export async function measureQuoteRates(
  rounds: number,
  isShort: boolean,
): Promise<{ quotes: number; reference: number }> {
  const batch = isShort ? 10 : BATCH_SIZE;
  const folder = mkdtempSync(join(tmpdir(), "livery-bench-quotes-"));
  const deps = openDeps(folder);
  try {
    await prepareFirstStart(deps);
    await openBusiness(deps);
    for (let n = 0; n < ZONE_COUNT; n++)
      await addZone(
        deps,
        { kind: "system", id: null, name: "Bench" },
        {
          name: `Zone ${n}`,
          color: 0,
          priority: 0,
          active: true,
          note: "",
          shape: {
            type: "Polygon",
            coordinates: [circle(30 + (n % 10) * 0.02, -2.05 + Math.floor(n / 10) * 0.02)],
          },
        },
      );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const request = TripRequest.parse(trip({ pickupLocal: `${tomorrow}T12:00` }));
    const statement = deps.db.$client.query("SELECT * FROM settings WHERE id = ?");
    const runQuoteBatch = async () => {
      for (let n = 0; n < batch; n++) await quoteTrip(deps, request);
    };
    const runPlainBatch = async () => {
      for (let n = 0; n < batch; n++) statement.get(1);
    };
    const sides = { quotes: [] as number[], reference: [] as number[] };
    for (let n = 0; n < 5; n++) await runQuoteBatch();
    for (let round = 0; round < rounds; round++) {
      sides.quotes.push(await rate(batch, runQuoteBatch));
      sides.reference.push(await rate(batch, runPlainBatch));
    }
    return { quotes: median(sides.quotes), reference: median(sides.reference) };
  } finally {
    deps.db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function circle(longitude: number, latitude: number): [number, number][] {
  const ring = Array.from({ length: CORNER_COUNT }, (_, corner): [number, number] => {
    const angle = (corner / CORNER_COUNT) * 2 * Math.PI;
    return [longitude + 0.012 * Math.cos(angle), latitude + 0.012 * Math.sin(angle)];
  });
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

/** Returns how many times a second `work` is done, over `count` times. */
async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return count / ((performance.now() - started) / 1000);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
