/** The extra details of each service type: stored with their own service type, and refused if they are missing. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import type { ReservationAnswer, ServiceDetails } from "../../src/reservations/contract";
import { detailsOf, endsAtPickup } from "../../src/reservations/rules";
import { AIRPORT, HOTEL, quote } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

let server: TestServer;
let rider: Browser;
beforeEach(async () => {
  server = await createTestServer();
  rider = (await signInRider(server)).browser;
});
afterEach(() => server.close());

const allDetails = {
  greetingSign: "Mme Uwase",
  care: { attendants: 1, companions: 1, appointmentTime: "10:15", doorNote: "Two steps" },
  roadside: { vehicle: "Toyota RAV4", plate: "RAD 1 B", trouble: "battery", words: "Silent" },
  interpreter: { languages: "French, English", meeting: "meets_there" },
} satisfies ServiceDetails;

async function send(overrides: Record<string, unknown>, body: Record<string, unknown> = {}) {
  const quoted = await quote(rider, overrides);
  return rider.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
    ...body,
  });
}

describe("service details", () => {
  for (const [serviceType, part] of [
    ["airport_pickup", "greetingSign"],
    ["home_care", "care"],
    ["roadside_assistance", "roadside"],
    ["interpreter", "interpreter"],
  ] as const)
    test(`are kept for ${serviceType} without the parts of other services`, async () => {
      const answer = await send({ serviceType }, { details: allDetails });
      expect(answer.status).toBe(201);
      const { reservation } = (await answer.json()) as ReservationAnswer;
      expect(reservation.details).toEqual({ [part]: allDetails[part] });
      const [row] = server.deps.db.select().from(reservations).all();
      expect(row?.details).toEqual({ [part]: allDetails[part] });
    });

  for (const serviceType of ["point_to_point", "hourly", "airport_dropoff"] as const)
    test(`are dropped for ${serviceType}`, () => {
      expect(detailsOf(serviceType, allDetails)).toEqual({ details: null, missing: null });
    });

  for (const [serviceType, field] of [
    ["roadside_assistance", "details.roadside"],
    ["interpreter", "details.interpreter"],
  ] as const)
    test(`are required for ${serviceType}`, async () => {
      const answer = await send({ serviceType });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
      expect(server.deps.db.select().from(reservations).all()).toEqual([]);
    });

  for (const [what, details] of [
    ["an empty vehicle", { roadside: { ...allDetails.roadside, vehicle: " " } }],
    ["an unknown trouble", { roadside: { ...allDetails.roadside, trouble: "ghosts" } }],
    ["eleven attendants", { care: { ...allDetails.care, attendants: 11 } }],
    ["an appointment at 25:00", { care: { ...allDetails.care, appointmentTime: "25:00" } }],
    ["a sign turned round", { greetingSign: "a\u202eb" }],
    ["a sign of 81 letters", { greetingSign: "a".repeat(81) }],
  ] as const)
    test(`are refused with ${what}`, async () => {
      const answer = await send({}, { details: { ...allDetails, ...details } });
      expect(answer.status).toBe(400);
    });
});

describe("payment", () => {
  test("is in cash by default, or by card", async () => {
    const cash = (await (await send({})).json()) as ReservationAnswer;
    expect(cash.reservation.payment).toBe("cash");
    const card = (await (await send({}, { payment: "card" })).json()) as ReservationAnswer;
    expect(card.reservation.payment).toBe("card");
  });

  test("by account is refused if the rider belongs to no company", async () => {
    const answer = await send({}, { payment: "account" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("fields.payment");
  });
});

describe("a flight number", () => {
  for (const [typed, kept] of [
    ["wb 203", "WB203"],
    ["KLM1234A", "KLM1234A"],
    ["3U 8", "3U8"],
    ["wb 0203", "WB203"],
    ["\u00a0U2\u00a00001", "U21"],
    ["", null],
  ] as const)
    test(`"${typed}" is kept as ${kept}`, async () => {
      const answer = await send({}, { flightNumber: typed });
      expect(answer.status).toBe(201);
      expect(((await answer.json()) as ReservationAnswer).reservation.flightNumber).toBe(kept);
    });

  for (const typed of ["12 345", "WB", "WB 20345", "late", "WB-203", "WB 0", "ЖЖ 12", "WB 203 AB"])
    test(`"${typed}" is refused`, async () => {
      const answer = await send({}, { flightNumber: typed });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toHaveProperty("fields.flightNumber");
    });
});

describe("a trip that ends at its pickup", () => {
  for (const serviceType of ["roadside_assistance", "interpreter"] as const)
    test(`is allowed and priced for ${serviceType}`, async () => {
      const answer = await send({ serviceType, dropoff: AIRPORT }, { details: allDetails });
      expect(answer.status).toBe(201);
      const { reservation } = (await answer.json()) as ReservationAnswer;
      expect(reservation.fareMinor).toBeGreaterThan(0);
      expect(endsAtPickup(reservation)).toBe(true);
      expect(endsAtPickup({ ...reservation, dropoff: HOTEL })).toBe(false);
    });

  test("is refused for home care", async () => {
    const answer = await rider.post("/quotes", {
      serviceType: "home_care",
      pickup: AIRPORT,
      dropoff: AIRPORT,
      pickupLocal: "2026-11-21T09:30",
      passengers: 1,
      luggage: 0,
    });
    expect(await answer.json()).toMatchObject({ code: "trip.same_place" });
  });
});
