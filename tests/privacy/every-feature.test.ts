/** A rider who used every feature: the copy contains all of it, and after the erasure none of it remains. */
import { configure, type LogRecord, reset } from "@logtape/logtape";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { outbox } from "../../db/schema/notifications";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { notifyOfUnreadMessages } from "../../src/messages/notify-actions";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import type { TripFeedback } from "../../src/reservations/feedback/feedback-contract";
import type { Reservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { MergeAnswer } from "../../src/riders/merge-contract";
import type { StandingOrder } from "../../src/reservations/standing-orders/order-contract";
import { AIRPORT, HOTEL, quote } from "../support/booking";
import { bookOnAccount, createCompany, invite } from "../support/companies";
import { assign, createDriverScene, type DriverScene, drive, look } from "../pages/driver/scene";
import { png } from "../support/pictures";
import { createPhone } from "../support/push-phone";
import type { Browser } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { tracesInTables, tracesOnDisk } from "../support/traces";
import { unzip } from "../support/unzip";
import { until } from "../support/eventually";

const EMAIL = "plumquist@example.com";
const TIP_MINOR = 1_237;
const PRIVACY_TEXTS = {
  name: "Thistlewick",
  place: "Ravensgate",
  flight: "QZ777",
  note: "Bring the marmoset",
  rating: "Smelled of wintergreen",
  message: "Where is the pangolin",
  alone: "He hums bouzouki",
  // This description is needed only while the item is being searched for.
  lost: "Bag with the zeppelin",
  marks: "Lining of cochineal",
  reason: "No code, only a kazoo",
  reference: "For the gramophone",
  care: "Needs the quokka seat",
  written: "Where is my ocelot",
};
const PLANTED_WORDS =
  "thistlewick ravensgate qz777 marmoset wintergreen pangolin bouzouki zeppelin cochineal kazoo gramophone quokka ocelot plumquist".split(
    " ",
  );

let scene: DriverScene;
let rider: Browser;
let logRecords: LogRecord[];
beforeEach(async () => {
  logRecords = [];
  await configure({
    reset: true,
    sinks: { memory: (record) => void logRecords.push(record) },
    loggers: [
      { category: "livery", sinks: ["memory"], lowestLevel: "debug" },
      { category: ["logtape", "meta"], sinks: [] },
    ],
  });
  scene = await createDriverScene();
  scene.server.deps.config.push.allowsLoopback = true;
  ({ browser: rider } = await signInRider(scene.server, EMAIL, {
    names: { firstName: "Odalys", lastName: PRIVACY_TEXTS.name },
  }));
  scene.rider = rider;
});
afterEach(async () => {
  scene.server.close();
  await reset();
});

let keys = 0;
const write = (who: Browser, path: string, text: string, to?: string) =>
  requireOk(who.post(path, { text, key: `everything-${++keys}`, ...(to && { to }) }));

async function requireOk<T>(response: Response | Promise<Response>): Promise<T> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function formOf(fields: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === "string" ? value : new File([value], "photo.png"));
  return form;
}

async function bookFor(
  quoted: QuoteAnswer,
  more: Record<string, unknown> = {},
): Promise<Reservation> {
  const { reservation } = await requireOk<{ reservation: Reservation }>(
    rider.post("/reservations", {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
      ...more,
    }),
  );
  return reservation;
}

