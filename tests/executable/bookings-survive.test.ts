/** 5,000 bookings by 50 clients at a time, while the server is killed again and again. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { trip } from "../support/booking";
import { createWorkplace, freePort, type Running, type Workplace } from "../support/executable";
import { signInOutside, type Visitor } from "../support/visitor";

const BOOKINGS = 5_000;
const AT_ONCE = 50;
/** So many bookings were acknowledged when the server is killed. */
const KILLS_AT = [1_000, 2_500, 4_000];

let workplace: Workplace;
beforeAll(() => {
  workplace = createWorkplace();
});
afterAll(() => workplace.close());

/** The server, which goes away and comes back; clients wait for it as a browser's user does. */
function createMortal(environment: Record<string, string>) {
  let running: Promise<Running> = workplace.start(environment);
  const recoveries: number[] = [];
  return {
    recoveries,
    current: () => running,
    /** SIGKILL, and a new start on the same folder. Notes how long until it was healthy again. */
    async killAndRestart(): Promise<void> {
      const before = await running;
      before.kill("SIGKILL");
      await before.exited;
      const started = performance.now();
      running = workplace.start(environment);
      await running;
      recoveries.push(performance.now() - started);
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

test("kill -9 in the middle of 5,000 bookings loses none that was acknowledged, and doubles none", async () => {
  const port = await freePort();
  const server = createMortal({ RATE_LIMITS: "off", PORT: `${port}` });
  const first = await server.current();
  const riders: Visitor[] = [];
  for (let i = 0; i < 10; i++) riders.push(await signInOutside(first, `rider${i}@example.com`));
  const file = join(workplace.folder, "data/livery.sqlite");
  const outside = new Database(file);
  outside.run("PRAGMA busy_timeout = 5000");
  outside.run("UPDATE riders SET first_name = 'Aline', last_name = 'Uwase'");
  outside.close();
  const [visitor] = riders;
  if (!visitor) throw new Error("nobody signed in");
  const offer = await quote(visitor);

  /** What the server said of each booking, by its key. */
  const acknowledged = new Map<string, string>();
  let interrupted = 0;
  let next = 0;
  let kills = 0;
  let restart = Promise.resolve();

  /** Books with a key; null when the server was gone before its answer. */
  async function book(number: number): Promise<{ status: number; id: string } | null> {
    const rider = riders[number % riders.length];
    try {
      const answer = await rider?.post(
        "/reservations",
        { ...offer, note: `Booking ${number}` },
        { "idempotency-key": `booking-${number}` },
      );
      const body = (await answer?.json()) as { reservation?: { id: string } };
      return { status: answer?.status ?? 0, id: body.reservation?.id ?? JSON.stringify(body) };
    } catch {
      return null;
    }
  }

  async function client(): Promise<void> {
    while (next < BOOKINGS) {
      const number = next++;
      for (;;) {
        const booked = await book(number);
        if (booked) {
          expect(booked).toEqual({ status: 201, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
          acknowledged.set(`booking-${number}`, booked.id);
          break;
        }
        interrupted++;
        await restart;
        await server.current();
      }
      if (acknowledged.size >= (KILLS_AT[kills] ?? Number.POSITIVE_INFINITY)) {
        kills++;
        restart = server.killAndRestart();
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  await server.killAndRestart();

  // Each kill met bookings under way, or it proved nothing.
  expect(interrupted).toBeGreaterThan(KILLS_AT.length * 5);
  expect(acknowledged.size).toBe(BOOKINGS);
  expect(new Set(acknowledged.values()).size).toBe(BOOKINGS);
  for (const milliseconds of server.recoveries) expect(milliseconds).toBeLessThan(2_000);

  for (let number = 0; number < BOOKINGS; number += 50) {
    const again = await book(number);
    expect(again).toEqual({ status: 201, id: acknowledged.get(`booking-${number}`) ?? "" });
  }

  const db = new Database(file, { readonly: true });
  expect(db.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expect(db.query("PRAGMA foreign_key_check").all()).toEqual([]);
  const rows = db
    .query<{ id: string; note: string }, []>("SELECT id, note FROM reservations")
    .all();
  expect(rows.length).toBe(BOOKINGS);
  const stored = new Map(rows.map(({ id, note }) => [note, id]));
  for (const [key, id] of acknowledged)
    expect(stored.get(key.replace("booking-", "Booking "))).toBe(id);
  const count = (sql: string) => db.query<{ n: number }, []>(sql).get()?.n;
  expect(count("SELECT count(*) AS n FROM reservation_events")).toBe(BOOKINGS);
  expect(count("SELECT count(DISTINCT number) AS n FROM reservations")).toBe(BOOKINGS);
  db.close();
}, 180_000);
