import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { assignments, offers } from "../../db/schema/dispatch";
import { expireOffers } from "../../src/dispatch/assignment/offer-actions";
import {
  type Candidates,
  type ChangedTripRows,
  MAX_CHANGED_TRIPS,
} from "../../src/dispatch/contract";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import { book } from "../support/booking";
import { createCompany } from "../support/companies";
import { refusalText } from "../../src/reservations/refusal-rules";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { allowSettingOff, skipWaitingTime } from "../support/waiting";
import { payDue } from "../support/reservations";

let server: TestServer;
let rider: Browser;
let admin: Browser;
beforeEach(async () => {
  server = await createTestServer();
  allowSettingOff(server);
  rider = (await signInRider(server)).browser;
  admin = await signInAdmin(server, { role: "dispatcher" });
});
afterEach(() => server.close());

async function call(
  browser: Browser,
  method: "post" | "delete",
  path: string,
  body: unknown,
): Promise<{ status: number; code?: string; reservation: Reservation; message: string }> {
  const answer = await browser[method](path, body);
  return { status: answer.status, ...((await answer.json()) as ReservationAnswer), message: "" };
}

async function confirmed(overrides: Record<string, unknown> = {}): Promise<Reservation> {
  const made = await book(rider, overrides);
  const answer = await call(admin, "post", `/admin/reservations/${made.id}/confirmation`, {
    version: made.version,
  });
  expect(answer.status).toBe(200);
  return answer.reservation;
}

