import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import type { FeeSchedule } from "../../src/fares/contract";
import type {
  FeeDraftAnswer,
  FeeScheduleAnswer,
  FeeScheduleList,
} from "../../src/fares/fee-contract";
import { reviewSchedule } from "../../src/fares/review-rules";
import type { ReservationAnswer } from "../../src/reservations/contract";
import type { SimulationAnswer } from "../../src/reservations/quotes/simulation-contract";
import { AIRPORT, book, HOTEL, quote, trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

type Failure = { code: string; fields?: Record<string, string> };

async function draft(browser = owner): Promise<FeeDraftAnswer> {
  return (await (await browser.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
}
async function versions(): Promise<FeeScheduleList["versions"]> {
  const answer = await owner.get("/admin/fees/versions");
  return ((await answer.json()) as FeeScheduleList).versions;
}
/** Saves the draft with a change, and returns the saved draft. */
async function change(how: (schedule: FeeSchedule) => FeeSchedule): Promise<FeeDraftAnswer> {
  const { schedule, version } = await draft();
  const answer = await owner.put("/admin/fees/draft", { version, schedule: how(schedule) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as FeeDraftAnswer;
}
const withHigherPrices = (schedule: FeeSchedule): FeeSchedule => ({
  ...schedule,
  rates: schedule.rates.map((rates) => ({ ...rates, baseMinor: rates.baseMinor + 1_000 })),
});
async function publish(
  how: (schedule: FeeSchedule) => FeeSchedule = withHigherPrices,
  startsLocal: string | null = null,
): Promise<FeeScheduleAnswer> {
  const { version } = await change(how);
  const answer = await owner.post("/admin/fees/draft/publication", {
    version,
    startsLocal,
    reason: "Fuel is dearer",
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as FeeScheduleAnswer;
}
async function refusal(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as Failure).code];
}

describe("a new data folder", () => {
  test("starts with one price list without faults, in francs and in dollars", async () => {
    expect(await versions()).toMatchObject([
      { number: 1, standing: "in_force", publishedBy: "Livery", withdrawal: null },
    ]);
    const { schedule, faults, changed, version, basedOn } = await draft();
    expect({ faults, changed, version, number: basedOn?.number }).toEqual({
      faults: [],
      changed: false,
      version: 0,
      number: 1,
    });
    expect(schedule.currency).toBe("RWF");
    const boston = await createTestServer({
      CURRENCY: "USD",
      DISTANCE_UNIT: "mi",
      TIME_ZONE: "America/New_York",
    });
    const there = await draft(await signInAdmin(boston));
    expect([there.schedule.currency, there.schedule.distanceUnit, there.faults]).toEqual([
      "USD",
      "mi",
      [],
    ]);
    boston.close();
  });
});

describe("the draft of the price list", () => {
  test("is shared by all staff, counts its versions and refuses an outdated edit", async () => {
    const saved = await change(withHigherPrices);
    expect(saved).toMatchObject({ version: 1, changed: true, updatedBy: "Ada Uwase" });
    const staleAnswer = await owner.put("/admin/fees/draft", {
      version: 0,
      schedule: saved.schedule,
    });
    expect(await refusal(staleAnswer)).toEqual([409, "fees.draft_stale"]);
    expect((await versions()).length).toBe(1);
    const accountant = await signInAdmin(server, { role: "accountant" });
    expect((await draft(accountant)).schedule).toEqual(saved.schedule);
  });

  test("saves a faulty price list and lists its faults", async () => {
    const saved = await change((schedule) => ({ ...schedule, rates: schedule.rates.slice(1) }));
    expect(saved.faults).toMatchObject([{ severity: "error", path: "rates" }]);
    expect(saved.faults).toEqual(reviewSchedule(saved.schedule, saved.world));
  });

  test("returns to the version in force when it is discarded, with a new version number", async () => {
    await change(withHigherPrices);
    const deletedAnswer = await owner.delete("/admin/fees/draft", { version: 1 });
    expect((await deletedAnswer.json()) as FeeDraftAnswer).toMatchObject({
      version: 2,
      changed: false,
    });
    const late = await owner.delete("/admin/fees/draft", { version: 1 });
    expect(await refusal(late)).toEqual([409, "fees.draft_stale"]);
  });

  test("may be large, but is refused above 2 MB", async () => {
    const { schedule, world } = await draft();
    const localTime = (at: number) => ({
      id: `flat-${at}`,
      name: `Flat price number ${at}`,
      from: { kind: "place" as const, placeId: world.places[at % 20]?.id ?? "" },
      to: { kind: "place" as const, placeId: world.places[(at * 7) % 27]?.id ?? "" },
      bothWays: false,
      prices: schedule.rates.map(({ vehicleClassId }) => ({ vehicleClassId, amountMinor: at })),
    });
    const flatPrices = Array.from({ length: 500 }, (_, at) => localTime(at));
    const large = await owner.put("/admin/fees/draft", {
      version: 0,
      schedule: { ...schedule, flatPrices },
    });
    expect(large.status).toBe(200);
    const oversizedDraft = { version: 1, schedule, padding: "x".repeat(2 * 1024 * 1024) };
    expect((await owner.put("/admin/fees/draft", oversizedDraft)).status).toBe(413);
  });

  test("is read by all staff and changed only by owners", async () => {
    for (const role of ["dispatcher", "accountant"] as const) {
      const other = await signInAdmin(server, { role });
      const { schedule } = await draft(other);
      for (const answer of [
        await other.put("/admin/fees/draft", { version: 0, schedule }),
        await other.delete("/admin/fees/draft", { version: 0 }),
        await other.post("/admin/fees/draft/publication", {
          version: 0,
          startsLocal: null,
          reason: "Because",
        }),
        await other.post("/admin/fees/versions/x/withdrawal", { reason: "Because" }),
      ])
        expect([role, answer.status]).toEqual([role, 403]);
      expect((await other.get("/admin/fees/versions")).status).toBe(200);
    }
  });
});

describe("publishing the draft", () => {
  test("with immediate effect changes new quotes and keeps agreed prices byte for byte", async () => {
    const rider = (await signInRider(server)).browser;
    const before = await quote(rider);
    const booked = await book(rider);
    const bytes = () =>
      server.deps.db.$client
        .query<{ fare_lines: string; fare_minor: number; fee_schedule_id: string }, []>(
          "SELECT fare_lines, fare_minor, fee_schedule_id FROM reservations",
        )
        .all();
    const agreed = bytes();
    const settled = server.deps.db.select().from(settings).all()[0]?.version ?? 0;
    const { version } = await publish();
    expect(version).toMatchObject({ number: 2, standing: "in_force", reason: "Fuel is dearer" });
    const after = await quote(rider);
    const prices = (answer: typeof before) =>
      answer.options.map(({ lines }) => lines.find(({ kind }) => kind === "base")?.amountMinor);
    expect(prices(after)).toEqual(prices(before).map((minor = 0) => minor + 1_000));
    expect(bytes()).toEqual(agreed);
    const answer = await rider.get(`/reservations/${booked.id}`);
    expect(((await answer.json()) as ReservationAnswer).reservation.lines).toEqual(booked.lines);
    // A quoted price is valid for 15 minutes.
    const late = await rider.post("/reservations", {
      quote: before.quote,
      vehicleClassId: before.options[0]?.vehicleClass.id,
    });
    expect(((await late.json()) as ReservationAnswer).reservation.lines).toEqual(
      before.options[0]?.lines ?? [],
    );
    expect(server.deps.db.select().from(settings).all()[0]?.version).toBeGreaterThan(settled);
    expect((await versions()).map(({ number, standing }) => [number, standing])).toEqual([
      [2, "in_force"],
      [1, "past"],
    ]);
    expect(await draft()).toMatchObject({ changed: false, basedOn: { number: 2 } });
  });

  test("for a later day applies to pickups from then on and takes effect automatically", async () => {
    const { version } = await publish(withHigherPrices, "2026-11-22T00:00");
    expect(version).toMatchObject({
      standing: "coming",
      startsAt: "2026-11-21T22:00:00.000Z",
      startsOn: "2026-11-22",
    });
    const browser = server.browser();
    const base = async (pickupLocal: string) =>
      (await quote(browser, { pickupLocal })).options[0]?.lines[0]?.amountMinor;
    expect(await base("2026-11-21T23:59")).toBe(2_000);
    expect(await base("2026-11-22T00:00")).toBe(3_000);
    expect((await draft()).basedOn?.number).toBe(1);
    server.advance(39 * 3_600_000);
    const [second] = await versionsOf(await signInAdmin(server));
    expect(second).toMatchObject({ number: 2, standing: "in_force" });
  });

  test("is refused for a faulty list, with every fault by its path", async () => {
    const { version } = await change((schedule) => ({
      ...schedule,
      currency: "USD",
      rates: schedule.rates.slice(1),
    }));
    const answer = await owner.post("/admin/fees/draft/publication", {
      version,
      startsLocal: null,
      reason: "Hurry",
    });
    const failure = (await answer.json()) as Failure;
    expect([answer.status, failure.code]).toEqual([422, "fees.faulty"]);
    expect(Object.keys(failure.fields ?? {}).sort()).toEqual(["currency", "rates"]);
    expect((await versions()).length).toBe(1);
  });

  test("is refused with a past or impossible start, without a change and without a reason", async () => {
    const post = async (body: object) =>
      refusal(await owner.post("/admin/fees/draft/publication", body));
    const base = { version: 0, startsLocal: null, reason: "Because" };
    expect(await post(base)).toEqual([422, "fees.unchanged"]);
    const { version } = await change(withHigherPrices);
    expect(await post({ ...base, version, startsLocal: "2026-11-20T10:00" })).toEqual([
      422,
      "fees.starts_past",
    ]);
    expect(await post({ ...base, version, startsLocal: "2026-02-30T10:00" })).toEqual([
      400,
      "request.invalid",
    ]);
    expect(await post({ ...base, version, reason: " " })).toEqual([400, "request.invalid"]);
    expect(await post(base)).toEqual([409, "fees.draft_stale"]);
  });
});

async function versionsOf(browser: Browser): Promise<FeeScheduleList["versions"]> {
  return ((await (await browser.get("/admin/fees/versions")).json()) as FeeScheduleList).versions;
}

describe("a version that is not yet in force", () => {
  test("can be withdrawn with a reason, and its prices never apply", async () => {
    const { version } = await publish(withHigherPrices, "2026-11-22T00:00");
    const path = `/admin/fees/versions/${version.id}/withdrawal`;
    const answer = await owner.post(path, { reason: "A mistake" });
    expect(((await answer.json()) as FeeScheduleAnswer).version).toMatchObject({
      standing: "withdrawn",
      withdrawal: { by: "Ada Uwase", reason: "A mistake" },
    });
    const { options } = await quote(server.browser(), { pickupLocal: "2026-11-23T10:00" });
    expect(options[0]?.lines[0]?.amountMinor).toBe(2_000);
    expect(await refusal(await owner.post(path, { reason: "Again" }))).toEqual([
      409,
      "fees.started",
    ]);
    const [, first] = await versions();
    const withdrawalAnswer = await owner.post(`/admin/fees/versions/${first?.id}/withdrawal`, {
      reason: "No",
    });
    expect(await refusal(withdrawalAnswer)).toEqual([409, "fees.started"]);
    expect((await owner.post("/admin/fees/versions/x/withdrawal", { reason: "No" })).status).toBe(
      404,
    );
  });
});

test("the owner pages through the versions, each with its prices", async () => {
  await publish();
  await publish();
  const first = (await (await owner.get("/admin/fees/versions?limit=2")).json()) as FeeScheduleList;
  expect(first.versions.map(({ number }) => number)).toEqual([3, 2]);
  const rest = (await (
    await owner.get(`/admin/fees/versions?limit=2&cursor=${first.nextCursor}`)
  ).json()) as FeeScheduleList;
  expect([rest.versions.map(({ number }) => number), rest.nextCursor]).toEqual([[1], null]);
  const one = await owner.get(`/admin/fees/versions/${first.versions[0]?.id}`);
  expect(((await one.json()) as FeeScheduleAnswer).schedule.rates[0]?.baseMinor).toBe(4_000);
  expect((await owner.get("/admin/fees/versions/x")).status).toBe(404);
});

test("a zone that the prices name cannot be removed", async () => {
  const createdAnswer = await owner.post("/admin/zones", {
    name: "Centre",
    shape: {
      type: "Polygon",
      coordinates: [
        [
          [30.05, -1.96],
          [30.07, -1.96],
          [30.07, -1.94],
          [30.05, -1.94],
          [30.05, -1.96],
        ],
      ],
    },
  });
  expect(createdAnswer.status).toBe(201);
  const { zone } = (await createdAnswer.json()) as { zone: { id: string; version: number } };
  const surcharge = {
    id: "centre",
    name: "Centre",
    when: { kind: "zone" as const, zoneId: zone.id, at: "either" as const },
    amount: { kind: "fixed" as const, amountMinor: 700 },
    group: null,
    serviceTypes: [],
    vehicleClassIds: [],
  };
  await publish((schedule) => ({ ...schedule, surcharges: [surcharge] }));
  const removal = await owner.delete(`/admin/zones/${zone.id}`, { version: zone.version });
  expect(await refusal(removal)).toEqual([409, "zone.in_use"]);
  const priced = await quote(server.browser());
  expect(priced.options[0]?.lines.find(({ kind }) => kind === "zone")).toMatchObject({
    params: { name: "Centre", at: "dropoff" },
    amountMinor: 700,
  });
  await publish((schedule) => ({ ...schedule, surcharges: [] }));
  expect((await owner.delete(`/admin/zones/${zone.id}`, { version: zone.version })).status).toBe(
    200,
  );
});

test("the simulator prices a trip with the draft and with the version in force", async () => {
  await change(withHigherPrices);
  const answer = await owner.post("/admin/fees/simulation", {
    trip: trip({ pickupLocal: "2020-03-01T23:00", extras: [{ id: "child-seat", quantity: 2 }] }),
  });
  expect(answer.status).toBe(200);
  const { draft: draftFare, inForce, route } = (await answer.json()) as SimulationAnswer;
  expect(inForce?.number).toBe(1);
  expect(route.estimate).toBe(true);
  expect(draftFare.facts).toEqual(inForce?.facts ?? Object());
  for (const [at, { fare, pay, name }] of draftFare.classes.entries()) {
    const other = inForce?.classes[at];
    expect(name).toBe(other?.name ?? "");
    expect(fare?.lines[0]?.amountMinor).toBe((other?.fare?.lines[0]?.amountMinor ?? 0) + 1_000);
    expect(pay?.totalMinor).toBeGreaterThan(other?.pay?.totalMinor ?? 0);
  }
  const words = await owner.post("/admin/fees/simulation", {
    trip: trip({ pickup: { ...HOTEL, latitude: null, longitude: null }, dropoff: AIRPORT }),
  });
  expect(await refusal(words)).toEqual([400, "request.invalid"]);
  expect(server.deps.db.select().from(reservations).all()).toEqual([]);
});
