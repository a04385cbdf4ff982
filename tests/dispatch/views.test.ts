/** Views of the board: the shared ones with their counts, and those that staff save. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { insertRow } from "../../db/rows";
import { reservations } from "../../db/schema/reservations";
import { tripApprovals } from "../../db/schema/trip-approvals";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { StaffViews } from "../../src/dispatch/board/view-contract";
import { builtInViews, dayRangeOf, statesOf } from "../../src/dispatch/board/view-rules";
import type { ReservationList } from "../../src/reservations/contract";
import { createCompany } from "../support/companies";
import { createDriver } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
let server: TestServer;
let ada: Browser;
let number: number;
beforeEach(async () => {
  server = await createTestServer();
  ada = await signInAdmin(server, { role: "dispatcher" });
  number = 1000;
});
afterEach(() => server.close());

function addTrip(row: Partial<typeof reservations.$inferInsert> = {}) {
  const [first] = server.deps.db
    .select()
    .from(vehicleClasses)
    .orderBy(asc(vehicleClasses.position))
    .all();
  const values = reservationValues({
    number: ++number,
    pickupAt: START + 2 * HOUR,
    vehicleClassId: first?.id ?? "",
    ...row,
  });
  server.deps.db.insert(reservations).values(values).run();
}

type Answer = Partial<StaffViews> & { status: number; code?: string };
async function make(
  how: "get" | "post" | "put" | "delete",
  path: string,
  body?: unknown,
  who = ada,
): Promise<Answer> {
  const answer = await who[how](`/admin/views${path}`, body as never);
  return { status: answer.status, ...((await answer.json()) as StaffViews) };
}

test("the built-in views show how many reservations each has", async () => {
  addTrip({ state: "pending" });
  addTrip({ state: "confirmed", pickupAt: START - HOUR });
  addTrip({ state: "offered", serviceType: "home_care", pickupAt: START + 30 * HOUR });
  addTrip({ state: "assigned", serviceType: "airport_pickup", pickupAt: START - 30 * HOUR });
  addTrip({ state: "confirmed", willCall: true, pickupAt: START - HOUR });
  addTrip({ state: "completed", serviceType: "airport_dropoff" });
  const { builtIn } = await make("get", "");
  expect(Object.fromEntries(builtIn?.map(({ key, count }) => [key, count]) ?? [])).toEqual({
    today: 3,
    unassigned: 3,
    late: 2,
    unconfirmed: 1,
    approval: 0,
    airport: 0,
    care: 1,
  });
});

test("a saved view keeps the filters of a report's figure, and its count follows them", async () => {
  const eric = createDriver(server, { firstName: "Eric" });
  const company = await createCompany(await signInAdmin(server), { name: "Keza & Sons" });
  const driven = { state: "completed", driverId: eric.id } as const;
  addTrip({ ...driven, companyId: company.id, arrivedAt: START + 3 * HOUR });
  addTrip({ ...driven, companyId: company.id, arrivedAt: START + 2 * HOUR });
  addTrip({ ...driven, source: "phone" });
  addTrip({ state: "completed" });
  const driversTrips = { state: "completed", range: "all", driver: eric.id } as const;
  const searches = [
    [driversTrips, 3],
    [{ ...driversTrips, company: company.id }, 2],
    [{ ...driversTrips, company: company.id, arrival: "late" }, 1],
    [{ ...driversTrips, company: "none" }, 1],
    [{ ...driversTrips, source: "web" }, 2],
  ] as const;
  for (const [at, [search]] of searches.entries())
    expect(await make("post", "", { name: `View ${at}`, search })).toMatchObject({ status: 200 });
  const { own } = await make("get", "");
  expect(own?.map(({ search, count }) => [search, count])).toEqual(searches as never);
  expect(await make("post", "", { name: "Wrong", search: { source: "telegraph" } })).toMatchObject({
    status: 400,
  });
});

test("the count of each built-in view equals the length of its list", async () => {
  const states = ["pending", "confirmed", "offered", "assigned", "completed"] as const;
  const services = ["point_to_point", "home_care", "airport_pickup"] as const;
  for (let at = 0; at < 40; at++)
    addTrip({
      state: states[at % 5] ?? "pending",
      serviceType: services[at % 3] ?? "hourly",
      pickupAt: START + (at - 20) * HOUR,
    });
  const company = await createCompany(await signInAdmin(server));
  const waiting = server.deps.db.select().from(reservations).limit(3).all();
  for (const { id: reservationId } of waiting)
    insertRow(server.deps.db, tripApprovals, {
      ...{ reservationId, requestId: "x", companyId: company.id, amountMinor: 1 },
      ...{ state: "waiting", deadlineAt: START, createdAt: START },
    });
  const { builtIn } = await make("get", "");
  for (const { key, search } of builtInViews) {
    const query = new URLSearchParams({ limit: "100", ...dayRangeOf(search, "2026-11-20") });
    for (const state of statesOf(search)) query.append("state", state);
    for (const service of search.service?.split(".") ?? []) query.append("service", service);
    if (search.overdue) query.set("overdue", "true");
    if (search.approval) query.set("approval", "true");
    const listed = (await (
      await ada.get(`/admin/reservations?${query}`)
    ).json()) as ReservationList;
    expect([key, listed.reservations.length]).toEqual([
      key,
      builtIn?.find((view) => view.key === key)?.count ?? -1,
    ]);
    expect(listed.reservations.length).toBeGreaterThan(0);
  }
});

test("a list filtered by service pages in the order of the pickups, whatever the states", async () => {
  for (let at = 0; at < 7; at++)
    addTrip({
      serviceType: at % 2 ? "home_care" : "airport_pickup",
      state: at % 3 ? "confirmed" : "completed",
      pickupAt: START + at * HOUR,
    });
  addTrip({ serviceType: "hourly" });
  const numbers: number[] = [];
  let cursor: string | null = null;
  do {
    const answer: Response = await ada.get(
      `/admin/reservations?service=home_care&service=airport_pickup&limit=3${cursor ? `&cursor=${cursor}` : ""}`,
    );
    const page = (await answer.json()) as ReservationList;
    numbers.push(...page.reservations.map((row) => row.number));
    cursor = page.nextCursor;
  } while (cursor);
  expect(numbers).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007]);
  const bookedAnswer = await ada.get("/admin/reservations?service=hourly&sort=-createdAt");
  expect(((await bookedAnswer.json()) as ReservationList).reservations[0]?.number).toBe(1008);
});

test("staff save, rename, reorder and delete views, each with its count", async () => {
  addTrip({ state: "pending", passengerName: "Grace Ingabire" });
  await make("post", "", { name: " Grace ", search: { q: "ingabire", view: "timeline" } });
  const two = await make("post", "", { name: "All", search: { state: "all", range: "all" } });
  const [grace, all] = two.own ?? [];
  expect(two.own?.map(({ name, search, count }) => ({ name, search, count }))).toEqual([
    { name: "Grace", search: { q: "ingabire", view: "timeline" }, count: 1 },
    { name: "All", search: { state: "all", range: "all" }, count: 1 },
  ]);
  const ids = [all?.id, grace?.id];
  expect((await make("put", "/order", { ids })).own?.map(({ name }) => name)).toEqual([
    "All",
    "Grace",
  ]);
  const changedAnswer = await make("put", `/${all?.id}`, {
    name: "Everything",
    search: { state: "cancelled" },
  });
  expect(changedAnswer.own?.[0]).toMatchObject({ name: "Everything", count: 0 });
  expect((await make("delete", `/${all?.id}`)).own?.map(({ name }) => name)).toEqual(["Grace"]);
  expect((await make("put", "/order", { ids })).code).toBe("request.conflict");
});

test("staff cannot see or change each other's saved views", async () => {
  const bea = await signInAdmin(server, { email: "bea@example.com", role: "accountant" });
  const { own } = await make("post", "", { name: "Mine", search: {} });
  const id = own?.[0]?.id;
  expect((await make("get", "", undefined, bea)).own).toEqual([]);
  expect((await make("put", `/${id}`, { name: "Hers" }, bea)).status).toBe(404);
  expect((await make("delete", `/${id}`, undefined, bea)).status).toBe(404);
  expect((await make("get", "")).own?.[0]?.name).toBe("Mine");
});

test("a member of staff can save twenty views at most, and invalid ones are refused", async () => {
  for (let at = 1; at <= 20; at++) await make("post", "", { name: `View ${at}`, search: {} });
  expect(await make("post", "", { name: "One more", search: {} })).toMatchObject({
    status: 422,
    code: "view.too_many",
  });
  for (const body of [
    { name: "", search: {} },
    { name: "x".repeat(41), search: {} },
    { name: "x", search: { state: "a b" } },
    { name: "x", search: { open: "1" } },
    { name: "x", search: { range: "upcoming" } },
  ])
    expect((await make("post", "", body)).status).toBe(400);
});