describe("a trip from its offer to its end", () => {
  test("passes every state until it is settled and reopened, with each step on the timeline", async () => {
    const driver = createDriver(server, { email: "driver@example.com", firstName: "Eric" });
    const vehicle = createVehicle(server, { passengers: 3 });
    const wheel = (await signInDriver(server, "driver@example.com")).browser;
    let trip = await confirmed();
    const at = `/admin/reservations/${trip.id}`;
    trip = (
      await call(admin, "post", `${at}/offer`, {
        version: trip.version,
        driverId: driver.id,
        vehicleId: vehicle.id,
      })
    ).reservation;
    expect(trip).toMatchObject({ state: "offered", offer: { driver: { id: driver.id } } });

    const offerAnswer = await wheel.get("/driver/reservations?when=future");
    const list = (await offerAnswer.json()) as { reservations: Reservation[] };
    expect(list.reservations.map((r) => [r.id, r.state])).toEqual([[trip.id, "offered"]]);
    const seen = (await (await rider.get(`/reservations/${trip.id}`)).json()) as ReservationAnswer;
    expect(seen.reservation).toMatchObject({ offer: null, driver: null });

    const mine = `/driver/reservations/${trip.id}`;
    trip = (await call(wheel, "post", `${mine}/acceptance`, { version: trip.version })).reservation;
    expect(trip).toMatchObject({ state: "assigned", driver: { id: driver.id } });
    for (const to of ["en_route", "on_location", "passenger_on_board", "completed"]) {
      server.advance(60_000);
      const step = await call(wheel, "post", `${mine}/progress`, { version: trip.version, to });
      expect(step.status).toBe(200);
      trip = step.reservation;
      expect(trip.state).toBe(to as Reservation["state"]);
    }
    const settlementRefusal = await call(admin, "post", `${at}/settlement`, {
      version: trip.version,
    });
    expect(settlementRefusal).toMatchObject({ status: 409, code: "reservation.amount_due" });
    trip = await payDue(admin, trip);
    trip = (await call(admin, "post", `${at}/settlement`, { version: trip.version })).reservation;
    const reopenRequest = { version: trip.version, reason: "Tolls" };
    expect((await call(admin, "delete", `${at}/settlement`, reopenRequest)).status).toBe(403);
    const owner = await signInAdmin(server, { role: "owner" });
    trip = (await call(owner, "delete", `${at}/settlement`, reopenRequest)).reservation;
    expect(trip.timeline.map((e) => e.to)).toEqual([
      "pending",
      "confirmed",
      "offered",
      "assigned",
      "en_route",
      "on_location",
      "passenger_on_board",
      "completed",
      // Paid.
      "completed",
      "settled",
      "completed",
    ]);
    expect(trip.timeline[1]?.actor).toEqual({ kind: "admin", name: "Ada Uwase" });

    const reservation = (await (
      await rider.get(`/reservations/${trip.id}`)
    ).json()) as ReservationAnswer;
    expect(reservation.reservation.driver).toEqual({
      id: driver.id,
      firstName: "Eric",
      lastName: `${driver.lastName[0]}.`,
      phone: null,
    });
    expect(reservation.reservation.timeline.map((e) => e.to)).not.toContain("offered");
    expect(reservation.reservation.timeline.map((e) => e.actor.name)).not.toContain("Ada Uwase");
    expect(trip.timeline.at(-1)?.reason).toBe("Tolls");
    for (const by of [rider.get(`/reservations/${trip.id}`), wheel.get(mine)]) {
      const { timeline } = ((await (await by).json()) as ReservationAnswer).reservation;
      expect(timeline.at(-1)).toMatchObject({ from: "settled", reason: "" });
    }
    const kinds = messagesTo(server, "rider@example.com").map((m) => m.kind);
    for (const kind of ["booking_received", "booking_confirmed", "driver_assigned"])
      expect(kinds).toContain(kind);
    expect(kinds).toContain("driver_arrived");
    expect(messagesTo(server, "driver@example.com").map((m) => m.kind)).toContain("offer");
    const active = server.deps.db.select().from(assignments).all();
    expect(active.map((a) => a.active)).toEqual([false]);
  });

  test("returns to dispatch when its offer is declined, withdrawn or expires", async () => {
    const driver = createDriver(server, { email: "driver@example.com" });
    const vehicle = createVehicle(server);
    const wheel = (await signInDriver(server, "driver@example.com")).browser;
    let trip = await confirmed();
    const at = `/admin/reservations/${trip.id}`;
    const pair = { driverId: driver.id, vehicleId: vehicle.id };
    const offer = async () => {
      const made = await call(admin, "post", `${at}/offer`, { version: trip.version, ...pair });
      trip = made.reservation;
    };

    await offer();
    const declinedAnswer = await wheel.post(`/driver/reservations/${trip.id}/refusal`, {
      version: trip.version,
      reason: "Too far",
    });
    expect(declinedAnswer.status).toBe(200);
    expect((await wheel.get(`/driver/reservations/${trip.id}`)).status).toBe(404);
    trip = ((await (await admin.get(at)).json()) as ReservationAnswer).reservation;
    expect(trip).toMatchObject({ state: "confirmed", offer: null });
    expect(trip.timeline.at(-1)).toMatchObject({ reason: "Too far" });

    await offer();
    trip = (await call(admin, "delete", `${at}/offer`, { version: trip.version })).reservation;
    expect(trip.state).toBe("confirmed");

    await offer();
    server.advance(10 * 60_000);
    const late = await wheel.post(`/driver/reservations/${trip.id}/acceptance`, {
      version: trip.version,
    });
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([
      409,
      "offer.gone",
    ]);
    expect(await expireOffers(server.deps)).toBe(1);
    expect(await expireOffers(server.deps)).toBe(0);
    expect(
      server.deps.db
        .select()
        .from(offers)
        .all()
        .map((o) => o.state),
    ).toEqual(["declined", "withdrawn", "expired"]);
  });

  test("costs the whole fare and frees the driver after a no-show", async () => {
    const driver = createDriver(server, { email: "driver@example.com" });
    const vehicle = createVehicle(server);
    const wheel = (await signInDriver(server, "driver@example.com")).browser;
    let trip = await confirmed();
    trip = (
      await call(admin, "post", `/admin/reservations/${trip.id}/assignment`, {
        version: trip.version,
        driverId: driver.id,
        vehicleId: vehicle.id,
      })
    ).reservation;
    const earlyAnswer = await wheel.post(`/driver/reservations/${trip.id}/progress`, {
      version: trip.version,
      to: "no_show",
    });
    expect(earlyAnswer.status).toBe(409);
    for (const to of ["en_route", "on_location", "no_show"]) {
      if (to === "no_show") skipWaitingTime(server, trip);
      trip = (
        await call(wheel, "post", `/driver/reservations/${trip.id}/progress`, {
          version: trip.version,
          to,
        })
      ).reservation;
    }
    // The dispatcher's session has locked.
    const desk = await signInAdmin(server, { role: "dispatcher" });
    const answer = await desk.get(`/admin/reservations/${trip.id}`);
    const { reservation: seen } = (await answer.json()) as ReservationAnswer;
    expect(seen).toMatchObject({ state: "no_show", cancellationFeeMinor: seen.fareMinor });
    expect(server.deps.db.select().from(assignments).all()[0]?.active).toBe(false);
  });
});

