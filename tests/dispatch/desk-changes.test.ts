/** Dispatch changes a trip: first the new price, then the trip, by rules that differ from a rider's. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { notifications } from "../../db/schema/notifications";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { ChangeQuote } from "../../src/reservations/change-contract";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { refusal } from "../support/server";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const ask = (trip: Reservation, wanted: object, browser = scene.staff) =>
  browser.post(`/admin/reservations/${trip.id}/change-quote`, { version: trip.version, ...wanted });
const agree = (trip: Reservation, input: object, browser = scene.staff) =>
  browser.put(`/admin/reservations/${trip.id}`, { version: trip.version, ...input });
async function quoted(trip: Reservation, wanted: object): Promise<ChangeQuote> {
  const answer = await ask(trip, wanted);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ChangeQuote;
}
test("dispatch changes a trip within the lead time, and rider, timeline and audit log show it", async () => {
  const trip = await book(scene, { pickupLocal: "2026-11-20T11:00" });
  const found = await quoted(trip, { pickupLocal: "2026-11-20T10:05", passengers: 2 });
  expect(found).toMatchObject({
    fareBeforeMinor: trip.fareMinor,
    pickupAt: "2026-11-20T08:05:00.000Z",
  });
  const answer = await agree(trip, { quote: found.quote, note: "By the side door" });
  const { reservation } = (await answer.json()) as ReservationAnswer;
  expect(reservation).toMatchObject({
    state: trip.state,
    passengers: 2,
    note: "By the side door",
    fareMinor: found.fareMinor,
    version: trip.version + 1,
  });
  expect(reservation.timeline.at(-1)).toMatchObject({
    actor: { kind: "admin" },
    event: {
      time: { before: "2026-11-20T09:00:00.000Z", after: "2026-11-20T08:05:00.000Z" },
      note: true,
    },
  });
  const rows = scene.server.deps.db.select().from(auditLog).where(eq(auditLog.subjectId, trip.id));
  expect(rows.all().map(({ action }) => action)).toContain("trip.changed");
  const [message] = messagesTo(scene.server, "rider@example.com");
  expect(message).toMatchObject({ kind: "booking_changed" });
});

test("dispatch cannot save a change of an old version, and can send it again for the new one", async () => {
  const trip = await book(scene);
  const { quote } = await quoted(trip, { passengers: 2 });
  await agree(trip, { note: "Ring twice" });
  expect(await refusal(await agree(trip, { quote }))).toEqual([409, "reservation.stale"]);
  const secondAnswer = await agree({ ...trip, version: trip.version + 1 }, { quote });
  expect(((await secondAnswer.json()) as ReservationAnswer).reservation).toMatchObject({
    passengers: 2,
    note: "Ring twice",
  });
});

test("another flight costs nothing, clears the landing, and driver, rider and timeline show it", async () => {
  const { id, number } = await assign(scene, await book(scene, { flightNumber: "WB 203" }));
  const landingAnswer = await scene.staff.post(`/admin/reservations/${id}/landing`, {
    version: (await look(scene, id)).version,
    landedLocal: "2026-11-20T09:30",
  });
  expect(landingAnswer.status).toBe(200);
  const trip = await look(scene, id);
  expect(trip.landedAt).not.toBeNull();
  const answer = await agree(trip, { flightNumber: "kl 535" });
  const { reservation } = (await answer.json()) as ReservationAnswer;
  expect(reservation).toMatchObject({
    state: "assigned",
    flightNumber: "KL535",
    landedAt: null,
    fareMinor: trip.fareMinor,
  });
  expect(reservation.timeline.at(-1)?.event).toEqual({
    kind: "changed",
    flight: { before: "WB203", after: "KL535" },
  });
  const [message] = messagesTo(scene.server, "rider@example.com");
  expect(message).toMatchObject({ kind: "booking_changed" });
  const notices = scene.server.deps.db
    .select()
    .from(notifications)
    .where(eq(notifications.accountId, scene.row.id))
    .all();
  expect(notices.map(({ title }) => title)).toContain(`Trip ${number} was changed`);
  // The same value again is not a change, but an empty one is.
  expect(await refusal(await agree(reservation, { flightNumber: "KL 535" }))).toEqual([
    400,
    "request.invalid",
  ]);
  const wrongAnswer = await agree(reservation, { flightNumber: "Kigali" });
  expect(await wrongAnswer.json()).toMatchObject({
    fields: { flightNumber: "Write the flight number as on the ticket: WB 203." },
  });
  const none = await agree(reservation, { flightNumber: "" });
  expect(((await none.json()) as ReservationAnswer).reservation.flightNumber).toBeNull();
});

test("a class that is too small is refused with the number of passengers or bags that it takes", async () => {
  const trip = await book(scene);
  const [booked] = scene.server.deps.db
    .select()
    .from(vehicleClasses)
    .where(eq(vehicleClasses.id, trip.vehicleClass.id))
    .all();
  if (!booked) throw new Error("There is no such class.");
  const { name, passengers, luggage } = booked;
  const full = await ask(trip, { passengers: passengers + 1 });
  expect(await full.json()).toMatchObject({
    code: "trip.no_vehicle",
    message: `The booked class, ${name}, takes at most ${passengers} passengers.`,
  });
  const heavy = await ask(trip, { luggage: luggage + 1 });
  expect(await heavy.json()).toMatchObject({
    message: `The booked class, ${name}, takes at most ${luggage} bags.`,
  });
});

test("a rider cannot use a price that was quoted to dispatch", async () => {
  const trip = await book(scene, { pickupLocal: "2026-11-20T11:00" });
  const { quote } = await quoted(trip, { pickupLocal: "2026-11-20T10:05" });
  const { version } = trip;
  const theirs = await scene.rider.put(`/reservations/${trip.id}`, { version, quote });
  expect(await refusal(theirs)).toEqual([400, "quote.refused"]);
});

test("the price of a change cannot be used to book another trip by phone", async () => {
  const trip = await book(scene);
  const { quote } = await quoted(trip, { passengers: 2 });
  const answer = await scene.staff.post("/admin/reservations", {
    quote,
    vehicleClassId: trip.vehicleClass.id,
    caller: { riderId: trip.rider?.id },
  });
  expect(await refusal(answer)).toEqual([400, "quote.refused"]);
});

test("a change is refused once the driver is on the way, for an unknown trip and by an accountant", async () => {
  const trip = await assign(scene, await book(scene));
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  expect((await ask(trip, { passengers: 2 }, accountant)).status).toBe(403);
  expect((await agree(trip, { note: "x" }, accountant)).status).toBe(403);
  expect((await ask({ ...trip, id: "nobody" }, {})).status).toBe(404);
  const driven = await drive(scene, trip, "en_route");
  expect(await refusal(await ask(driven, { passengers: 2 }))).toEqual([
    409,
    "reservation.not_changeable",
  ]);
});

test("a price quoted before somebody else's change is refused, so that it undoes nothing", async () => {
  const trip = await book(scene);
  const { quote } = await quoted(trip, { passengers: 2 });
  const theirs = await quoted(trip, { pickupLocal: "2026-11-21T11:00" });
  const changedAnswer = await agree(trip, { quote: theirs.quote });
  const { reservation } = (await changedAnswer.json()) as ReservationAnswer;
  const late = await agree(trip, { quote });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({
    code: "reservation.stale",
    meanwhile: [
      { by: "Ada Uwase", changes: [{ field: "time", text: expect.stringContaining("11:00") }] },
    ],
  });
  expect(await refusal(await agree(reservation, { quote }))).toEqual([409, "quote.expired"]);
  const secondQuote = await quoted(reservation, { passengers: 2 });
  const bothQuotes = (await (
    await agree(reservation, { quote: secondQuote.quote })
  ).json()) as ReservationAnswer;
  expect(bothQuotes.reservation).toMatchObject({ passengers: 2, pickupLocal: "2026-11-21T11:00" });
});
