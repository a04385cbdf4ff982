/** Partner calls: another program books, changes and cancels, and a company's key sees only the company's own trips. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { migrations } from "../../db/migrations/list";
import { migrationSteps } from "../../db/migrations/steps";
import { companies } from "../../db/schema/companies";
import { outbox } from "../../db/schema/notifications";
import { idempotencyKeys, reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import type { MakeApiKey } from "../../src/accounts/keys/key-contract";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type {
  CancellationPreview,
  PartnerReservation,
  PartnerRow,
} from "../../src/reservations/contract";
import { createApiKey, withApiKey } from "../support/api-keys";
import { book, HOTEL, MARKET, trip } from "../support/booking";
import { addCostCentre, bookOnAccount, createCompany, invite } from "../support/companies";
import { textOfPdf } from "../support/pdf";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const PASSENGER = { name: "Aline Uwase", phone: "+250788123456", email: "aline@example.com" };

const program = async (key: Partial<MakeApiKey> = {}) =>
  withApiKey(server.browser(), (await createApiKey(owner, key)).token);

type PeerQuote = { quote: string; options: { vehicleClass: { id: string }; fareMinor: number }[] };

/** Returns the request body of a booking of the cheapest class. */
async function order(
  by: Browser,
  overrides: object = {},
  tripChanges: Record<string, unknown> = {},
) {
  const answer = await by.post("/partner/v1/quotes", trip(tripChanges));
  expect(answer.status).toBe(200);
  const { quote, options } = (await answer.json()) as PeerQuote;
  return { quote, vehicleClassId: options[0]?.vehicleClass.id, passenger: PASSENGER, ...overrides };
}

let keys = 0;
const post = (by: Browser, body: object, key = `key ${++keys}`.replace(" ", "-")) =>
  by.post("/partner/v1/bookings", body, { "idempotency-key": key });

async function booked(by: Browser, overrides: object = {}, tripChanges = {}) {
  const answer = await post(by, await order(by, overrides, tripChanges));
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { booking: PartnerReservation }).booking;
}

const read = async (by: Browser, id: string) =>
  ((await (await by.get(`/partner/v1/bookings/${id}`)).json()) as { booking: PartnerReservation })
    .booking;

