/** Only an owner may override certain refusals, with the reason; others cannot be overridden. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { desc } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { assignments } from "../../db/schema/dispatch";
import { settings } from "../../db/schema/settings";
import type { DocumentKind } from "../../src/documents/contract";
import { replaceDocumentInForce } from "../../src/documents/record-actions";
import { overrideConsequence, isOverridable } from "../../src/dispatch/rules";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import type { Refusal } from "../../src/reservations/refusal-contract";
import type { Failure } from "../../src/settings/contract";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { allowSettingOff } from "../support/waiting";

let server: TestServer;
let rider: Browser;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  allowSettingOff(server);
  rider = (await signInRider(server)).browser;
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const vehicleTooSmall: Refusal = { code: "vehicle.too_small", room: 3, needed: 4 };
const vehicleWithoutRamp: Refusal = { code: "vehicle.mobility", mobility: "wheelchair" };
const reason = "The fourth is a child on the bench";

/** Books and confirms a trip for four passengers. */
async function tripOfFour(overrides: Record<string, unknown> = {}): Promise<Reservation> {
  const made = await book(rider, { passengers: 4, ...overrides });
  return done(await owner.post(`/admin/reservations/${made.id}/confirmation`, { version: 1 }));
}

async function done(answer: Response): Promise<Reservation> {
  const body = (await answer.json()) as ReservationAnswer;
  expect([answer.status, body]).toEqual([200, body]);
  return body.reservation;
}

function pairOf(
  car: Parameters<typeof createVehicle>[1] = {},
  driver: Parameters<typeof createDriver>[1] = {},
) {
  const vehicle = createVehicle(server, { passengers: 3, ...car });
  return { driverId: createDriver(server, driver).id, vehicleId: vehicle.id };
}

const override = (by: Browser, trip: Reservation, json: object) =>
  by.post(`/admin/reservations/${trip.id}/override`, { version: trip.version, reason, ...json });

describe("the refusals that an owner may override", () => {
  test.each([
    ["driver.suspended", false],
    ["driver.licence_expired", false],
    ["driver.document_expired", true],
    ["driver.overlap", false],
    ["vehicle.out_of_service", false],
    ["vehicle.too_small", true],
    ["vehicle.luggage", true],
    ["vehicle.mobility", true],
    ["vehicle.insurance_expired", false],
    ["vehicle.registration_expired", false],
    ["vehicle.document_expired", true],
    ["vehicle.overlap", false],
    ["nothing.known", false],
  ])("include %s: %p", (code, may) => {
    expect(overrideConsequence(code) !== null).toBe(may);
    expect(isOverridable([{ code }])).toBe(may);
    expect(isOverridable([{ code }, { code: "driver.overlap" }])).toBe(false);
  });

  test("must exist, as isOverridable returns false for an empty list", () => {
    expect(isOverridable([])).toBe(false);
  });
});

test("an override assigns the trip, and timeline and audit log show what, who and why", async () => {
  const trip = await tripOfFour();
  const pair = pairOf();
  const plainAnswer = await owner.post(`/admin/reservations/${trip.id}/assignment`, {
    version: trip.version,
    ...pair,
  });
  expect(plainAnswer.status).toBe(422);
  const now = await done(await override(owner, trip, { ...pair, refusals: [vehicleTooSmall] }));
  expect(now.state).toBe("assigned");
  expect(now.timeline.at(-1)).toMatchObject({
    to: "assigned",
    reason,
    actor: { kind: "admin", name: "Ada Uwase" },
    event: { kind: "assigned", overridden: [vehicleTooSmall] },
  });
  const [newestEntry] = server.deps.db.select().from(auditLog).orderBy(desc(auditLog.number)).all();
  expect(newestEntry).toMatchObject({
    action: "trip.overridden",
    actorName: "Ada Uwase",
    subjectId: trip.id,
    detail: JSON.stringify({ overridden: "vehicle.too_small", reason }),
  });
});

test("the driver completes a trip with an override, and the rider does not see the override", async () => {
  const trip = await tripOfFour();
  const pair = pairOf({}, { email: "driver@example.com" });
  let now = await done(await override(owner, trip, { ...pair, refusals: [vehicleTooSmall] }));
  const wheel = (await signInDriver(server, "driver@example.com")).browser;
  for (const to of ["en_route", "on_location", "passenger_on_board", "completed"]) {
    server.advance(60_000);
    const progress = { version: now.version, to };
    now = await done(await wheel.post(`/driver/reservations/${trip.id}/progress`, progress));
    expect(now.state).toBe(to as Reservation["state"]);
  }
  const own = await (await rider.get(`/reservations/${trip.id}`)).text();
  expect(own).not.toContain(vehicleTooSmall.code);
  expect(own).not.toContain(reason);
});

