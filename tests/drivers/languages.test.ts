/** Messages to drivers are in their language: the first sign-in decides it, and they can choose another. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { desc, eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { notifications } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import { vehicleClasses } from "../../db/schema/vehicles";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { lastMessage, signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const email = "eric@example.com";
let server: TestServer;
let desk: Browser;
let id: string;

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  desk = await signInAdmin(server);
  const { db } = server.deps;
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "eric", email, phone: null, vehicleId: "car" });
  const vehicleClassId = db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const row = reservationValues({ number: 1001, pickupAt: START + 86_400_000, vehicleClassId });
  db.insert(reservations).values(row).run();
  id = row.id ?? "";
});
afterEach(() => server.close());

const stored = () =>
  server.deps.db.select().from(drivers).where(eq(drivers.id, "eric")).get()?.language;
const bellNotices = () =>
  server.deps.db
    .select()
    .from(notifications)
    .where(eq(notifications.accountId, "eric"))
    .orderBy(desc(notifications.id))
    .limit(1)
    .get();
const chooseLanguage = (phone: Browser, language: string) =>
  phone.put("/driver/language", { language });
const offer = () =>
  desk.post(`/admin/reservations/${id}/offers`, {
    version: 1,
    how: "at_once",
    to: [{ driverId: "eric", vehicleId: "car" }],
  });

test("a driver's first sign-in sets their language, and later sign-ins keep it", async () => {
  const headersFor = (language: string) => ({ "accept-language": language });
  const phone = server.browser();
  await phone.post("/driver/checkdriver-sendotp", { identifier: email }, headersFor("fr"));
  const { code, text } = lastMessage(server, email);
  expect(text).toContain("Saisissez ce code");
  expect(stored()).toBeNull();
  await phone.post("/driver/verify-otp", { identifier: email, otp: code }, headersFor("fr"));
  expect(stored()).toBe("fr");
  await signInDriver(server, email);
  expect(stored()).toBe("fr");
  expect(lastMessage(server, email).text).toContain("Saisissez ce code");
});

test("a driver gets an offer in their language as a notification and by e-mail", async () => {
  const { browser } = await signInDriver(server, email);
  expect((await chooseLanguage(browser, "ar")).status).toBe(200);
  expect((await offer()).status).toBe(200);
  expect(bellNotices()).toMatchObject({ title: "عرض جديد: الرحلة 1001" });
  expect(bellNotices()?.body).toContain("أجب قبل");
  const { subject, text } = lastMessage(server, email);
  expect(subject).toStartWith("رحلة جديدة 1001");
  expect(text).toContain("هل يمكنك أخذ هذه الرحلة؟");
});

test("a driver without an e-mail address gets an offer in their language by SMS", async () => {
  const phone = "+250780010009";
  server.deps.db.update(drivers).set({ email: null, phone, language: "rw" }).run();
  expect((await offer()).status).toBe(200);
  const { channel, text } = lastMessage(server, phone);
  expect(channel).toBe("sms");
  expect(text).toContain("Ushobora gufata uru rugendo? Subiza bitarenze");
});

test("a driver gets the message about their suspension in their language", async () => {
  const { browser } = await signInDriver(server, email);
  await chooseLanguage(browser, "de");
  const answer = await desk.post("/admin/drivers/eric/suspension", {
    reason: "Papiere",
    trips: [],
  });
  expect(answer.status).toBe(200);
  expect(lastMessage(server, email).subject).toBe("Ihr Fahrerkonto ist gesperrt");
});

test("a driver whose language is switched off gets the main one, and their choice is kept", async () => {
  const { browser } = await signInDriver(server, email);
  await chooseLanguage(browser, "sw");
  server.deps.db
    .update(settings)
    .set({ riderLanguage: "fr", disabledLanguages: ["sw"] })
    .run();
  expect((await offer()).status).toBe(200);
  expect(bellNotices()?.title).toBe("Nouvelle offre\u00a0: trajet 1001");
  expect(stored()).toBe("sw");
});

test("the server accepts only a supported language, and only from a driver", async () => {
  const { browser } = await signInDriver(server, email);
  const wrongAnswer = await chooseLanguage(browser, "xx");
  expect(wrongAnswer.status).toBe(400);
  expect(((await wrongAnswer.json()) as { code: string }).code).toBe("request.invalid");
  expect((await chooseLanguage(server.browser(), "fr")).status).toBe(401);
  expect((await chooseLanguage(desk, "fr")).status).toBe(401);
});
