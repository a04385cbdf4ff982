/** A vehicle is out of service for a time: who is notified, what is refused, and what stays. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { assignments } from "../../db/schema/dispatch";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Candidates } from "../../src/dispatch/contract";
import { vehicleRefusals } from "../../src/dispatch/rules";
import type { Failure } from "../../src/settings/contract";
import { localTimeAt } from "../../src/settings/local-time";
import { readOperator } from "../../src/settings/queries";
import type { Outage, OutageAnswer, Outages } from "../../src/vehicles/outage-contract";
import { outageRefusal, outageState } from "../../src/vehicles/outage-rules";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("the rules of an outage", () => {
  const now = 1_000 * DAY;
  test.each([
    ["ends before it begins", 2 * HOUR, HOUR, "endsLocal"],
    ["ends when it begins", HOUR, HOUR, "endsLocal"],
    ["is over", -2 * HOUR, 0, "endsLocal"],
    ["takes longer than two years", 0, 733 * DAY, "endsLocal"],
    ["began this morning", -3 * HOUR, HOUR, null],
    ["is next week", 7 * DAY, 8 * DAY, null],
  ] as const)("outageRefusal checks an outage that %s", (_, from, until, field) => {
    expect(outageRefusal(now + from, now + until, now)?.field ?? null).toBe(field);
  });

  test("outageState is over exactly at the end of the outage", () => {
    const outage = { startsAt: now, endsAt: now + HOUR, liftedAt: null };
    expect(outageState(outage, now - 1)).toBe("planned");
    expect(outageState(outage, now)).toBe("now");
    expect(outageState(outage, now + HOUR)).toBe("over");
    expect(outageState({ ...outage, liftedAt: now }, now)).toBe("lifted");
  });

  test("vehicleRefusals names the outage's reason, only once if the vehicle is out of service", () => {
    const car = { passengers: 3, luggage: 2, mobility: [], documents: [], required: [] };
    const trip = { pickupAt: now, passengers: 1, luggage: 0, mobility: "ambulatory" } as const;
    const brakes = { reason: "Brakes" };
    expect(vehicleRefusals({ ...car, state: "active" }, trip, null, brakes)).toEqual([
      { code: "vehicle.out_of_service", reason: "Brakes" },
    ]);
    expect(vehicleRefusals({ ...car, state: "active" }, trip, null, null)).toEqual([]);
    expect(vehicleRefusals({ ...car, state: "out_of_service" }, trip, null, brakes)).toHaveLength(
      1,
    );
  });
});

describe("outages over the API", () => {
  let server: TestServer;
  let admin: Browser & { admin: { id: string } };
  let zone: string;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off" });
    admin = await signInAdmin(server);
    zone = readOperator(server.deps).timeZone;
    createVehicle(server, { id: "car", plate: "RAA 1" });
    createDriver(server, { id: "driver" });
  });
  afterEach(() => server.close());

  const local = (at: number) => localTimeAt(at, zone);
  const times = (fromHours: number, untilHours: number, reason = "Brakes") => ({
    startsLocal: local(server.deps.now() + fromHours * HOUR),
    endsLocal: local(server.deps.now() + untilHours * HOUR),
    reason,
  });
  async function plan(fromHours: number, untilHours: number): Promise<Outage> {
    const answer = await admin.post("/admin/vehicles/car/outages", times(fromHours, untilHours));
    expect(answer.status).toBe(201);
    return ((await answer.json()) as OutageAnswer).outage;
  }
  /** Adds a confirmed trip whose pickup is `hours` from now. */
  function trip(id: string, hours: number): string {
    const [row] = server.deps.db
      .insert(reservations)
      .values(
        reservationValues({
          id,
          number: 100 + hours,
          pickupAt: server.deps.now() + hours * HOUR,
          vehicleClassId: server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "",
        }),
      )
      .returning()
      .all();
    return row?.id ?? "";
  }
  const assign = (id: string, version = 1) =>
    admin.post(`/admin/reservations/${id}/assignment`, {
      version,
      driverId: "driver",
      vehicleId: "car",
    });
  const there = ({ id, version }: Outage) => `/admin/vehicles/car/outages/${id}?version=${version}`;
  const list = async (query = "") =>
    ((await (await admin.get(`/admin/vehicles/car/outages${query}`)).json()) as Outages).outages;

  test("a trip during an outage is refused with the reason, and its car is not a candidate", async () => {
    await plan(20, 30);
    trip("inside", 24);
    trip("outside", 48);
    const refusedAnswer = await assign("inside");
    expect(refusedAnswer.status).toBe(422);
    const body = (await refusedAnswer.json()) as Failure;
    expect(body.code).toBe("assignment.refused");
    expect(body.fields).toEqual({ vehicleId: "Out of service at that time: Brakes" });
    const candidates = async (id: string) =>
      (
        (await (await admin.get(`/admin/reservations/${id}/candidates`)).json()) as Candidates
      ).vehicles.find(({ vehicle }) => vehicle.id === "car")?.refusals;
    expect(await candidates("inside")).toEqual([
      { code: "vehicle.out_of_service", reason: "Brakes" },
    ]);
    expect(await candidates("outside")).toEqual([]);
    expect((await assign("outside")).status).toBe(200);
    const assignAnswer = await admin.put("/admin/reservations/inside/driver", {
      version: 1,
      driverId: "driver",
      vehicleId: "car",
    });
    expect(assignAnswer.status).toBe(422);
  });

  test("the database refuses a new or moved assignment during an outage", async () => {
    await plan(20, 30);
    trip("far", 48);
    expect((await assign("far")).status).toBe(200);
    const now = server.deps.now();
    trip("inside", 24);
    const insert = () =>
      server.deps.db
        .insert(assignments)
        .values({
          id: "by hand",
          reservationId: "inside",
          driverId: "driver",
          vehicleId: "car",
          startsAt: now + 24 * HOUR,
          endsAt: now + 25 * HOUR,
          active: true,
          createdAt: now,
        })
        .run();
    const failure = (work: () => unknown) => {
      try {
        work();
        return "done";
      } catch (error) {
        return [error, error instanceof Error ? error.cause : ""].map(String).join();
      }
    };
    expect(failure(insert)).toContain("outage.vehicle");
    const move = () =>
      server.deps.db
        .update(assignments)
        .set({ startsAt: now + 29 * HOUR })
        .run();
    expect(failure(move)).toContain("outage.vehicle");
    const touch = () =>
      server.deps.db
        .update(assignments)
        .set({ startsAt: now + 30 * HOUR })
        .run();
    expect(failure(touch)).toBe("done");
  });

  test("planning an outage lists the trips already assigned in it and keeps them", async () => {
    trip("inside", 24);
    trip("after", 48);
    expect((await assign("inside")).status).toBe(200);
    expect((await assign("after")).status).toBe(200);
    const outage = await plan(20, 30);
    expect(outage.state).toBe("planned");
    expect(outage.trips.map(({ id, reassignable }) => [id, reassignable])).toEqual([
      ["inside", true],
    ]);
    const row = server.deps.db
      .select()
      .from(reservations)
      .all()
      .find(({ id }) => id === "inside");
    expect(row?.state).toBe("assigned");
    await admin.request("/admin/reservations/inside/assignment", {
      method: "DELETE",
      json: { version: row?.version },
    });
    expect((await list()).map(({ trips }) => trips)).toEqual([[]]);
  });

  test("an outage can be cancelled or ended early, and then the car can be assigned again", async () => {
    const planned = await plan(20, 30);
    trip("inside", 24);
    expect((await assign("inside")).status).toBe(422);
    const liftAnswer = await admin.request(there(planned), { method: "DELETE" });
    expect(((await liftAnswer.json()) as OutageAnswer).outage.state).toBe("lifted");
    expect((await assign("inside")).status).toBe(200);
    const startedOutage = await plan(-2, 2);
    expect(startedOutage.state).toBe("now");
    const endedAnswer = await admin.request(there(startedOutage), { method: "DELETE" });
    expect(((await endedAnswer.json()) as OutageAnswer).outage.state).toBe("over");
    expect(await list()).toEqual([]);
    expect((await list("?when=past")).map(({ id }) => id)).toEqual([planned.id, startedOutage.id]);
    const secondAnswer = await admin.request(there({ ...startedOutage, version: 2 }), {
      method: "DELETE",
    });
    expect([secondAnswer.status, ((await secondAnswer.json()) as Failure).code]).toEqual([
      409,
      "vehicle.outage_over",
    ]);
  });

  test("an outage can be changed only with its current version", async () => {
    const outage = await plan(20, 30);
    const path = `/admin/vehicles/car/outages/${outage.id}`;
    const json = { ...times(40, 44, "Tyres"), version: 1 };
    expect((await admin.put(path, json)).status).toBe(200);
    const staleAnswer = await admin.put(path, json);
    expect([staleAnswer.status, ((await staleAnswer.json()) as Failure).code]).toEqual([
      409,
      "vehicle.outage_stale",
    ]);
    expect(await list()).toMatchObject([{ reason: "Tyres", version: 2 }]);
    const foreignAnswer = await admin.put(path.replace("/car/", "/other/"), {
      ...json,
      version: 2,
    });
    expect(foreignAnswer.status).toBe(404);
  });

  test("an impossible time names its field", async () => {
    const wrongAnswer = await admin.post("/admin/vehicles/car/outages", times(30, 20));
    expect(wrongAnswer.status).toBe(400);
    expect(Object.keys(((await wrongAnswer.json()) as Failure).fields ?? {})).toEqual([
      "endsLocal",
    ]);
    expect((await admin.post("/admin/vehicles/none/outages", times(1, 2))).status).toBe(404);
  });

  test("the outages of a vehicle page by cursor", async () => {
    for (const hours of [1, 5, 9]) await plan(hours, hours + 1);
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 3; page++) {
      const answer = await admin.get(`/admin/vehicles/car/outages?limit=1${cursor}`);
      const { outages, nextCursor } = (await answer.json()) as Outages;
      seen.push(...outages.map(({ startsLocal }) => startsLocal));
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual([1, 5, 9].map((hours) => local(server.deps.now() + hours * HOUR)));
  });

  test("the audit log records an outage without its reason", async () => {
    const outage = await plan(20, 30);
    const path = `/admin/vehicles/car/outages/${outage.id}`;
    await admin.put(path, { ...times(40, 44, "Mrs Uwase scratched it"), version: 1 });
    await admin.request(there({ ...outage, version: 2 }), { method: "DELETE" });
    const log = server.deps.db.$client
      .query<{ action: string; actor_id: string; summary: string }, []>(
        "SELECT action, actor_id, summary FROM audit_log WHERE action LIKE 'vehicle.outage%' ORDER BY number",
      )
      .all();
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      ["planned", "changed", "lifted"].map((did) => [`vehicle.outage_${did}`, admin.admin.id]),
    );
    expect(JSON.stringify(log)).not.toContain("Uwase");
    expect(log[0]?.summary).toContain("RAA 1");
  });
});
