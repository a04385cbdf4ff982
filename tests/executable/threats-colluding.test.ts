/**
 * A driver who wants to harm a rider, and a rider and a driver who conspire against the operator: what they would try,
 * tested on the executable over its socket.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenAccount } from "../../src/payouts/contract";
import type {
  CancellationPreview,
  Reservation,
  ReservationAnswer,
} from "../../src/reservations/contract";
import type { TripTracking } from "../../src/tracking/contract";
import { HOTEL, quote } from "../support/booking";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { requestCode, createVisitor, signInNamed, type Visitor } from "../support/visitor";

const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STEPS = ["en_route", "on_location", "passenger_on_board", "completed"] as const;

let installation: Installation;
let server: RunningExecutable;
let office: Visitor;
let rider: Visitor;
let phone: Visitor;
let driverId: string;
let vehicleId: string;

beforeAll(async () => {
  installation = createInstallation();
  server = await installation.start({
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    TIME_ZONE: "UTC",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  });
  office = createVisitor(server.url);
  await read(await office.post("/admin/login", OWNER));
  rider = await signInNamed(server, "aline@example.com");
  const { vehicleClasses } = await read<{ vehicleClasses: { id: string }[] }>(
    await office.get("/admin/vehicle-classes"),
  );
  const added = await read<{ vehicle: { id: string } }>(
    await office.post("/admin/vehicles", {
      classId: vehicleClasses[0]?.id,
      plate: "RAD 123 B",
      make: "Toyota",
      model: "Camry",
      year: 2024,
      color: "Black",
      passengers: 4,
      luggage: 4,
      mobility: [],
      state: "active",
      insuranceValidUntil: "2099-01-31",
      registrationValidUntil: "2099-01-31",
    }),
  );
  vehicleId = added.vehicle.id;
  const contact = { email: "eric@example.com", phone: null };
  const createdDriver = await read<{ driver: { id: string } }>(
    await office.post("/admin/drivers", {
      firstName: "Eric",
      lastName: "Mugisha",
      ...contact,
      licenseId: "RW-77",
      licenseValidUntil: "2099-03-31",
      vehicleId,
    }),
  );
  driverId = createdDriver.driver.id;
  phone = createVisitor(server.url);
  const otp = await requestCode(server, phone, contact.email, "driver");
  await read(await phone.post("/driver/verify-otp", { identifier: contact.email, otp }));
}, 60_000);
afterAll(() => installation.close());

/** Returns the answer's JSON; fails the test if it was refused. */
async function read<T = unknown>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
/** Returns the status and code of a refusal, or only 200. */
const outcome = async (answer: Response) =>
  answer.ok ? [200] : [answer.status, ((await answer.json()) as { code: string }).code];
const send = (visitor: Visitor, method: string, path: string, json: object) =>
  visitor.request(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(json),
  });
const look = async (id: string, visitor = office, area = "/admin") =>
  (await read<ReservationAnswer>(await visitor.get(`${area}/reservations/${id}`))).reservation;

/** Books a rider's trip that many ms from now; dispatch assigns it to the driver. */
async function bookAssignedTrip(delayMs: number, payment: "cash" | "card"): Promise<Reservation> {
  const pickupLocal = new Date(Date.now() + delayMs).toISOString().slice(0, 16);
  const offer = await quote(rider, { serviceType: "point_to_point", pickupLocal });
  const vehicleClassId = offer.options[0]?.vehicleClass.id;
  const body = { quote: offer.quote, vehicleClassId, payment };
  const { id, version } = (await read<ReservationAnswer>(await rider.post("/reservations", body)))
    .reservation;
  const at = `/admin/reservations/${id}`;
  await read(await office.post(`${at}/confirmation`, { version }));
  const pair = { version: version + 1, driverId, vehicleId };
  return (await read<ReservationAnswer>(await office.post(`${at}/assignment`, pair))).reservation;
}

