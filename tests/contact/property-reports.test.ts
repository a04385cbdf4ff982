/** Visitors' reports of lost and found items are registered, and nobody is notified. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { contactMessages } from "../../db/schema/contact";
import { notifications, outbox } from "../../db/schema/notifications";
import { foundItems, lostReports } from "../../db/schema/property";
import type { ContactMessage } from "../../src/contact/contact-desk-contract";
import type { MyLostReports } from "../../src/property/contract";
import type {
  FoundItem,
  FoundItemList,
  LostReport,
  LostReportList,
} from "../../src/property/register-contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { messagesTo } from "../support/sign-in";

const DAY = 86_400_000;

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const lost = {
  name: "Jean Bosco",
  contact: "Jean@Example.com",
  category: "bag",
  what: "Blue backpack",
  colour: "blue",
  marks: "A red ribbon",
  place: "boot",
  wish: "deliver",
};
const found = {
  name: "Ange Keza",
  contact: "ange@example.com",
  category: "bag",
  what: "Backpack with a ribbon",
  colour: "blue",
  held: "me",
};

async function driven() {
  const trip = await assign(scene, await book(scene));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  return look(scene, trip.id);
}
async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const tell = (path: "lost" | "found", body: object, browser = scene.server.browser()) =>
  browser.post(`/${path}-property`, body);
const reports = async () =>
  (await read<LostReportList>(await scene.staff.get("/admin/lost-reports"))).reports;
const items = async () =>
  (await read<FoundItemList>(await scene.staff.get("/admin/found-items"))).items;
const item = async (id: string) =>
  (await read<{ item: FoundItem }>(await scene.staff.get(`/admin/found-items/${id}`))).item;
const driverNotifications = () =>
  scene.server.deps.db
    .select()
    .from(notifications)
    .all()
    .filter(({ title }) => title.startsWith("Lost on trip"));

test("a visitor's lost report is registered, confirmed without its text, and can be matched", async () => {
  const trip = await driven();
  expect((await tell("lost", { ...lost, trip: `#${trip.number}` })).status).toBe(201);
  const [report] = await reports();
  expect(report).toMatchObject({
    number: 1,
    state: "open",
    source: "website",
    reporterName: "Jean Bosco",
    contact: "jean@example.com",
    what: "Blue backpack",
    wish: "deliver",
    reservation: { number: trip.number },
    driver: { name: expect.any(String) },
  });
  const [mail] = messagesTo(scene.server, "jean@example.com");
  expect(mail?.subject).toBe("Your lost property report to Livery (no. 1)");
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/backpack|ribbon/i);

  expect((await tell("found", { ...found, trip: String(trip.number) })).status).toBe(201);
  const whole = await read<{ report: LostReport }>(
    await scene.staff.get(`/admin/lost-reports/${report?.id}`),
  );
  expect(whole.report.matches[0]?.reasons.map(({ kind }) => kind)).toContain("trip");
  const matchedAnswer = await scene.staff.post(`/admin/lost-reports/${report?.id}/match`, {
    version: whole.report.version,
    itemId: whole.report.matches[0]?.item.id,
    itemVersion: whole.report.matches[0]?.item.version,
  });
  expect(matchedAnswer.status).toBe(200);
  expect(messagesTo(scene.server, "jean@example.com")[0]?.subject).toContain("We have found");
});

test("a visitor's lost report with a trip number reaches neither the trip's rider nor its driver", async () => {
  const trip = await driven();
  const before = driverNotifications().length;
  for (let at = 0; at < 5; at++) await tell("lost", { ...lost, trip: String(trip.number) });
  expect(driverNotifications()).toHaveLength(before);
  const mine = await read<MyLostReports>(await scene.rider.get("/lost-reports"));
  expect(mine.reports).toEqual([]);
  // They do not count towards the rider's limit of reports either.
  const form = new FormData();
  for (const [name, value] of Object.entries({
    category: "keys",
    what: "Keys",
    contact: "aline@example.com",
  }))
    form.set(name, value);
  const own = await scene.rider.request(`/reservations/${trip.id}/lost-reports`, { form });
  expect(own.status).toBe(201);
});

test("a lost report with the number of an unknown or undriven trip is accepted without the trip", async () => {
  const booked = await book(scene);
  for (const trip of ["999999", String(booked.number), ""])
    expect((await tell("lost", { ...lost, trip })).status).toBe(201);
  expect((await reports()).map(({ reservation }) => reservation)).toEqual([null, null, null]);
});

test("a signed-in rider's lost report is linked to their own trip", async () => {
  const trip = await driven();
  await tell("lost", { ...lost, trip: String(trip.number) }, scene.rider);
  const { reports: mine } = await read<MyLostReports>(await scene.rider.get("/lost-reports"));
  expect(mine).toMatchObject([{ what: "Blue backpack", reservation: { number: trip.number } }]);
  expect((await reports())[0]?.source).toBe("rider");
});

test("an item that a visitor has found is registered, and only a message names the finder", async () => {
  await tell("found", { ...found, day: "2026-11-01" });
  const [row] = await items();
  if (!row) throw new Error("There is no item.");
  expect(row).toMatchObject({ number: 1, state: "kept", storage: "", finderName: "A visitor" });
  const [message] = scene.server.deps.db.select().from(contactMessages).all();
  const whole = await item(row.id);
  expect(whole.notified).toEqual({ number: 1, id: message?.id ?? "" });
  expect(JSON.stringify(whole)).not.toMatch(/Ange|ange@/);
  const answer = await scene.staff.get(`/admin/contact-messages/${message?.id}`);
  const { message: read } = (await answer.json()) as { message: ContactMessage };
  expect(read).toMatchObject({ name: "Ange Keza", topic: "found", email: "ange@example.com" });
  expect(read.entries[0]?.text).toBe(
    "Found item: 1\nWhat: Backpack with a ribbon\nWhere the item is now: I have it with me",
  );
  expect(messagesTo(scene.server, "ange@example.com")[0]?.subject).toBe(
    "Your message to Livery (no. 1)",
  );
  expect(scene.server.deps.db.select().from(foundItems).all()[0]?.driverId).toBeNull();
});

test("an item that its finder never brought can be left to them, but not once it is stored", async () => {
  await tell("found", found);
  await tell("found", { ...found, what: "Umbrella" });
  const [second, first] = await items();
  if (!first || !second) throw new Error("There are too few items.");
  const disposeOfItem = (id: string, version: number, how: string) =>
    scene.staff.post(`/admin/found-items/${id}/disposal`, {
      version,
      how,
      reason: "It never came.",
    });
  expect((await disposeOfItem(first.id, first.version, "donated")).status).toBe(422);
  expect((await disposeOfItem(first.id, first.version, "finder")).status).toBe(200);
  const stored = await read<{ item: FoundItem }>(
    await scene.staff.put(`/admin/found-items/${second.id}/storage`, {
      version: second.version,
      storage: "Shelf 2",
    }),
  );
  expect((await disposeOfItem(second.id, stored.item.version, "finder")).status).toBe(422);
});

test("an invalid field of a report is refused by its name", async () => {
  const tomorrow = new Date(scene.server.deps.now() + 3 * DAY).toISOString().slice(0, 10);
  for (const path of ["lost", "found"] as const)
    for (const [field, value] of [
      ["name", ""],
      ["contact", "nobody"],
      ["what", " "],
      ["what", "x".repeat(201)],
      ["what", "a\u202eb"],
      ["category", "ship"],
      ["place", "roof"],
      ["marks", "x".repeat(1_001)],
      ["trip", "1 OR 1=1"],
      ["day", "yesterday"],
      ["day", tomorrow],
      ["day", "2020-01-01"],
      [path === "lost" ? "wish" : "held", "nobody"],
    ] as const) {
      const answer = await tell(path, { ...(path === "lost" ? lost : found), [field]: value });
      const body = (await answer.json()) as { fields?: Record<string, string> };
      expect([path, field, value, answer.status]).toEqual([path, field, value, 400]);
      expect(Object.keys(body.fields ?? {})).toEqual([field]);
    }
  const { db } = scene.server.deps;
  expect(db.select().from(lostReports).all()).toEqual([]);
  expect(db.select().from(foundItems).all()).toEqual([]);
});

test("a report with the hidden field filled in is accepted, but not stored", async () => {
  const { db } = scene.server.deps;
  const before = db.select().from(outbox).all().length;
  for (const [path, body] of [
    ["lost", lost],
    ["found", found],
  ] as const)
    expect((await tell(path, { ...body, website: "x" })).status).toBe(201);
  expect(db.select().from(lostReports).all()).toEqual([]);
  expect(db.select().from(foundItems).all()).toEqual([]);
  expect(db.select().from(outbox).all()).toHaveLength(before);
});

test.each([
  ["fr", "Votre déclaration d’objet perdu à Livery (n° 1)"],
  ["es", "Su aviso de objeto perdido a Livery (n.º 1)"],
  ["rw", "Raporo yawe y’icyo wataye kuri Livery (no 1)"],
])(
  "a report is confirmed in the language of the visitor's browser: %s",
  async (language, subject) => {
    await scene.server.browser().post("/lost-property", lost, { "accept-language": language });
    expect(messagesTo(scene.server, "jean@example.com")[0]?.subject).toBe(subject);
  },
);

test("an e-mail address gets three confirmations a day for reports and messages together", async () => {
  const contact = "jean@example.com";
  await tell("lost", lost);
  await tell("found", { ...found, contact });
  const letter = { name: "Jean", contact, topic: "other", text: "Hello" };
  for (let at = 0; at < 2; at++) await scene.server.browser().post("/contact", letter);
  await tell("lost", lost);
  expect(messagesTo(scene.server, contact)).toHaveLength(3);
  expect(await reports()).toHaveLength(2);
});