test("a change of the trip keeps the override unless another refusal arises", async () => {
  const trip = await tripOfFour();
  const pair = pairOf();
  const assigned = await done(
    await override(owner, trip, { ...pair, refusals: [vehicleTooSmall] }),
  );
  const change = async (seen: Reservation, wanted: object) => {
    const at = `/reservations/${trip.id}`;
    const quotedAnswer = await rider.post(`${at}/change-quote`, {
      version: seen.version,
      ...wanted,
    });
    const { quote } = (await quotedAnswer.json()) as { quote: string };
    return done(await rider.request(at, { method: "PUT", json: { version: seen.version, quote } }));
  };
  const moved = await change(assigned, { pickupLocal: "2026-11-21T10:30" });
  expect(moved.state).toBe("assigned");
  // The override was for four passengers, not for five.
  const biggerPartyAnswer = await change(moved, { passengers: 5 });
  expect(biggerPartyAnswer.state).toBe("confirmed");
  const rows = server.deps.db.select().from(assignments).all();
  expect(rows.map(({ active, overridden }) => [active, overridden])).toEqual([
    [false, [vehicleTooSmall]],
  ]);
});

test("only an owner may override, and only with a reason and the current version", async () => {
  const trip = await tripOfFour();
  const json = { ...pairOf(), refusals: [vehicleTooSmall] };
  for (const role of ["dispatcher", "accountant"] as const)
    expect((await override(await signInAdmin(server, { role }), trip, json)).status).toBe(403);
  for (const typed of ["", "  ", "a "]) {
    const answer = await override(owner, trip, { ...json, reason: typed });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Failure).fields?.reason).toBeTruthy();
  }
  expect((await override(rider, trip, json)).status).toBe(401);
  expect((await override(owner, { ...trip, version: 1 }, json)).status).toBe(409);
});

test("a refusal that was not shown to the owner is not overridden", async () => {
  const trip = await tripOfFour({ mobility: "wheelchair" });
  const pair = pairOf();
  const answer = await override(owner, trip, { ...pair, refusals: [vehicleTooSmall] });
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as Failure).message).toBe("Not equipped for wheelchair.");
  await done(
    await override(owner, trip, { ...pair, refusals: [vehicleTooSmall, vehicleWithoutRamp] }),
  );
});

test("an owner cannot override a suspension, a licence, an overlap or a vehicle out of service", async () => {
  const trip = await tripOfFour();
  const other = await tripOfFour();
  const busy = pairOf();
  await done(await override(owner, other, { ...busy, refusals: [vehicleTooSmall] }));
  const licence = { licenseExpiresAt: server.deps.now() };
  const cases: [Record<"driverId" | "vehicleId", string>, [Refusal, string][], number][] = [
    [pairOf({}, { state: "suspended" }), [[{ code: "driver.suspended" }, "Suspended"]], 422],
    [
      pairOf({ state: "out_of_service" }),
      [[{ code: "vehicle.out_of_service" }, "Out of service"]],
      422,
    ],
    [
      pairOf({}, licence),
      [
        [
          { code: "driver.licence_expired", document: "driving_licence" },
          "Licence expired at the pickup time",
        ],
      ],
      422,
    ],
    [
      busy,
      [[{ code: "driver.overlap", trip: other.number }, `Has trip #${other.number} at that time`]],
      422,
    ],
    [{ ...busy, driverId: "nobody" }, [], 404],
  ];
  for (const [pair, finalRefusals, status] of cases) {
    const refusals = [
      vehicleTooSmall,
      ...finalRefusals.map(([refusal]) => refusal),
      { code: "vehicle.overlap", trip: other.number },
    ];
    const answer = await override(owner, trip, { ...pair, refusals });
    expect([pair, answer.status]).toEqual([pair, status]);
    for (const [, text] of finalRefusals)
      expect(((await answer.clone().json()) as Failure).message).toContain(text);
  }
  // A trip that is over or under way cannot be assigned.
  const gone = await done(
    await owner.post(`/admin/reservations/${trip.id}/cancellation`, { version: trip.version }),
  );
  expect((await override(owner, gone, { ...pairOf(), refusals: [vehicleTooSmall] })).status).toBe(
    409,
  );
});

test("an owner can override an expired document that the operator requires, but not an insurance", async () => {
  server.deps.db
    .update(settings)
    .set({ requiredDocuments: ["vehicle_insurance", "drug_test"] })
    .run();
  const trip = await tripOfFour({ passengers: 2 });
  const pair = pairOf();
  const expiresAt = server.deps.now();
  const put = (owner: { driverId: string } | { vehicleId: string }, kind: DocumentKind) =>
    replaceDocumentInForce(server.deps.db, owner, { kind, expiresAt }, expiresAt);
  put({ driverId: pair.driverId }, "drug_test");
  const late: Refusal = { code: "driver.document_expired", document: "drug_test" };
  const uninsuredPair = pairOf({ insuranceExpiresAt: expiresAt });
  const refusals: Refusal[] = [
    late,
    { code: "vehicle.insurance_expired", document: "vehicle_insurance" },
  ];
  const refusedAnswer = await override(owner, trip, { ...uninsuredPair, refusals });
  expect([refusedAnswer.status, ((await refusedAnswer.json()) as Failure).message]).toEqual([
    422,
    "Insurance expired at the pickup time.",
  ]);
  const now = await done(await override(owner, trip, { ...pair, refusals }));
  expect(now.timeline.at(-1)?.event).toMatchObject({ overridden: [late] });
});