const tap = async (id: string, to: string, tappedAt?: number) => {
  const { version } = await look(id, phone, "/driver");
  return phone.post(`/driver/reservations/${id}/progress`, {
    version,
    to,
    ...(tappedAt !== undefined && { tappedAt: new Date(tappedAt).toISOString() }),
  });
};

describe("a driver who taps days before the pickup", () => {
  let trip: Reservation;
  beforeAll(async () => {
    trip = await bookAssignedTrip(9 * DAY, "card");
  });

  test("can take no step, whatever time the tap has, and reads from when it is possible", async () => {
    const answer = await tap(trip.id, "en_route");
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { message: string }).message).toMatch(
      /^This step is possible from .*, 2 h before the pickup\./,
    );
    const pickup = Date.parse(trip.pickupAt);
    for (const [tappedAt, code] of [
      [Date.now() - 20 * 60 * MINUTE, "tap.too_early"],
      [Date.now() + MINUTE, "tap.too_early"],
      [pickup - 60 * MINUTE, "tap.in_future"],
    ] as const)
      expect(await outcome(await tap(trip.id, "en_route", tappedAt))).toEqual([422, code]);
    for (const to of [...STEPS.slice(1), "no_show"])
      expect(await outcome(await tap(trip.id, to))).toEqual([
        409,
        "reservation.illegal_transition",
      ]);
  });

  test("costs the rider nothing, blocks no change, shows no position and earns nothing", async () => {
    await read(await phone.post("/driver/shift", { on: true }));
    await read(
      await phone.post("/driver/positions", {
        positions: [
          {
            latitude: -1.95,
            longitude: 30.06,
            accuracyMeters: 5,
            headingDegrees: null,
            speedMps: null,
            recordedAt: new Date().toISOString(),
          },
        ],
      }),
    );
    const { position } = await read<TripTracking>(
      await rider.get(`/reservations/${trip.id}/tracking`),
    );
    expect(position).toBeNull();
    const path = `/reservations/${trip.id}`;
    const dropoff = { ...HOTEL, name: "The other door", latitude: HOTEL.latitude + 0.002 };
    const { version } = await look(trip.id, rider, "");
    const priced = await read<{ quote: string }>(
      await rider.post(`${path}/change-quote`, { version, dropoff }),
    );
    await read(await send(rider, "PUT", path, { version, quote: priced.quote }));
    const preview = await read<CancellationPreview>(await rider.get(`${path}/cancellation`));
    expect(preview).toMatchObject({ allowed: true, isLateCancellation: false, feeMinor: 0 });
    await read(await rider.post(`${path}/cancellation`, { version: version + 1 }));
    expect(await look(trip.id)).toMatchObject({ state: "cancelled", cancellationFeeMinor: 0 });
    const { sums } = await read<OpenAccount>(await phone.get("/driver/billing"));
    expect(sums.every(({ closingMinor }) => closingMinor === 0)).toBeTrue();
  });

  test("can set off earlier if dispatch allows it, and the rider's cancellation stays free", async () => {
    const far = await bookAssignedTrip(8 * DAY, "card");
    const { version } = await look(far.id);
    const reason = "The car is needed there";
    const allowed = await office.post(`/admin/reservations/${far.id}/early-start`, {
      version,
      reason,
    });
    expect(await outcome(allowed)).toEqual([200]);
    expect(await outcome(await tap(far.id, "en_route"))).toEqual([200]);
    const preview = await rider.get(`/reservations/${far.id}/cancellation`);
    expect(await read<CancellationPreview>(preview)).toMatchObject({
      isLateCancellation: false,
      feeMinor: 0,
    });
  });
});

