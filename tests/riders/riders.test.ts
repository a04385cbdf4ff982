/** Riders as dispatch finds them, and riders who may not book online. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { riderBlocks } from "../../db/schema/accounts";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import type { CallerCard } from "../../src/dispatch/phone-booking/phone-contract";
import type { Reservation } from "../../src/reservations/contract";
import { extendOrders } from "../../src/reservations/standing-orders/order-actions";
import type { StandingOrder } from "../../src/reservations/standing-orders/order-contract";
import type { RiderList, RiderPage } from "../../src/riders/contract";
import { book, quote, trip } from "../support/booking";
import { createVehicle } from "../support/fleet";
import { createTestServer, refusal, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let staff: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  createVehicle(server, { id: "car" });
  staff = await signInAdmin(server);
});
afterEach(() => server.close());

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const list = (query = "") =>
  staff.get(`/admin/riders${query}`).then((answer) => read<RiderList>(answer));
const look = async (id: string) =>
  (await read<{ rider: RiderPage }>(await staff.get(`/admin/riders/${id}`))).rider;
const block = (id: string, reason = "Did not pay twice.") =>
  staff.put(`/admin/riders/${id}/block`, { reason });

test("dispatch lists riders in pages and finds them by name, phone number and e-mail address", async () => {
  const ids: string[] = [];
  for (const [contact, firstName] of [
    ["aline@example.com", "Aline"],
    ["+250788123456", "Bosco"],
    ["chantal@example.org", "Chantal"],
  ] as const) {
    server.advance(1_000);
    const names = { firstName, lastName: "Uwase" };
    ids.push((await signInRider(server, contact, { names })).rider.id);
  }
  const pages: string[] = [];
  for (let cursor = ""; ;) {
    const page = await list(`?limit=2${cursor}`);
    pages.push(...page.riders.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(pages).toEqual(ids.toReversed());
  const names = async (q: string) => (await list(`?q=${q}`)).riders.map(({ name }) => name);
  expect(await names("bos")).toEqual(["Bosco Uwase"]);
  expect(await names("078812")).toEqual(["Bosco Uwase"]);
  expect(await names("example.org")).toEqual(["Chantal Uwase"]);
  expect((await names("uwase")).toSorted()).toEqual([
    "Aline Uwase",
    "Bosco Uwase",
    "Chantal Uwase",
  ]);
  expect(await names("%25")).toEqual([]);
});

test("a rider's page shows their trips and messages and nothing of other riders", async () => {
  const { browser, rider } = await signInRider(server, "aline@example.com");
  const other = await signInRider(server, "other@example.com");
  const made = await book(browser);
  await book(other.browser);
  await server
    .browser()
    .post("/contact", { name: "Aline", contact: "aline@example.com", text: "Hi" });
  const page = await look(rider.id);
  expect(page).toMatchObject({
    email: "aline@example.com",
    trips: 1,
    blocked: false,
    block: null,
    upcoming: [{ id: made.id }],
    past: [],
    messages: [{ number: 1, state: "open" }],
  });
  expect((await look(other.rider.id)).messages).toEqual([]);
  expect((await staff.get("/admin/riders/nobody")).status).toBe(404);
});

test("a blocked rider gets no price and no booking, but can sign in and see their trips", async () => {
  const { browser, rider } = await signInRider(server);
  const before = await book(browser);
  const { quote: text, options } = await quote(browser);
  expect((await block(rider.id)).status).toBe(200);
  const quoteAnswer = await browser.post("/quotes", trip());
  const told = (await quoteAnswer.json()) as { code: string; message: string };
  expect([quoteAnswer.status, told.code]).toEqual([403, "rider.blocked"]);
  const vehicleClassId = options[0]?.vehicleClass.id;
  const bookedAnswer = await browser.post("/reservations", { quote: text, vehicleClassId });
  expect(await refusal(bookedAnswer)).toEqual([403, "rider.blocked"]);
  expect((await browser.get(`/reservations/${before.id}`)).status).toBe(200);
  const secondSession = await signInRider(server);
  expect((await secondSession.browser.get("/reservations")).status).toBe(200);
  // A visitor who is not signed in can still get a quote.
  expect((await server.browser().post("/quotes", trip())).status).toBe(200);
});

test("a block holds the rider's repeating trips, and unblocking books the missing days", async () => {
  const { browser, rider } = await signInRider(server);
  const { id } = await book(browser);
  const repeat = { weekdays: [6], everyWeeks: 1, end: { kind: "never" } };
  const made = await read<{ standingOrder: StandingOrder }>(
    await browser.post(`/reservations/${id}/standing-order`, { repeat }),
  );
  const path = `/standing-orders/${made.standingOrder.id}`;
  const seen = async (by: "staff" | "rider") =>
    (
      await read<{ standingOrder: StandingOrder }>(
        await (by === "staff" ? staff.get(`/admin${path}`) : browser.get(path)),
      )
    ).standingOrder;
  const trips = () =>
    server.deps.db
      .select()
      .from(reservations)
      .all()
      .filter(({ standingOrderId }) => standingOrderId !== null).length;
  const before = trips();
  await block(rider.id);
  await block(rider.id, "Another reason");
  expect([(await seen("staff")).held, (await seen("rider")).held]).toEqual([true, true]);
  server.advance(7 * 86_400_000);
  expect(await extendOrders(server.deps)).toBe(0);
  expect(trips()).toBe(before);
  const held = () =>
    server.deps.db
      .select()
      .from(reservationEvents)
      .all()
      .filter(({ kind }) => kind.startsWith("order_"));
  expect(held().map(({ kind, actorName }) => [kind, actorName])).toEqual([
    ["order_held", "Ada Uwase"],
  ]);
  const where = held()[0]?.reservationId;
  const told = await read<{ reservation: Reservation }>(
    await browser.get(`/reservations/${where}`),
  );
  expect(told.reservation.timeline.length).toBeGreaterThan(0);
  expect(told.reservation.timeline.map(({ actor }) => actor.name)).not.toContain("Dispatch");
  const desk = await signInAdmin(server);
  await desk.delete(`/admin/riders/${rider.id}/block`);
  expect(
    held()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(["order_held", "order_resumed"]);
  // This books the days that are now missing.
  expect(await extendOrders(server.deps)).toBe(1);
  expect((await seen("rider")).held).toBe(false);
});

test("a blocked rider cannot repeat, restore or resume trips, but staff can resume them", async () => {
  const { browser, rider } = await signInRider(server);
  const { id } = await book(browser);
  const other = await book(browser, { pickupLocal: "2026-11-28T15:00" });
  const repeat = { weekdays: [6], everyWeeks: 1, end: { kind: "after", trips: 3 } };
  const path = `/reservations/${id}/standing-order`;
  const order = async (answer: Response) =>
    (await read<{ standingOrder: StandingOrder }>(answer)).standingOrder;
  let made = await order(await browser.post(path, { repeat }));
  const day = made.occurrences.findLast(({ kind }) => kind === "booked")?.day;
  const steps = `/standing-orders/${made.id}`;
  const { version } = made;
  made = await order(await browser.post(`${steps}/skips`, { version, day, feesMinor: 0 }));
  await block(rider.id);
  const secondAnswer = await browser.post(`/reservations/${other.id}/standing-order`, { repeat });
  expect(await refusal(secondAnswer)).toEqual([403, "rider.blocked"]);
  // It was created before the block, but the phone has not received the answer.
  expect((await browser.post(path, { repeat })).status).toBe(201);
  const seen = { version: made.version };
  const back = await browser.delete(`${steps}/skips`, { ...seen, day });
  expect(await refusal(back)).toEqual([403, "rider.blocked"]);
  const stop = { ...seen, cancelTrips: false, feesMinor: 0 };
  made = await order(await browser.post(`${steps}/pause`, stop));
  const on = await browser.delete(`${steps}/pause`, { version: made.version });
  expect(await refusal(on)).toEqual([403, "rider.blocked"]);
  const byStaff = await staff.delete(`/admin${steps}/pause`, { version: made.version });
  expect(byStaff.status).toBe(200);
});

test("the refusal to a blocked rider contains the operator's phone number", async () => {
  await server.deps.write((tx) =>
    tx.run("UPDATE settings SET phone = '+250788000111' WHERE id = 1"),
  );
  const { browser, rider } = await signInRider(server);
  await block(rider.id);
  const { message } = (await (await browser.post("/quotes", trip())).json()) as { message: string };
  expect(message).toEndWith("+250788000111");
});

test("dispatch sees the block during a call, can price a trip and can lift the block", async () => {
  const { browser, rider } = await signInRider(server);
  await block(rider.id);
  const card = await read<CallerCard>(await staff.get(`/admin/callers/${rider.id}`));
  expect(card.blocked).toBe("Did not pay twice.");
  const { pickupLocal, pickup, dropoff, serviceType, ...rest } = trip();
  const pricedAnswer = await staff.post("/admin/quotes", {
    ...rest,
    pickupLocal,
    pickup,
    dropoff,
    serviceType,
    riderId: rider.id,
  });
  expect([
    pricedAnswer.status,
    pricedAnswer.status === 200 ? "" : await pricedAnswer.text(),
  ]).toEqual([200, ""]);
  expect((await staff.delete(`/admin/riders/${rider.id}/block`)).status).toBe(200);
  expect(await refusal(await staff.delete(`/admin/riders/${rider.id}/block`))).toEqual([
    404,
    "request.not_found",
  ]);
  expect((await book(browser)).state).toBe("pending");
});

test("a block is logged without name and reason, and is deleted with its rider", async () => {
  const { rider } = await signInRider(server);
  await block(rider.id);
  await block(rider.id, "Another reason");
  expect((await look(rider.id)).block).toMatchObject({ reason: "Another reason", by: "Ada Uwase" });
  await staff.delete(`/admin/riders/${rider.id}/block`);
  const log = server.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ subjectKind }) => subjectKind === "rider");
  expect(log.map(({ action }) => action)).toEqual([
    "rider.blocked",
    "rider.blocked",
    "rider.unblocked",
  ]);
  expect(JSON.stringify(log)).not.toMatch(/reason|pay|Aline|rider@/);
  await block(rider.id);
  server.deps.db.$client.run("DELETE FROM riders");
  expect(server.deps.db.select().from(riderBlocks).all()).toEqual([]);
  expect((await block("nobody")).status).toBe(404);
  expect((await block(rider.id, " ")).status).toBe(400);
});

const aline = {
  firstName: " Aline ",
  lastName: "Uwase",
  email: "Aline@Example.com",
  phone: "0788 123 456",
  language: "fr",
  note: "Rings twice.",
};

test("a rider added by dispatch appears in the search and can sign in with either contact", async () => {
  const added = await staff.post("/admin/riders", aline);
  expect(added.status).toBe(201);
  const { rider } = (await added.json()) as { rider: RiderPage };
  expect(rider).toMatchObject({
    name: "Aline Uwase",
    email: "aline@example.com",
    phone: "+250788123456",
    language: "fr",
    note: "Rings twice.",
    trips: 0,
  });
  expect((await list("?q=uwase")).riders.map(({ id }) => id)).toEqual([rider.id]);
  for (const contact of ["aline@example.com", "+250788123456"])
    expect((await signInRider(server, contact)).rider.id).toBe(rider.id);
  expect(server.deps.db.select().from(auditLog).all()).toContainEqual(
    expect.objectContaining({
      action: "rider.added",
      subjectId: rider.id,
      actorId: staff.admin.id,
    }),
  );
});

test("adding a rider with another rider's contact is refused, naming the field", async () => {
  await staff.post("/admin/riders", { ...aline, email: null });
  const secondAnswer = await staff.post("/admin/riders", aline);
  expect([secondAnswer.status, await secondAnswer.json()]).toEqual([
    409,
    expect.objectContaining({
      code: "contact.taken",
      fields: { phone: "Another rider has this phone number." },
    }),
  ]);
  expect((await list()).riders).toHaveLength(1);
});

test.each([
  ["no name", { firstName: " " }, "firstName"],
  ["a name of 81 letters", { firstName: "a".repeat(81) }, "firstName"],
  ["a right-to-left override as the last name", { lastName: "\u202e" }, "lastName"],
  ["an invalid e-mail address", { email: "aline" }, "email"],
  ["an invalid phone number", { phone: "12" }, "phone"],
  ["neither an e-mail address nor a phone number", { email: null, phone: " " }, "phone"],
  ["a note of 501 letters", { note: "a".repeat(501) }, "note"],
  ["an unknown language", { language: "xx" }, "language"],
])("adding a rider with %s is refused, naming the field", async (_, wrongFields, field) => {
  const answer = await staff.post("/admin/riders", { ...aline, ...wrongFields });
  expect(answer.status).toBe(400);
  const { fields } = (await answer.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields)).toEqual([field]);
  expect((await list()).riders).toEqual([]);
});
