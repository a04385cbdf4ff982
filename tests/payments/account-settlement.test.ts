/** Many completed trips on a company's account are settled at once, each in the version that was shown. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Company } from "../../src/companies/contract";
import type { AccountSettlement, AccountSettlementResult } from "../../src/payments/contract";
import { createCompany } from "../support/companies";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let accountant: Browser;
let company: Company;
let number = 3_000;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  accountant = await signInAdmin(server, { role: "accountant" });
  company = await createCompany(accountant, { name: "Acme Ltd" });
});
afterEach(() => server.close());

/** Adds a completed trip of the company, two hours ago. */
function trip(values: Partial<typeof reservations.$inferInsert> = {}): string {
  const id = Bun.randomUUIDv7();
  const classId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const row = {
    number: ++number,
    pickupAt: START - 7_200_000,
    vehicleClassId: classId,
    state: "completed",
    payment: "account",
    companyId: company.id,
  } as const;
  server.deps.db
    .insert(reservations)
    .values(reservationValues({ id, ...row, ...values }))
    .run();
  return id;
}
const stateOf = (id: string) =>
  server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0]?.state;
const path = () => `/admin/companies/${company.id}/settlement`;
const waiting = async (query = "") =>
  (await (await accountant.get(path() + query)).json()) as AccountSettlement;
const settle = async (trips: { id: string; version: number }[]) => {
  const answer = await accountant.post(path(), { trips });
  expect(answer.status).toBe(200);
  return (await answer.json()) as AccountSettlementResult;
};

test("one request settles all completed trips of a month and no others", async () => {
  const other = trip({ pickupAt: Date.parse("2026-10-31T21:59:00Z") });
  const first = trip({ pickupAt: Date.parse("2026-10-31T22:00:00Z") });
  const running = trip({ state: "passenger_on_board" });
  for (let count = 0; count < 60; count++) trip();
  const { trips, more } = await waiting("?month=2026-11");
  expect([trips.length, trips[0]?.id, more]).toEqual([61, first, false]);
  expect(await settle(trips)).toEqual({ settled: 61, refused: [] });
  expect([stateOf(first), stateOf(other), stateOf(running)]).toEqual([
    "settled",
    "completed",
    "passenger_on_board",
  ]);
  expect(await waiting("?month=2026-11")).toEqual({ trips: [], more: false });
  expect((await waiting()).trips.map(({ id }) => id)).toEqual([other]);
  // Each trip's own log has the settlement.
  const event = await accountant.get(`/admin/reservations/${first}`);
  expect(await event.text()).toContain('"kind":"settled"');
});

test("a settlement lists trips that have changed as refused and settles the others", async () => {
  const [openTrip, staleTrip, done, moved] = [trip(), trip(), trip(), trip()];
  const { trips } = await waiting();
  const change = (id: string, values: Partial<typeof reservations.$inferInsert>) =>
    server.deps.db.update(reservations).set(values).where(eq(reservations.id, id)).run();
  change(staleTrip, { version: 2, fareMinor: 1 });
  change(done, { state: "settled" });
  change(moved, { companyId: null, payment: "cash" });
  const result = await settle([...trips, { id: "none", version: 1 }]);
  expect(result.settled).toBe(1);
  expect(result.refused).toMatchObject([
    { id: staleTrip, number: expect.any(Number), code: "reservation.stale" },
    { id: done, code: "reservation.illegal_transition" },
    { id: moved, number: null, code: "request.not_found" },
    { id: "none", number: null, code: "request.not_found" },
  ]);
  expect([stateOf(openTrip), stateOf(staleTrip), stateOf(moved)]).toEqual([
    "settled",
    "completed",
    "completed",
  ]);
  // A repeated request settles nothing twice.
  const secondSettlement = await settle([{ id: openTrip, version: 1 }]);
  expect(secondSettlement).toMatchObject({ settled: 0, refused: [{ code: "reservation.stale" }] });
});

test("two settlements at the same moment settle each trip once", async () => {
  for (let count = 0; count < 5; count++) trip();
  const { trips } = await waiting();
  const results = await Promise.all([settle(trips), settle(trips)]);
  expect(results.map(({ settled }) => settled)).toEqual([5, 0]);
});

test.each<[string, object]>([
  ["no trips", { trips: [] }],
  ["the same trip twice", { trips: [1, 1].map((version) => ({ id: "x", version })) }],
  ["a trip without its version", { trips: [{ id: "x" }] }],
  [
    "more than 500 trips",
    { trips: Array.from({ length: 501 }, (_, at) => ({ id: `${at}`, version: 1 })) },
  ],
])("the server refuses a settlement with %s", async (_, body) => {
  expect((await accountant.post(path(), body)).status).toBe(400);
});

test("an unknown company gets a 404, and an invalid month a 400", async () => {
  const one = { trips: [{ id: trip(), version: 1 }] };
  expect((await accountant.post("/admin/companies/none/settlement", one)).status).toBe(404);
  expect((await accountant.get("/admin/companies/none/settlement")).status).toBe(404);
  expect((await accountant.get(`${path()}?month=2026-13`)).status).toBe(400);
});