async function listed(by: Browser, query = "") {
  const answer = await by.get(`/partner/v1/bookings${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { bookings: PartnerRow[]; nextCursor: string | null };
}

test("a program books at the price for riders, and staff see which program booked", async () => {
  const by = await program({ name: "Hotel website" });
  const publicQuote = (await (await server.browser().post("/quotes", trip())).json()) as PeerQuote;
  const booking = await booked(by, { note: "Gate B", flightNumber: "WB 203" });
  expect(booking).toMatchObject({
    state: "pending",
    passenger: { name: "Aline Uwase", phone: "+250788123456", email: "aline@example.com" },
    fareMinor: publicQuote.options[0]?.fareMinor ?? 0,
    note: "Gate B",
    flightNumber: "WB203",
    payment: "cash",
    billing: null,
    driver: null,
  });
  expect(booking).not.toHaveProperty("rider");
  const seen = await (await owner.get(`/admin/reservations/${booking.id}`)).json();
  expect(seen).toMatchObject({
    reservation: {
      rider: { name: "Aline Uwase" },
      timeline: [{ actor: { kind: "partner", name: "Hotel website" }, event: { kind: "booked" } }],
    },
  });
  const told = server.deps.db.select().from(outbox).all();
  expect(told.map(({ recipient }) => recipient)).toContain("+250788123456");
});

test("an Idempotency-Key is required, books once and is refused with a different body", async () => {
  const by = await program();
  const body = await order(by);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(by, body, "one")));
  const ids = await Promise.all(
    answers.map(async (each) => ((await each.json()) as { booking: { id: string } }).booking.id),
  );
  expect(new Set(ids).size).toBe(1);
  expect((await listed(by)).bookings).toHaveLength(1);
  const other = { ...body, note: "Other" };
  expect(await refusal(await post(by, other, "one"))).toEqual([422, "idempotency.reused"]);
  expect((await by.post("/partner/v1/bookings", body)).status).toBe(400);
  // Each program has its own idempotency keys.
  expect((await post(await program(), body, "one")).status).toBe(201);
});

test("a repeated request gets its booking even if it would be refused now", async () => {
  const by = await program();
  const body = await order(by, { passenger: { ...PASSENGER, phone: "0788123456" } });
  const book = async () =>
    ((await (await post(by, body, "one")).json()) as { booking: PartnerReservation }).booking.id;
  const id = await book();
  // The number has no country code, and is not valid in the operator's new country.
  server.deps.db.update(settings).set({ country: "IS" }).run();
  expect(await refusal(await post(by, body, "two"))).toEqual([400, "request.invalid"]);
  expect(await book()).toBe(id);
  server.deps.keys.verify = () => false;
  expect(await book()).toBe(id);
});

test("the server keeps the hash of a program's Idempotency-Key until four weeks after the pickup", async () => {
  const by = await program();
  const body = await order(by);
  const send = () => post(by, body, "guest@example.com");
  const repeat = async () =>
    ((await (await send()).json()) as { booking: PartnerReservation }).booking;
  const { id, pickupAt } = await repeat();
  const { browser: rider } = await signInRider(server);
  await book(rider, {}, { "idempotency-key": "mine" });
  const kept = () => server.deps.db.select().from(idempotencyKeys).all();
  expect(kept().map(({ key }) => key)).not.toContain("guest@example.com");
  const keptUntil = Date.parse(pickupAt) + 28 * 86_400_000;
  server.advance(keptUntil - server.deps.now());
  await sweepExpiredRecords(server.deps);
  expect((await repeat()).id).toBe(id);
  expect(kept()).toMatchObject([{ reservationId: id, keptUntil }]);
  server.advance(1);
  await sweepExpiredRecords(server.deps);
  expect(kept()).toEqual([]);
  expect(await refusal(await send())).toEqual([409, "quote.expired"]);
});

test("the server recognises a repeated request from before the upgrade that hashes keys", async () => {
  const by = await program();
  const body = await order(by);
  const { id } = ((await (await post(by, body, "late")).json()) as { booking: PartnerReservation })
    .booking;
  const { db } = server.deps;
  const [made] = db.select().from(idempotencyKeys).all();
  for (const statement of [
    "DROP INDEX idempotency_keys_kept",
    "ALTER TABLE idempotency_keys DROP COLUMN kept_until",
    "CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at)",
    "UPDATE idempotency_keys SET key = 'late'",
    "INSERT INTO idempotency_keys VALUES ('tap', 'driver', 'x', 'x', 'x', 5)",
  ])
    db.$client.run(statement);
  const migration = migrations.find(({ name }) => name === "0036_booking_keys");
  migrationSteps[migration?.name ?? ""]?.(db.$client);
  for (const statement of migration?.sql.split("--> statement-breakpoint") ?? [])
    db.$client.run(statement);
  const [tap, kept] = db.select().from(idempotencyKeys).orderBy(idempotencyKeys.keptUntil).all();
  expect(kept).toEqual(made);
  expect(tap?.keptUntil).toBe(5 + 86_400_000);
  expect(await (await post(by, body, "late")).json()).toMatchObject({ booking: { id } });
});

test("a program changes a booking with a quote, and its note without one", async () => {
  const by = await program();
  const before = await booked(by);
  const quoted = await by.post(`/partner/v1/bookings/${before.id}/change-quote`, {
    version: before.version,
    dropoff: MARKET,
    pickupLocal: "2026-11-21T11:00",
  });
  expect(quoted.status).toBe(200);
  const { quote, fareMinor } = (await quoted.json()) as { quote: string; fareMinor: number };
  const path = `/partner/v1/bookings/${before.id}`;
  const changed = await by.put(path, { version: before.version, quote });
  expect(changed.status).toBe(200);
  const after = await read(by, before.id);
  expect(after).toMatchObject({
    fareMinor,
    pickupLocal: "2026-11-21T11:00",
    dropoff: { name: MARKET.name },
  });
  expect(await refusal(await by.put(path, { version: before.version, note: "Ring" }))).toEqual([
    409,
    "reservation.stale",
  ]);
  const passenger = { name: "Eric Mugabo", phone: "+250788000111" };
  expect((await by.put(path, { version: after.version, note: "Ring", passenger })).status).toBe(
    200,
  );
  expect(await read(by, before.id)).toMatchObject({ note: "Ring", passenger });
  expect(await refusal(await by.put(path, { version: after.version + 1 }))).toEqual([
    400,
    "request.invalid",
  ]);
});

test("a cancellation costs the fee that its preview shows", async () => {
  const by = await program();
  const { id, version } = await booked(by);
  const confirmed = await owner.post(`/admin/reservations/${id}/confirmation`, { version });
  expect(confirmed.status).toBe(200);
  server.advance(24.9 * 3_600_000 - 2 * 3_600_000);
  const path = `/partner/v1/bookings/${id}/cancellation`;
  const preview = (await (await by.get(path)).json()) as { allowed: boolean; feeMinor: number };
  expect(preview.allowed).toBe(true);
  expect(Object.keys(preview)).not.toContain("otherLeg");
  const cancelled = await by.post(path, { version: version + 1, reason: "Guest left" });
  expect(cancelled.status).toBe(200);
  expect(await read(by, id)).toMatchObject({
    state: "cancelled",
    cancellationFeeMinor: preview.feeMinor,
  });
  expect(await refusal(await by.post(path, { version: version + 2 }))).toEqual([
    409,
    "reservation.not_cancellable",
  ]);
});

test("lead time, blocked riders and accepted terms apply to bookings by programs too", async () => {
  const by = await program();
  const response = await by.post("/partner/v1/quotes", trip({ pickupLocal: "2026-11-20T10:01" }));
  expect(await refusal(response)).toEqual([422, "trip.too_soon"]);
  const body = await order(by);
  const { booking } = (await (await post(by, body)).json()) as { booking: { id: string } };
  const { reservation } = (await (await owner.get(`/admin/reservations/${booking.id}`)).json()) as {
    reservation: { rider: { id: string } };
  };
  const block = await owner.put(`/admin/riders/${reservation.rider.id}/block`, { reason: "Owes" });
  expect(block.status).toBe(200);
  expect(await refusal(await post(by, body))).toEqual([403, "rider.blocked"]);
  const other = { ...PASSENGER, phone: "+250788000222" };
  expect((await post(by, { ...body, passenger: other })).status).toBe(201);
  const published = await owner.post("/admin/terms", {
    version: 0,
    text: "Be on time.",
    cancellation: "",
  });
  expect(published.status).toBeLessThan(300);
  expect(await refusal(await post(by, { ...body, passenger: other }))).toEqual([
    409,
    "terms.stale",
  ]);
});

test("the server refuses a quote that dispatch made or that is invalid", async () => {
  const by = await program();
  const body = await order(by);
  const staff = (await (await owner.post("/admin/quotes", trip())).json()) as PeerQuote;
  for (const quote of [staff.quote, "none.of-ours", `${body.quote}x`])
    expect(await refusal(await post(by, { ...body, quote }))).toEqual([400, "quote.refused"]);
});

test.each([
  ["no name", { ...PASSENGER, name: " " }, "passenger.name"],
  ["an invalid phone number", { ...PASSENGER, phone: "12" }, "passenger.phone"],
])("a booking whose passenger has %s gets a 400", async (_title, passenger, field) => {
  const by = await program();
  const answer = await post(by, await order(by, { passenger }));
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { fields: object }).fields).toHaveProperty([field]);
});

test("a company's key bills its company and reaches only that company's trips", async () => {
  const [own, other] = [await createCompany(owner), await createCompany(owner)];
  const centre = await addCostCentre(owner, own.id, "Events");
  const by = await program({ companyId: own.id });
  const booking = await booked(by, { billTo: { costCentreId: centre, reference: "PO 7" } });
  expect(booking.billing).toMatchObject({
    company: { id: own.id },
    costCentre: { name: "Events" },
    reference: "PO 7",
  });

  // Other trips of the same rider: one of another company, and one without a company.
  const { browser: rider } = await signInRider(server);
  const othersBookings = [await book(rider)];
  await invite(owner, other.id, "rider@example.com");
  const accountBooking = await bookOnAccount(rider, { companyId: other.id });
  othersBookings.push(
    ((await accountBooking.json()) as { reservation: (typeof othersBookings)[number] }).reservation,
  );
  expect((await listed(by)).bookings.map(({ id }) => id)).toEqual([booking.id]);
  for (const { id, version } of othersBookings) {
    const path = `/partner/v1/bookings/${id}`;
    for (const call of ["", "/cancellation", "/tracking", "/receipt.pdf"])
      expect([call, (await by.get(`${path}${call}`)).status]).toEqual([call, 404]);
    expect((await by.put(path, { version, note: "Mine" })).status).toBe(404);
    expect((await by.post(`${path}/cancellation`, { version })).status).toBe(404);
    const change = { version, passengers: 3 };
    expect((await by.post(`${path}/change-quote`, change)).status).toBe(404);
  }
  expect(
    await refusal(await post(by, await order(by, { billTo: { companyId: other.id } }))),
  ).toEqual([403, "key.company"]);
  expect((await post(by, await order(by, { payment: "cash" }))).status).toBe(400);
  // The operator's own key sees all of them.
  expect((await listed(await program())).bookings).toHaveLength(3);
});

test("a company's credit limit and required reference apply to bookings by its key", async () => {
  const company = await createCompany(owner, { creditLimitMinor: 1 });
  const by = await program({ companyId: company.id });
  expect(await refusal(await post(by, await order(by)))).toEqual([422, "company.limit_reached"]);
  const companyWithReference = await createCompany(owner, { requiresReference: true });
  const other = await program({ companyId: companyWithReference.id });
  expect(await refusal(await post(other, await order(other)))).toEqual([
    422,
    "company.reference_missing",
  ]);
  const booking = await booked(other, { billTo: { reference: "7" } });
  const quoted = await other.post(`/partner/v1/bookings/${booking.id}/change-quote`, {
    version: booking.version,
    dropoff: { ...HOTEL, name: "Huye", latitude: -2.6, longitude: 29.74 },
  });
  expect(quoted.status).toBe(200);
  const { quote } = (await quoted.json()) as { quote: string };
  // The rider is not a member, but the company's key can change the trip.
  const change = { version: booking.version, quote };
  expect((await other.put(`/partner/v1/bookings/${booking.id}`, change)).status).toBe(200);
});

test("a company's key does not see a return trip that somebody else pays for", async () => {
  const company = await createCompany(owner);
  const by = await program({ companyId: company.id });
  const response = await by.post(
    "/partner/v1/quotes",
    trip({ serviceType: "point_to_point", returnTrip: { pickupLocal: "2026-11-21T18:00" } }),
  );
  const { quote, options, returnTrip } = (await response.json()) as PeerQuote & {
    returnTrip: PeerQuote;
  };
  const booking = (
    (await (
      await post(by, {
        ...{ quote, vehicleClassId: options[0]?.vehicleClass.id, passenger: PASSENGER },
        returnTrip: { quote: returnTrip.quote },
      })
    ).json()) as { booking: PartnerReservation }
  ).booking;
  const back = booking.otherLeg?.id ?? "";
  const { version } = await read(by, back);
  const moved = await owner.put(`/admin/reservations/${back}/payment`, {
    version,
    payment: "cash",
  });
  expect(moved.status).toBe(200);
  expect((await read(by, booking.id)).otherLeg).toBeNull();
  expect((await by.get(`/partner/v1/bookings/${back}`)).status).toBe(404);
});

test("a company's key cancels only the trips of a booking that its company pays for", async () => {
  const company = await createCompany(owner);
  const by = await program({ companyId: company.id });
  const wanted = { serviceType: "point_to_point", passengers: 12 };
  const response = await by.post(
    "/partner/v1/quotes",
    trip({ ...wanted, returnTrip: { pickupLocal: "2026-11-21T18:00" } }),
  );
  const { quote, options, returnTrip } = (await response.json()) as PeerQuote & {
    returnTrip: PeerQuote;
  };
  const made = await post(by, {
    ...{ quote, vehicleClassId: options[0]?.vehicleClass.id, passenger: PASSENGER },
    returnTrip: { quote: returnTrip.quote },
  });
  expect([made.status, made.ok || (await made.text())]).toEqual([201, true]);
  const { id, version } = ((await made.json()) as { booking: PartnerReservation }).booking;
  const path = `/partner/v1/bookings/${id}/cancellation`;
  const preview = async () => (await (await by.get(path)).json()) as CancellationPreview;
  const [second] = (await preview()).vehicles;
  const { otherLeg } = await read(by, second?.id ?? "");
  const paid = await owner.put(`/admin/reservations/${otherLeg?.id}/payment`, {
    version: second?.otherLeg?.version,
    payment: "cash",
  });
  expect(paid.status).toBe(200);
  expect((await preview()).vehicles).toMatchObject([{ id: second?.id, otherLeg: null }]);
  const vehicles = [{ id: second?.id, version: second?.version, otherLegVersion: 2 }];
  expect((await by.post(path, { version, vehicles })).status).toBe(404);
  expect((await read(by, id)).state).toBe("pending");
});

test("a program lists bookings by cursor, newest first", async () => {
  const by = await program();
  const made: number[] = [];
  for (let n = 0; n < 5; n++) {
    server.advance(1000);
    made.unshift((await booked(by)).number);
  }
  const first = await listed(by, "?limit=3");
  const second = await listed(by, `?limit=3&cursor=${first.nextCursor}`);
  expect([...first.bookings, ...second.bookings].map(({ number }) => number)).toEqual(made);
  expect(second.nextCursor).toBeNull();
  expect((await listed(by, "?state=cancelled")).bookings).toEqual([]);
  expect((await by.get("/partner/v1/bookings?cursor=nonsense")).status).toBe(400);
});

test("the receipt gets a 409 until the trip costs something", async () => {
  const by = await program();
  const { id } = await booked(by);
  const answer = await by.get(`/partner/v1/bookings/${id}/receipt.pdf`);
  expect(await refusal(answer)).toEqual([409, "reservation.no_receipt"]);
});

test("the receipt for a company's key omits vehicles that somebody else pays for", async () => {
  const { db } = server.deps;
  const by = await program({ companyId: (await createCompany(owner)).id });
  const booking = await booked(by, {}, { passengers: 14, luggage: 4 });
  const rows = db.select().from(reservations).all();
  const other = rows.find(({ orderId, id }) => orderId === booking.id && id !== booking.id);
  const path = `/admin/reservations/${other?.id}/payment`;
  const paid = await owner.put(path, { version: other?.version, payment: "cash" });
  expect(paid.status).toBe(200);
  db.update(reservations).set({ state: "completed" }).run();
  const receipt = await by.get(`/partner/v1/bookings/${booking.id}/receipt.pdf`);
  const text = textOfPdf(new Uint8Array(await receipt.arrayBuffer())).map((run) => run.text);
  expect(text.join(" ")).toContain(String(booking.number));
  expect(text.join(" ")).not.toContain(String(other?.number));
});

test("a company's suspension and its member limit apply to a change by its key", async () => {
  const company = await createCompany(owner);
  const by = await program({ companyId: company.id });
  const { browser: rider } = await signInRider(server, "+250788123456");
  const { people } = await invite(owner, company.id, "+250788123456");
  await rider.get("/companies");
  const { id, version, fareMinor } = await booked(by);
  const member = `/admin/companies/${company.id}/members/${people[0]?.id}`;
  const limit = { role: "member", monthlyLimitMinor: fareMinor };
  expect((await owner.put(member, limit)).status).toBe(200);
  const path = `/partner/v1/bookings/${id}`;
  const far = { ...HOTEL, name: "Huye", latitude: -2.6, longitude: 29.74 };
  const quoted = await by.post(`${path}/change-quote`, { version, dropoff: far });
  const { quote } = (await quoted.json()) as { quote: string };
  const change = async () => refusal(await by.put(path, { version, quote }));
  expect(await change()).toEqual([422, "company.member_limit"]);
  expect((await owner.put(member, { ...limit, monthlyLimitMinor: null })).status).toBe(200);
  server.deps.db
    .update(companies)
    .set({ state: "suspended" })
    .where(eq(companies.id, company.id))
    .run();
  expect(await change()).toEqual([422, "company.suspended"]);
});
