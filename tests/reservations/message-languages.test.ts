/** Riders receive messages in their own language: trips by real mail, codes, the calendar file, the receipt. */
import { afterEach, expect, test } from "bun:test";
import { desc, eq, sql } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { notifications } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import { standingOrders } from "../../db/schema/standing-orders";
import { vehicleClasses } from "../../db/schema/vehicles";
import { formatMoney } from "../../src/settings/money-rules";
import type { Language } from "../../src/settings/languages/languages-contract";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { extendOrders } from "../../src/reservations/standing-orders/order-actions";
import {
  assign,
  book,
  cancel,
  createDriverScene,
  type DriverScene,
  drive,
} from "../pages/driver/scene";
import { quote } from "../support/booking";
import { textOfPdf } from "../support/pdf";
import { startMailbox } from "../support/postbox";
import { lastMessage, messagesTo } from "../support/sign-in";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function createSceneIn(language: Language, environment: Record<string, string> = {}) {
  const scene = await createDriverScene(environment);
  endings.push(() => scene.server.close());
  const form = new FormData();
  form.set("language", language);
  const answer = await scene.rider.request("/users/update-profile", { method: "PUT", form });
  expect(answer.status).toBe(200);
  return scene;
}

const messageOfKind = (scene: DriverScene, kind: string) => {
  const found = messagesTo(scene.server, "rider@example.com").find((each) => each.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  return found;
};
const unfoldLines = (text: string | null) => (text ?? "").replaceAll("\r\n ", "");

test("a rider who chose French gets French e-mails, from the booking to the receipt", async () => {
  const mail = await startMailbox();
  endings.push(() => mail.close());
  const scene = await createSceneIn("fr", {
    SMTP_URL: mail.url,
    MAIL_FROM: "Livery <rides@example.com>",
  });
  const trip = await assign(scene, await book(scene));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  const worker = createOutboxWorker(scene.server.deps, { receiptOf, print: () => {} });
  worker.start();
  endings.push(() => worker.stop());
  await mail.wait("rider@example.com", /Merci d’avoir voyagé avec Livery/);
  const subjects = mail.received
    .filter(({ to }) => to === "rider@example.com")
    .map(({ subject }) => subject);
  for (const subject of [
    `Nous avons reçu votre réservation ${trip.number}`,
    `Votre réservation ${trip.number} est confirmée`,
    `Votre chauffeur pour la réservation ${trip.number}`,
    "Votre chauffeur est en route vers vous",
    "Votre chauffeur est arrivé",
    `Votre reçu pour la réservation ${trip.number}`,
  ])
    expect(subjects).toContain(subject);
  const receipt = mail.received.find(({ text }) => text.includes("Merci d’avoir voyagé"));
  expect(receipt?.files).toEqual([[`receipt-${trip.number}.pdf`, "application/pdf"]]);
  await mail.wait("rider@example.com", /Prise en charge: ven\. 20 nov\. 2026, 14:30/);
}, 30_000);

test.each([
  ["en", "Pickup: Fri 20 Nov 2026", "cancelled"],
  ["fr", "Prise en charge : ven. 20 nov. 2026", "annulée"],
  ["rw", "Igihe cyo gufatwa: Kuwa gatanu 20 Ugushyingo 2026", "rwahagaritswe"],
  ["es", "Recogida: vie 20 nov 2026", "cancelada"],
  ["ar", "الجمعة 20 نوفمبر 2026، 14:30", "تم إلغاء"],
] as const)(
  "%s: the calendar file is in this language, and a cancellation removes its entry",
  async (language, pickup, gone) => {
    const scene = await createSceneIn(language);
    const trip = await book(scene);
    const confirmed = unfoldLines(messageOfKind(scene, "booking_confirmed").calendar);
    expect(confirmed).toContain("METHOD:PUBLISH");
    expect(confirmed.replaceAll("\\,", ",")).toContain(pickup);
    const file = await scene.rider.get(`/reservations/${trip.id}/trip.ics`);
    expect(unfoldLines(await file.text()).replaceAll("\\,", ",")).toContain(pickup);
    await cancel(scene, trip);
    const { subject, calendar } = messageOfKind(scene, "booking_cancelled");
    expect(subject).toContain(gone);
    const cancelled = unfoldLines(calendar);
    expect(cancelled).toContain("METHOD:CANCEL");
    const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    const uid = (text: string) => /UID:(.*)/.exec(text)?.[1];
    expect(uid(cancelled)).toBe(uid(confirmed) ?? "");
    expect(sequence(cancelled)).toBeGreaterThan(sequence(confirmed));
  },
);

const mirrorText = (text: string) => [...text].toReversed().join("");

test.each([
  ["en", "Receipt", "Total"],
  ["fr", "Reçu", "Total"],
  ["rw", "Inyemezabwishyu", "Igiteranyo"],
  ["es", "Recibo", "Total"],
  ["de", "Quittung", "Gesamt"],
  // The file stores the letters in drawing order, from left to right.
  ["ar", mirrorText("إيصال"), mirrorText("الإجمالي")],
] as const)("%s: the receipt is in this language", async (language, title, total) => {
  const scene = await createSceneIn(language);
  const trip = await assign(scene, await book(scene));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  for (const answer of [
    await scene.rider.get(`/reservations/${trip.id}/receipt.pdf`),
    await scene.staff.get(`/admin/reservations/${trip.id}/receipt.pdf`),
  ]) {
    const lines = textOfPdf(new Uint8Array(await answer.arrayBuffer()));
    const texts = lines.map(({ text }) => text);
    expect(texts).toContain(title);
    // The brand is at the start of the page, which is on the right for languages written from there.
    const isOnRight = (lines.find(({ text }) => text === "Livery")?.x ?? 0) > 300;
    expect(isOnRight).toBe(language === "ar");
    expect(texts).toContain(total);
  }
});

test("a code is in the account's language, and for a stranger in the browser's", async () => {
  const scene = await createSceneIn("es");
  scene.server.advance(60_000);
  const ask = (identifier: string, languages: string) =>
    scene.server.browser().post("/auth/send-otp", { identifier }, { "accept-language": languages });
  await ask("rider@example.com", "fr");
  expect(lastMessage(scene.server, "rider@example.com").subject).toBe("Su código de Livery");
  await ask("stranger@example.com", "rw-RW,fr;q=0.5");
  const stranger = lastMessage(scene.server, "stranger@example.com");
  expect([stranger.subject, stranger.code.length > 3]).toEqual(["Kode yawe ya Livery", true]);
  await ask("other@example.com", "nl");
  expect(lastMessage(scene.server, "other@example.com").subject).toBe("Your Livery code");
  // Drivers' pages are in English.
  await scene.server
    .browser()
    .post("/driver/auth/send-otp", { identifier: "eric@example.com" }, { "accept-language": "fr" });
  expect(lastMessage(scene.server, "eric@example.com").subject).toBe("Your Livery code");
});

test("a passenger without an account gets messages in the operator's language", async () => {
  const scene = await createSceneIn("en", { RIDER_LANGUAGE: "rw" });
  const trip = await book(scene);
  scene.server.deps.db
    .update(reservations)
    .set({ riderId: null, passengerPhone: "+250788999888" })
    .where(eq(reservations.id, trip.id))
    .run();
  await assign(scene, trip);
  expect(lastMessage(scene.server, "+250788999888").text).toContain("Muzatwarwa na Eric.");
});

test("a rider who changes the language gets later messages in the new one", async () => {
  const scene = await createSceneIn("fr");
  const trip = await book(scene);
  scene.server.deps.db.update(riders).set({ language: "rw" }).run();
  await assign(scene, trip);
  expect(messageOfKind(scene, "booking_confirmed").subject).toContain("confirmée");
  expect(messageOfKind(scene, "driver_assigned").subject).toContain("Umushoferi");
});

test("a rider who chose French gets messages on repeating trips in French", async () => {
  const { server, rider } = await createSceneIn("fr");
  const frenchMessage = (kind: string) => {
    const all = messagesTo(server, "rider@example.com");
    return all.find((each) => each.kind === kind) ?? { subject: "", text: "" };
  };
  const quoted = await quote(rider, { serviceType: "home_care", pickupLocal: "2026-11-23T07:30" });
  const answer = await rider.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
    repeat: { weekdays: [1, 3, 5], everyWeeks: 1, end: { kind: "on", day: "2026-12-18" } },
  });
  const { reservation } = (await answer.json()) as { reservation: { standingOrderId: string } };
  const path = `/standing-orders/${reservation.standingOrderId}`;
  const { fareMinor = 0 } = server.deps.db.select().from(reservations).get() ?? {};
  const booked = frenchMessage("order_booked");
  expect(booked.subject).toBe("Vos trajets répétés sont réservés");
  expect(booked.text).toContain(
    "Chaque lundi, mercredi et vendredi à 07:30, jusqu’au 18 décembre 2026.",
  );
  expect(booked.text).toContain(`lun. 23 nov. 2026, 07:30: ${formatMoney(fareMinor, "RWF", "fr")}`);

  await rider.post(`${path}/change`, { version: 1, pickupTime: "16:00", from: "2026-11-23" });
  expect(frenchMessage("order_changed").text).toContain(
    "vendredi à 16:00, jusqu’au 18 décembre 2026.",
  );

  server.deps.db.update(vehicleClasses).set({ active: false }).run();
  server.deps.db
    .update(settings)
    .set({ version: sql`${settings.version} + 1` })
    .run();
  server.deps.db.update(standingOrders).set({ endsOn: null }).run();
  server.advance(3 * 86_400_000);
  await extendOrders(server.deps);
  expect(frenchMessage("order_news").text).toContain(
    "Nous n’avons pas pu réserver de voiture pour vous le 21 décembre 2026.",
  );

  const row = server.deps.db.select().from(standingOrders).get();
  await rider.post(`${path}/ending`, { version: row?.version, cancelTrips: true, feesMinor: 0 });
  const stopped = frenchMessage("order_stopped");
  expect(stopped.subject).toBe("Vos trajets répétés ont pris fin");
  expect(stopped.text).toContain("L’annulation est gratuite.");
});