describe("the rules of assignment", () => {
  const day = 86_400_000;
  const cases: [
    string,
    { driver?: object; vehicle?: object; trip?: Record<string, unknown> },
    string,
  ][] = [
    ["a suspended driver", { driver: { state: "suspended" } }, "Suspended"],
    ["an expired licence", { driver: { licenseExpiresAt: 0 } }, "Licence expired"],
    ["a vehicle out of service", { vehicle: { state: "out_of_service" } }, "Out of service"],
    ["a vehicle too small", { vehicle: { passengers: 1 } }, "Seats 1, but the trip needs 2"],
    ["a vehicle without room for bags", { vehicle: { luggage: 0 } }, "Takes 0 bags"],
    ["a vehicle without a ramp", { trip: { mobility: "wheelchair" } }, "Not equipped"],
    ["an uninsured vehicle", { vehicle: { insuranceExpiresAt: 1 } }, "Insurance expired"],
    ["an unregistered vehicle", { vehicle: { registrationExpiresAt: 1 } }, "Registration expired"],
  ];
  for (const [who, given, words] of cases)
    test(`refuse ${who} with the reason, for assignments and offers`, async () => {
      const driver = createDriver(server, {
        licenseExpiresAt: server.deps.now() + 99 * day,
        ...given.driver,
      });
      const vehicle = createVehicle(server, given.vehicle);
      const made = await confirmed(given.trip);
      for (const verb of ["assignment", "offer"]) {
        const answer = await admin.post(`/admin/reservations/${made.id}/${verb}`, {
          version: made.version,
          driverId: driver.id,
          vehicleId: vehicle.id,
        });
        expect(answer.status).toBe(422);
        const body = (await answer.json()) as { code: string; message: string };
        expect(body.code).toBe("assignment.refused");
        expect(body.message).toContain(words);
      }
      const found = (await (
        await admin.get(`/admin/reservations/${made.id}/candidates`)
      ).json()) as Candidates;
      const texts = [...found.drivers, ...found.vehicles].flatMap((c) =>
        c.refusals.map(refusalText),
      );
      expect(texts.join()).toContain(words);
    });

  test("refuse a second trip at the same time, and allow one after it", async () => {
    const driver = createDriver(server);
    const vehicle = createVehicle(server);
    const pair = { driverId: driver.id, vehicleId: vehicle.id };
    const first = await confirmed();
    const overlappingTrip = await confirmed({ pickupLocal: "2026-11-21T09:50" });
    const later = await confirmed({ pickupLocal: "2026-11-21T12:00" });
    const assign = (trip: Reservation) =>
      admin.post(`/admin/reservations/${trip.id}/assignment`, { version: trip.version, ...pair });
    expect((await assign(first)).status).toBe(200);
    const refusedAnswer = await assign(overlappingTrip);
    expect(refusedAnswer.status).toBe(422);
    expect(((await refusedAnswer.json()) as { message: string }).message).toContain("#1001");
    expect((await assign(later)).status).toBe(200);
    const other = createVehicle(server);
    const overlapAnswer = await admin.post(`/admin/reservations/${overlappingTrip.id}/assignment`, {
      version: overlappingTrip.version,
      driverId: driver.id,
      vehicleId: other.id,
    });
    expect([overlapAnswer.status, ((await overlapAnswer.json()) as { code: string }).code]).toEqual(
      [409, "assignment.driver_overlap"],
    );
    const unassignAnswer = await admin.delete(`/admin/reservations/${first.id}/assignment`, {
      version: first.version + 1,
    });
    expect(unassignAnswer.status).toBe(200);
    expect((await assign(overlappingTrip)).status).toBe(200);
  });

  test("are backed by the database, which refuses overlapping assignments", async () => {
    const driver = createDriver(server);
    const made = [await confirmed(), await confirmed()];
    const insert = (index: number) =>
      server.deps.db
        .insert(assignments)
        .values({
          id: `a${index}`,
          reservationId: made[index]?.id ?? "",
          driverId: driver.id,
          vehicleId: createVehicle(server).id,
          startsAt: index,
          endsAt: 10 + index,
          active: true,
          createdAt: 0,
        })
        .run();
    insert(0);
    expect(() => insert(1)).toThrow();
    server.deps.db.update(assignments).set({ active: false }).where(eq(assignments.id, "a0")).run();
    insert(1);
    expect(() =>
      server.deps.db
        .update(assignments)
        .set({ active: true })
        .where(eq(assignments.id, "a0"))
        .run(),
    ).toThrow();
  });
});