/** Uses everything that a rider can do, from the booking to a lost item. Returns the id of the driven trip. */
async function live(): Promise<string> {
  const { staff, phone, server } = scene;
  for (const [who, path] of [
    [rider, "/users/push"],
    [phone, "/driver/push"],
  ] as const)
    await requireOk(who.put(path, createPhone(`http://127.0.0.1:9${path}`).subscription));
  const place = { ...HOTEL, name: PRIVACY_TEXTS.place };
  const company = await createCompany(staff);
  await invite(staff, company.id, EMAIL, "manager");
  await requireOk(rider.get("/companies"));
  await requireOk(rider.post(`/companies/${company.id}/cost-centres`, { name: "Sales" }));

  // A trip that is driven, discussed, rated, tipped and billed, and an item was left in the car.
  const driven = await requireOk<{ reservation: Reservation }>(
    bookOnAccount(
      rider,
      { companyId: company.id, reference: PRIVACY_TEXTS.reference },
      {
        trip: { pickup: AIRPORT, dropoff: place, pickupLocal: "2026-11-20T14:30" },
        booking: { note: PRIVACY_TEXTS.note, flightNumber: PRIVACY_TEXTS.flight },
      },
    ),
  );
  const { id } = driven.reservation;
  const confirmed = await requireOk<{ reservation: Reservation }>(
    staff.post(`/admin/reservations/${id}/confirmation`, { version: 1 }),
  );
  await assign(scene, confirmed.reservation);
  const messageAttention = `/reservations/${id}/messages`;
  await write(rider, messageAttention, PRIVACY_TEXTS.message);
  await write(
    phone,
    `/driver${messageAttention}`,
    `Hello ${PRIVACY_TEXTS.name}, ${PRIVACY_TEXTS.message}`,
  );
  await write(
    phone,
    `/driver${messageAttention}`,
    `${PRIVACY_TEXTS.name}: ${PRIVACY_TEXTS.alone}`,
    "dispatch",
  );
  server.advance(2 * 60_000);
  await notifyOfUnreadMessages(server.deps);
  const { version } = await look(scene, id);
  await requireOk(rider.put(`/reservations/${id}/boarding`, { version, onlyWithCode: true }));
  await requireOk(
    phone.post(`/driver/reservations/${id}/boarding`, {
      version: version + 1,
      reason: PRIVACY_TEXTS.reason,
    }),
  );
  await requireOk(staff.post(`/admin/reservations/${id}/boarding`, { version: version + 2 }));
  await drive(
    scene,
    await look(scene, id),
    "en_route",
    "on_location",
    "passenger_on_board",
    "completed",
  );
  await requireOk(
    rider.put(`/reservations/${id}/rating`, {
      stars: 2,
      chips: ["late"],
      words: PRIVACY_TEXTS.rating,
    }),
  );
  const after = await requireOk<TripFeedback>(rider.get(`/reservations/${id}/afterwards`));
  await requireOk(
    rider.put(`/reservations/${id}/tip`, { version: after.version, tipMinor: TIP_MINOR }),
  );
  await requireOk(
    rider.request(`/reservations/${id}/lost-reports`, {
      form: formOf({
        category: "bag",
        what: PRIVACY_TEXTS.lost,
        colour: "black",
        marks: PRIVACY_TEXTS.marks,
        place: "back_seat",
        contact: EMAIL,
        wish: "collect",
        photo: new Uint8Array(png(8, 8)),
      }),
    }),
  );

  // A message through the public form, with a note by staff.
  const text = `${PRIVACY_TEXTS.written}?`;
  await requireOk(rider.post("/contact", { name: PRIVACY_TEXTS.name, contact: EMAIL, text }));
  const { messages } = await requireOk<{ messages: { id: string; version: number }[] }>(
    staff.get("/admin/contact-messages"),
  );
  const path = `/admin/contact-messages/${messages[0]?.id}`;
  await requireOk(staff.post(`${path}/notes`, { text: `About ${PRIVACY_TEXTS.name}'s ocelot` }));

  // A return trip on call, and a trip every Monday, both cancelled, so that nothing is ahead.
  const returnQuote = await quote(rider, {
    serviceType: "home_care",
    pickup: place,
    dropoff: AIRPORT,
    returnTrip: { pickupLocal: "when_called", appointmentTime: "11:00" },
  });
  const there = await bookFor(returnQuote, {
    note: PRIVACY_TEXTS.care,
    returnTrip: { quote: returnQuote.returnTrip?.quote },
  });
  for (const each of [there.id, there.otherLeg?.id])
    await requireOk(
      rider.post(`/reservations/${each}/cancellation`, {
        version: (await look(scene, each ?? "")).version,
        reason: PRIVACY_TEXTS.note,
      }),
    );
  const monday = await quote(rider, {
    pickup: place,
    dropoff: AIRPORT,
    serviceType: "point_to_point",
    pickupLocal: "2026-11-23T07:30",
  });
  const repeatedBooking = await bookFor(monday, {
    note: PRIVACY_TEXTS.note,
    repeat: { weekdays: [1], everyWeeks: 1, end: { kind: "never" } },
  });
  const order = `/standing-orders/${(repeatedBooking as { standingOrderId?: string }).standingOrderId}`;
  const { standingOrder } = await requireOk<{ standingOrder: StandingOrder }>(rider.get(order));
  await requireOk(
    rider.post(`${order}/ending`, {
      version: standingOrder.version,
      cancelTrips: true,
      feesMinor: 1_000_000,
    }),
  );
  return id;
}

const erase = async () => {
  await requireOk(rider.post("/users/confirmation-code"));
  const { code } = lastMessage(scene.server, EMAIL);
  return requireOk(rider.post("/users/erasure", { otp: code }));
};

test("the copy contains what the rider wrote, and not what others wrote about them", async () => {
  await live();
  const answer = await rider.post("/users/export");
  expect(answer.status).toBe(200);
  const files = await unzip(new Uint8Array(await answer.arrayBuffer()));
  const text = [...files.values()]
    .map((bytes) => Buffer.from(bytes).toString("utf8"))
    .join("\n")
    .toLowerCase();
  const missing = PLANTED_WORDS.filter((word) => !text.includes(word));
  expect(missing).toEqual(["bouzouki"]);
  expect(text).toMatch(new RegExp(`tipminor\\W+${TIP_MINOR}\\b`));
});

