/** A server is killed again and again in the middle of bookings. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { trip } from "../../support/booking";
import {
  createInstallation,
  freePort,
  type RunningExecutable,
  type Installation,
} from "../../support/executable";
import { signInOutside, type Visitor } from "../../support/visitor";
import { type Figure, percentile, type Soak } from "../figures";

const BOOKING_COUNT = 100_000;
const KILL_COUNT = 200;
const AT_ONCE = 50;

/** The result of the run. */
interface KillResult {
  acknowledgedCount: number;
  kills: number;
  /** How many requests were interrupted by a kill. */
  interruptedCount: number;
  /** The time from each start to the first healthy answer, in ms. */
  recoveryTimesMs: number[];
  /** The time from each start to the first acknowledged booking, in ms. */
  resumptionTimesMs: number[];
  /** How many acknowledged bookings are missing or have another id. */
  lost: number;
  /** How many bookings exist twice or were never requested. */
  duplicateBookings: number;
  /** How many bookings, requested again with the same key, got another answer than the first time. */
  changed: number;
  /** The errors that SQLite finds in the file, and rows that share their log or number with another. */
  faults: string[];
}

/** Starts a server that can be killed and restarted. Clients wait for it like the user of a browser. */
function createKillableServer(installation: Installation, environment: Record<string, string>) {
  let running: Promise<RunningExecutable> = installation.start(environment);
  const recoveries: number[] = [];
  const resumptions: number[] = [];
  let startedAt: number | null = null;
  return {
    recoveries,
    resumptions,
    /** Must be called after each acknowledged booking. */
    noteBooking(): void {
      if (startedAt !== null) resumptions.push(performance.now() - startedAt);
      startedAt = null;
    },
    current: () => running,
    /** Sends SIGKILL and starts the server again on the same folder. Records how long it took to be healthy. */
    async killAndRestart(): Promise<void> {
      const before = await running;
      before.kill("SIGKILL");
      await before.exited;
      const started = performance.now();
      running = installation.start(environment);
      await running;
      recoveries.push(performance.now() - started);
      startedAt = started;
    },
  };
}

async function quote(visitor: Visitor): Promise<{ quote: string; vehicleClassId: string }> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const answer = await visitor.post("/quotes", trip({ pickupLocal: `${tomorrow}T12:00` }));
  if (!answer.ok) throw new Error(`quotes: ${answer.status} ${await answer.text()}`);
  const offered = (await answer.json()) as {
    quote: string;
    options: { vehicleClass: { id: string } }[];
  };
  return { quote: offered.quote, vehicleClassId: offered.options[0]?.vehicleClass.id ?? "" };
}