describe("a rider and a driver who cheat together", () => {
  const owedMinor = async () => {
    const { sums } = await read<OpenAccount>(await phone.get("/driver/billing"));
    return sums[0]?.closingMinor ?? 0;
  };
  const payOut = async (amountMinor: number, currency: string) =>
    outcome(
      await office.post(`/admin/drivers/${driverId}/payments`, {
        kind: "payout",
        currency,
        amountMinor,
        paidOn: new Date().toISOString().slice(0, 10),
        method: "mobile_money",
      }),
    );
  const tip = async ({ id }: Reservation, tipMinor: number) => {
    const { version } = await look(id, rider, "");
    return outcome(await send(rider, "PUT", `/reservations/${id}/tip`, { version, tipMinor }));
  };
  const settle = async ({ id }: Reservation, method = "POST") => {
    const { version } = await look(id);
    const body = { version, reason: "Another look" };
    await read(await send(office, method, `/admin/reservations/${id}/settlement`, body));
  };
  const pay = async ({ id }: Reservation) => {
    const { version, dueMinor } = await look(id);
    const body = { version, amountMinor: dueMinor, method: "card_terminal", paidOn: "2026-11-20" };
    await read(await send(office, "POST", `/admin/reservations/${id}/payments`, body));
  };
  const waive = async ({ id }: Reservation) => {
    const { version } = await look(id);
    const body = { version, reason: "Never handed over" };
    await read(await send(office, "POST", `/admin/reservations/${id}/waiver`, body));
  };
  const driven = async (payment: "cash" | "card") => {
    const trip = await bookAssignedTrip(45 * MINUTE, payment);
    for (const to of STEPS) expect(await outcome(await tap(trip.id, to))).toEqual([200]);
    return look(trip.id);
  };

  test("get no card tip paid out before its trip is settled", async () => {
    const trip = await driven("card");
    const { fareMinor, currency } = trip;
    const earnedMinor = trip.pay?.totalMinor ?? 0;
    expect(await owedMinor()).toBe(earnedMinor);
    // The highest tip, none and the highest again are accepted, but not a negative one.
    for (const tipMinor of [fareMinor, 0, fareMinor])
      expect(await tip(trip, tipMinor)).toEqual([200]);
    expect((await tip(trip, -fareMinor))[0]).toBe(400);
    expect(await owedMinor()).toBe(earnedMinor);
    expect(await payOut(earnedMinor + 1, currency)).toEqual([422, "payout.too_much"]);
    await read(await office.post("/admin/payouts/closing", {}));
    expect(await owedMinor()).toBe(earnedMinor);

    await pay(trip);
    await settle(trip);
    expect(await owedMinor()).toBe(earnedMinor + fareMinor);
    expect(await tip(trip, fareMinor + 1)).toEqual([409, "tip.settled"]);
    // After the payout the trip is reopened and the tip raised; the raise also waits for the office.
    expect(await payOut(earnedMinor + fareMinor, currency)).toEqual([200]);
    await settle(trip, "DELETE");
    expect(await tip(trip, fareMinor + 500)).toEqual([200]);
    expect(await owedMinor()).toBeLessThanOrEqual(0);
    expect(await payOut(1, currency)).toEqual([422, "payout.too_much"]);
    await pay(trip);
    await settle(trip);
    expect(await owedMinor()).toBe(500);
  });

  test("gain nothing from a cash tip that was never handed over", async () => {
    const before = await owedMinor();
    const trip = await driven("cash");
    const { fareMinor, id } = trip;
    const without = await owedMinor();
    expect(await tip(trip, fareMinor)).toEqual([200]);
    expect(await owedMinor()).toBe(without);
    const { version } = await look(id, phone, "/driver");
    const body = { version, collectedMinor: fareMinor, dueMinor: 2 * fareMinor, reason: "No tip" };
    expect(await outcome(await phone.post(`/driver/reservations/${id}/cash`, body))).toEqual([200]);
    await waive(trip);
    await settle(trip);
    expect(await owedMinor()).toBe(without);
    // For a cash trip, the driver owes what they collected beyond their own share.
    expect(without - before).toBe((trip.pay?.totalMinor ?? 0) - fareMinor);
  });
});