test("deleting the rider removes all of it from tables, messages and files", async () => {
  await live();
  const before = tracesInTables(scene.server, PLANTED_WORDS);
  expect(PLANTED_WORDS.filter((word) => !before.some((found) => found.endsWith(word)))).toEqual([]);
  const pushedKinds = () =>
    scene.server.deps.db
      .select()
      .from(outbox)
      .all()
      .filter(({ channel, riderId }) => channel === "push" && riderId === null);
  expect(pushedKinds().length).toBeGreaterThan(2);
  const trips = scene.server.deps.db.select().from(reservations).all().length;
  await erase();
  expect(tracesInTables(scene.server, PLANTED_WORDS)).toEqual([]);
  expect(tracesOnDisk(scene.server, PLANTED_WORDS)).toEqual([]);
  expect(scene.server.deps.db.select().from(reservations).all()).toHaveLength(trips);
});

test("the driver keeps the tip of a deleted rider, on a trip without the rider's name", async () => {
  const id = await live();
  const trip = () =>
    scene.server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0];
  const before = trip();
  expect(JSON.stringify(before?.fareLines)).toContain(String(TIP_MINOR));
  await erase();
  const { fareLines, fareMinor, payLines, payMinor, riderId, passengerName } = trip() ?? {};
  expect({ fareLines, fareMinor, payLines, payMinor }).toEqual({
    fareLines: before?.fareLines,
    fareMinor: before?.fareMinor,
    payLines: before?.payLines,
    payMinor: before?.payMinor,
  });
  expect({ riderId, passengerName }).toEqual({ riderId: null, passengerName: "Erased rider" });
  const rows = scene.server.deps.db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, id))
    .all()
    .filter(({ kind }) => kind === "tip_given");
  expect(rows).toMatchObject([
    { actorId: null, actorName: "Erased rider", facts: { tipMinor: TIP_MINOR } },
  ]);
});

test("the server log never contains the rider's data, even if requests are refused or fail", async () => {
  await live();
  // Neither phone can be reached, and each attempt writes a line to the log.
  const worker = createOutboxWorker(scene.server.deps, { receiptOf, print: () => {} });
  worker.start();
  await until("A line of the log", () => logRecords.length > 0);
  await worker.stop();
  await rider.post("/auth/verify-otp", { identifier: EMAIL, otp: "0000" });
  await rider.post("/quotes", { unknownField: PRIVACY_TEXTS.place });
  await erase();
  expect(logRecords.map(({ rawMessage }) => rawMessage)).toContain(
    "Message {id} was not sent: {reason}",
  );
  const lines = JSON.stringify(logRecords, (_, value: unknown) =>
    value instanceof Error ? `${value.stack}` : value,
  ).toLowerCase();
  expect(PLANTED_WORDS.filter((word) => lines.includes(word))).toEqual([]);
});

test("a merge moves everything to the kept rider, and only logs still name the merged one", async () => {
  const id = await live();
  const { server, staff } = scene;
  const merged = await requireOk<{ id: string }>(rider.get("/auth/current-user"));
  const kept = await signInRider(server, "+250788777666", {
    names: { firstName: "Odalys", lastName: "Uwase" },
  });
  const path = `/admin/riders/${kept.rider.id}/merges`;
  const { merge } = await requireOk<MergeAnswer>(staff.get(`${path}/${merged.id}`));
  const { companies, trips } = merge.merged;
  expect([companies.length, trips > 2]).toEqual([1, true]);
  const choice = { name: "merged", phone: "kept", email: "kept", note: "", moveMemberships: true };
  await requireOk(staff.post(path, { mergedId: merged.id, seen: merge.seen, ...choice }));
  const traces = tracesInTables(server, [merged.id]).map((found) => found.split(":")[0]);
  expect([...new Set(traces)].toSorted()).toEqual([
    "audit_log",
    "property_events",
    "reservation_events",
    "rider_merges",
  ]);
  // The sessions of the merged rider have ended.
  expect((await rider.get("/auth/current-user")).status).toBe(401);
  ({ browser: rider } = await signInRider(server, EMAIL));
  expect((await requireOk<{ id: string }>(rider.get("/auth/current-user"))).id).toBe(kept.rider.id);
  expect((await rider.get(`/reservations/${id}`)).status).toBe(200);
  const copy = await unzip(new Uint8Array(await (await rider.post("/users/export")).arrayBuffer()));
  const text = [...copy.values()].map((bytes) => Buffer.from(bytes).toString("utf8")).join("\n");
  expect(PLANTED_WORDS.filter((word) => !text.toLowerCase().includes(word))).toEqual(["bouzouki"]);
  await erase();
  expect(
    tracesInTables(server, [...PLANTED_WORDS, kept.rider.id, "250788777666"]).filter(
      (found) => !/^(audit_log|privacy_acts):/.test(found),
    ),
  ).toEqual([]);
  expect(tracesOnDisk(server, PLANTED_WORDS)).toEqual([]);
});