/** Books `bookings` trips with 50 clients, and kills the server `kills` times at even intervals. */
async function bookWhileServerIsKilled(bookings: number, kills: number): Promise<KillResult> {
  const installation = createInstallation();
  try {
    const environment = { RATE_LIMITS: "off", LOG_LEVEL: "error", PORT: `${await freePort()}` };
    const server = createKillableServer(installation, environment);
    const first = await server.current();
    const riders: Visitor[] = [];
    for (let i = 0; i < 10; i++) riders.push(await signInOutside(first, `rider${i}@example.com`));
    const file = join(installation.folder, "data/livery.sqlite");
    const outside = new Database(file);
    outside.run("PRAGMA busy_timeout = 5000");
    outside.run("UPDATE riders SET first_name = 'Aline', last_name = 'Uwase'");
    outside.close();
    const [visitor] = riders;
    if (!visitor) throw new Error("Nobody signed in.");
    let offer = quote(visitor);
    let offeredAt = performance.now();

    /** The id that the server gave each booking, by its number. */
    const acknowledgedBookings = new Map<number, string>();
    const sent = new Map<number, unknown>();
    let interruptedCount = 0;
    let next = 0;
    let killedCount = 0;
    let restart = Promise.resolve();

    /** Books with the number as idempotency key. Returns null if the server was killed before it answered. */
    async function book(number: number): Promise<{ status: number; id: string } | null> {
      const rider = riders[number % riders.length];
      try {
        const body = sent.get(number) ?? { ...(await offer), note: `Booking ${number}` };
        sent.set(number, body);
        const answer = await rider?.post("/reservations", body, {
          "idempotency-key": `booking-${number}`,
        });
        const answerBody = (await answer?.json()) as { reservation?: { id: string } };
        return {
          status: answer?.status ?? 0,
          id: answerBody.reservation?.id ?? JSON.stringify(answerBody),
        };
      } catch {
        return null;
      }
    }

    async function client(): Promise<void> {
      while (next < bookings) {
        const number = next++;
        for (;;) {
          const booked = await book(number);
          if (booked?.status === 201) {
            acknowledgedBookings.set(number, booked.id);
            server.noteBooking();
            break;
          }
          if (booked) throw new Error(`Booking ${number}: ${booked.status} ${booked.id}`);
          interruptedCount++;
          await restart;
          await server.current();
        }
        // A quote is valid for 15 minutes.
        if (performance.now() - offeredAt > 8 * 60_000) {
          offeredAt = performance.now();
          await restart;
          offer = quote(visitor as Visitor);
        }
        if (
          killedCount < kills &&
          acknowledgedBookings.size >= ((killedCount + 1) * bookings) / (kills + 1)
        ) {
          killedCount++;
          // Kills happen one after the other, so the next one finds a running server.
          restart = restart.then(() => server.killAndRestart());
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await restart;
    await server.killAndRestart();

    let changed = 0;
    for (let number = 0; number < bookings; number += Math.max(1, Math.floor(bookings / 100))) {
      const secondTry = await book(number);
      if (secondTry?.status !== 201 || secondTry.id !== acknowledgedBookings.get(number)) changed++;
    }
    const db = new Database(file, { readonly: true });
    const rows = db
      .query<{ id: string; note: string }, []>("SELECT id, note FROM reservations")
      .all();
    const stored = new Map(rows.map(({ id, note }) => [note, id]));
    let lost = 0;
    for (const [number, id] of acknowledgedBookings)
      if (stored.get(`Booking ${number}`) !== id) lost++;
    const faults: string[] = [];
    const found = (sql: string, wanted: number) => {
      const { n } = db.query<{ n: number }, []>(sql).get() ?? { n: Number.NaN };
      if (n !== wanted) faults.push(`${sql}: ${n}`);
    };
    found("SELECT count(*) AS n FROM pragma_integrity_check WHERE integrity_check <> 'ok'", 0);
    found("SELECT count(*) AS n FROM pragma_foreign_key_check", 0);
    found("SELECT count(*) AS n FROM reservation_events", rows.length);
    found("SELECT count(DISTINCT number) AS n FROM reservations", rows.length);
    db.close();
    return {
      acknowledgedCount: acknowledgedBookings.size,
      kills: server.recoveries.length,
      interruptedCount,
      recoveryTimesMs: server.recoveries,
      resumptionTimesMs: server.resumptions,
      lost,
      duplicateBookings: rows.length - bookings,
      changed,
      faults,
    };
  } finally {
    await installation.close();
  }
}

export const kills: Soak = {
  name: "kills",
  description:
    "The server is killed 200 times with `kill -9` during 100,000 bookings by 50 clients at a time. Clients repeat the requests that were cut off.",
  short: 0.02,
  async run(share) {
    const found = await bookWhileServerIsKilled(
      Math.ceil(BOOKING_COUNT * share),
      Math.max(2, Math.round(KILL_COUNT * share)),
    );
    for (const fault of found.faults) console.log(fault);
    return [
      { of: "bookings acknowledged", value: found.acknowledgedCount, unit: "bookings" },
      { of: "kills", value: found.kills, unit: "kills" },
      {
        of: "requests that a kill met",
        value: found.interruptedCount,
        unit: "",
        aim: { least: found.kills },
      },
      { of: "acknowledged bookings lost", value: found.lost, unit: "", aim: { most: 0 } },
      { of: "bookings doubled", value: found.duplicateBookings, unit: "", aim: { most: 0 } },
      { of: "other answers to the same key", value: found.changed, unit: "", aim: { most: 0 } },
      { of: "faults in the file", value: found.faults.length, unit: "", aim: { most: 0 } },
      {
        of: "healthy again after, median",
        value: percentile(found.recoveryTimesMs, 50),
        unit: "ms",
      },
      {
        of: "healthy again after, the longest",
        value: percentile(found.recoveryTimesMs, 100),
        unit: "ms",
        aim: { most: 2_000 },
      },
      {
        of: "booking again after, median",
        value: percentile(found.resumptionTimesMs, 50),
        unit: "ms",
      },
      {
        of: "booking again after, the longest",
        value: percentile(found.resumptionTimesMs, 100),
        unit: "ms",
      },
    ] satisfies Figure[];
  },
};