describe("two members of staff at one reservation", () => {
  test("the second, who saw an older version, gets 409 and changes nothing", async () => {
    const made = await book(rider);
    const at = `/admin/reservations/${made.id}`;
    expect((await admin.post(`${at}/confirmation`, { version: 1 })).status).toBe(200);
    const second = await admin.post(`${at}/rejection`, { version: 1, reason: "No car" });
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([
      409,
      "reservation.stale",
    ]);
    const illegalStep = await admin.post(`${at}/settlement`, { version: 2 });
    expect(((await illegalStep.json()) as { code: string }).code).toBe(
      "reservation.illegal_transition",
    );
    const now = ((await (await admin.get(at)).json()) as ReservationAnswer).reservation;
    expect(now).toMatchObject({ state: "confirmed", version: 2 });
  });

  test("an accountant can read the reservation, but not confirm it", async () => {
    const accountant = await signInAdmin(server, { role: "accountant" });
    const made = await book(rider);
    expect((await accountant.get("/admin/reservations")).status).toBe(200);
    const answer = await accountant.post(`/admin/reservations/${made.id}/confirmation`, {
      version: 1,
    });
    expect(answer.status).toBe(403);
  });
});

describe("the list of reservations", () => {
  type List = { reservations: Reservation[]; nextCursor: string | null };
  const list = async (query: string) => {
    const answer = await admin.get(`/admin/reservations${query}`);
    return { status: answer.status, ...((await answer.json()) as List) };
  };

  test("filters by state, by the operator's days and by words, and pages in every order", async () => {
    for (const at of ["21T09:30", "22T00:15", "22T23:45", "23T08:00"])
      await book(rider, { pickupLocal: `2026-11-${at}` });
    await admin.post(`/admin/reservations/${(await list("")).reservations[3]?.id}/confirmation`, {
      version: 1,
    });
    expect((await list("")).reservations.map((r) => r.number)).toEqual([1001, 1002, 1003, 1004]);
    expect((await list("?sort=-pickupAt")).reservations[0]?.number).toBe(1004);
    expect(
      (await list("?from=2026-11-22&to=2026-11-22")).reservations.map((r) => r.number),
    ).toEqual([1002, 1003]);
    expect((await list("?state=confirmed")).reservations.map((r) => r.number)).toEqual([1004]);
    expect((await list("?state=confirmed&state=pending")).reservations.length).toBe(4);
    expect((await list("?q=marriott+kigali")).reservations.length).toBe(4);
    expect((await list("?q=1003")).reservations.map((r) => r.number)).toEqual([1003]);
    expect((await list("?q=uwase")).reservations.length).toBe(4);
    expect((await list("?q=%22%27%28*%29")).reservations.length).toBe(0);

    for (const sort of ["pickupAt", "-pickupAt", "createdAt", "-createdAt"]) {
      const whole = (await list(`?sort=${sort}`)).reservations.map((r) => r.id);
      const listedIds: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: List = await list(
          `?state=pending&state=confirmed&limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        );
        listedIds.push(...page.reservations.map((r) => r.id));
        cursor = page.nextCursor;
      }
      expect(listedIds).toEqual(whole);
    }
  });

  test("returns changed rows by their ids, and says which of them match its filters", async () => {
    const made: Reservation[] = [];
    for (const at of ["21T09:30", "22T00:15", "22T23:45"])
      made.push(await book(rider, { pickupLocal: `2026-11-${at}` }));
    const [first = "", second = "", third = ""] = made.map(({ id }) => id);
    await admin.post(`/admin/reservations/${first}/confirmation`, { version: 1 });
    const changed = async (query: string) => {
      const answer = await admin.get(`/admin/reservations/changed?${query}`);
      return { status: answer.status, ...((await answer.json()) as ChangedTripRows) };
    };
    const ids = [first, second, third, "nobody"].map((id) => `id=${id}`).join("&");
    const all = await changed(ids);
    expect(all.reservations).toEqual((await list("")).reservations);
    expect(all.listed).toEqual([first, second, third]);
    for (const filters of [
      "state=pending",
      "state=pending&state=confirmed&service=hourly",
      "state=confirmed&service=airport_pickup&service=airport_dropoff&service=point_to_point",
      "from=2026-11-22&to=2026-11-22",
      "q=1001",
      "q=uwase&state=pending",
      "q=%22%27%28*%29",
      "q=nobody+at+all",
      "overdue=true",
      "approval=true",
      "approval=true&q=uwase&state=pending&from=2026-11-20",
      "driver=none&state=confirmed&state=completed",
      "vehicle=x",
      "source=phone",
    ]) {
      const found = await changed(`${ids}&${filters}`);
      expect(found.reservations.map(({ id }) => id)).toEqual([first, second, third]);
      const whole = (await list(`?${filters}`)).reservations.map(({ id }) => id);
      expect([filters, found.listed]).toEqual([filters, whole]);
    }
    expect(await changed(`id=${second}`)).toMatchObject({
      reservations: [{ id: second }],
      listed: [second],
    });
    expect((await changed("state=pending")).status).toBe(400);
    const many = Array.from({ length: MAX_CHANGED_TRIPS + 1 }, (_, at) => `id=${at}`).join("&");
    expect((await changed(many)).status).toBe(400);
  });

  test("answers 400 to an invalid filter", async () => {
    for (const query of [
      "?sort=1;DROP TABLE reservations",
      "?limit=-1",
      "?limit=101",
      "?state=lost",
      "?from=2026-02-30",
      "?to=tomorrow",
      "?cursor=e30",
    ])
      expect((await list(query)).status).toBe(400);
    expect(await list("?from=2199-01-01")).toMatchObject({ status: 200, reservations: [] });
  });
});

describe("event streams", () => {
  async function firstEvent(stream: Response): Promise<string> {
    const reader = stream.body?.getReader();
    let text = "";
    // Waits for an event after `hello`, with which dispatch's stream opens.
    while (reader && !/^event: (?!hello).*\ndata:/m.test(text)) {
      const { value, done } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    await reader?.cancel();
    return text;
  }

  test("a booking is sent to dispatch and its rider, and to no other rider", async () => {
    const board = await admin.get("/admin/events");
    const mine = await rider.get("/reservations/events");
    const stranger = await signInRider(server, "other@example.com", { browser: server.browser() });
    const theirs = await stranger.browser.get("/reservations/events");
    expect(board.headers.get("content-type")).toContain("text/event-stream");
    const made = await book(rider);
    for (const stream of [board, mine])
      expect(await firstEvent(stream)).toContain(
        `event: reservation\ndata: {"id":"${made.id}","number":1001,"state":"pending","version":1}`,
      );
    const own = await book(stranger.browser);
    expect(await firstEvent(theirs)).toContain(own.id);
  });

  test("a stream ends when its session ends", async () => {
    const stream = await rider.get("/reservations/events");
    const ended = stream.text();
    await rider.post("/auth/logout");
    expect(await ended).not.toContain("event:");
  });
});

test("a rider's timeline names the driver only as far as the trip does", async () => {
  const driver = createDriver(server, { firstName: "Eric", lastName: "Habimana" });
  const vehicle = createVehicle(server, { passengers: 3 });
  const trip = await confirmed();
  const assigned = await call(admin, "post", `/admin/reservations/${trip.id}/assignment`, {
    version: trip.version,
    driverId: driver.id,
    vehicleId: vehicle.id,
  });
  expect(assigned.reservation.timeline.at(-1)?.event).toMatchObject({ driver: "Eric Habimana" });
  const seen = await (await rider.get(`/reservations/${trip.id}`)).text();
  expect(seen).toContain("Eric");
  expect(seen).not.toContain("Habimana");
});

test("the next driver sees nothing of the driver before, their refusal or the company that pays", async () => {
  const first = createDriver(server, { email: "first@example.com", lastName: "Habimana" });
  const second = createDriver(server, { email: "second@example.com" });
  const vehicle = createVehicle(server, { passengers: 3 });
  let trip = await confirmed();
  const at = `/admin/reservations/${trip.id}`;
  const offered = { version: trip.version, driverId: first.id, vehicleId: vehicle.id };
  trip = (await call(admin, "post", `${at}/offer`, offered)).reservation;
  const offeredDriver = (await signInDriver(server, "first@example.com")).browser;
  const refusal = { version: trip.version, reason: "My back hurts" };
  await offeredDriver.post(`/driver/reservations/${trip.id}/refusal`, refusal);
  const { id: companyId } = await createCompany(admin, { name: "Acme Ltd" });
  const { version } = ((await (await admin.get(at)).json()) as ReservationAnswer).reservation;
  const paidAnswer = await admin.put(`${at}/payment`, {
    version,
    payment: "account",
    billTo: { companyId },
  });
  trip = ((await paidAnswer.json()) as ReservationAnswer).reservation;
  expect(JSON.stringify(trip.timeline)).toMatch(/Habimana.*My back hurts.*Acme Ltd/);
  const pair = { version: trip.version, driverId: second.id, vehicleId: vehicle.id };
  await call(admin, "post", `${at}/assignment`, pair);
  const wheel = (await signInDriver(server, "second@example.com")).browser;
  const readAnswer = await wheel.get(`/driver/reservations/${trip.id}`);
  const { reservation } = (await readAnswer.json()) as ReservationAnswer;
  expect(JSON.stringify(reservation)).not.toMatch(/Habimana|back hurts|Acme/);
  expect(reservation.timeline.map(({ to }) => to)).toEqual([
    "pending",
    "confirmed",
    "confirmed",
    "assigned",
  ]);
});

for (const day of ["9999-12-31", "0000-01-01", "2026-02-30"])
  test(`the server answers 400 to the day ${day}`, async () => {
    for (const path of ["/admin/reservations", "/admin/reservations/counts"])
      for (const end of ["from", "to"])
        expect((await admin.get(`${path}?${end}=${day}`)).status).toBe(400);
  });