test("rider and driver get a message if the office corrects the price, the rider's in French", async () => {
  const scene = await createSceneIn("fr");
  const trip = await assign(scene, await book(scene));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  const path = `/admin/reservations/${trip.id}`;
  type ReservationFacts = {
    reservation: { version: number; fareMinor: number; driver: { id: string } };
  };
  const { reservation } = (await (await scene.staff.get(path)).json()) as ReservationFacts;
  const fareMinor = reservation.fareMinor - 1_000;
  const body = { version: reservation.version, fareMinor, reason: "Charged twice" };
  const before = messagesTo(scene.server, "rider@example.com").length;
  const same = { ...body, fareMinor: reservation.fareMinor };
  expect((await scene.staff.put(`${path}/fare`, same)).status).toBe(400);
  expect(messagesTo(scene.server, "rider@example.com")).toHaveLength(before);
  expect((await scene.staff.put(`${path}/fare`, body)).status).toBe(200);
  const [message] = messagesTo(scene.server, "rider@example.com");
  expect(message?.subject).toBe(`Le prix de la réservation ${trip.number} a été corrigé`);
  const now = formatMoney(fareMinor, "RWF", "fr");
  const priceInFrench = formatMoney(reservation.fareMinor, "RWF", "fr");
  expect(message?.text).toContain(`il est de ${now}, et non plus de ${priceInFrench}.`);
  // Only the office sees the reason.
  expect(message?.text).not.toContain("Charged twice");
  const [news] = scene.server.deps.db
    .select()
    .from(notifications)
    .where(eq(notifications.accountId, reservation.driver.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .all();
  expect(news?.title).toBe(`The price of trip ${trip.number} was corrected`);
});
