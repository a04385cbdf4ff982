/**
 * A rider books for somebody else: each of them receives the messages meant for them, and nobody receives one twice.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { messageTexts, outbox, riderConsents } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import type { PassengerInput, Reservation } from "../../src/reservations/contract";
import {
  airport,
  assign,
  book,
  cancel,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { createCompany, invite } from "../support/companies";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const DESK = "rider@example.com";
const GUEST = "guest@example.com";
const PHONE = "+250788999888";
const guest: PassengerInput = {
  passengerName: "Camille Roux",
  passengerEmail: GUEST,
  passengerLanguage: "fr",
};

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

/** The kinds of messages sent to a contact, in order, without codes. */
const messageKindsTo = (contact: string) =>
  messagesTo(scene.server, contact)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "code")
    .toReversed();
const messageToGuest = (kind: string) =>
  messagesTo(scene.server, GUEST).find((message) => message.kind === kind);
const ride = async (trip: Reservation) => {
  const assigned = await assign(scene, trip);
  return drive(scene, assigned, "en_route", "on_location", "passenger_on_board", "completed");
};
const change = (
  trip: Reservation,
  json: PassengerInput,
  by = scene.rider,
  path = "/reservations",
) => by.put(`${path}/${trip.id}`, { version: trip.version, ...json });
const allTopics = [
  ...["booking_received", "booking_confirmed", "driver_assigned", "driver_on_the_way"],
  ...["driver_arrived", "receipt"],
];

describe("messages to passengers and riders", () => {
  test("the passenger gets the ride's messages without the price, and the rider the others", async () => {
    const trip = await book(scene, guest);
    await ride(trip);
    expect(messageKindsTo(GUEST)).toEqual([
      "booking_confirmed",
      "driver_assigned",
      "driver_on_the_way",
      "driver_arrived",
    ]);
    expect(messageKindsTo(DESK)).toEqual(["booking_received", "booking_confirmed", "receipt"]);
    const confirmedMessage = messageToGuest("booking_confirmed");
    expect(confirmedMessage?.text).toContain("Aline Uwase a réservé ce trajet pour vous.");
    expect(confirmedMessage?.calendar).toContain("BEGIN:VEVENT");
    for (const { kind, text, html } of messagesTo(scene.server, GUEST)) {
      expect([kind, /RWF|Tarif/.test(`${text}${html}`)]).toEqual([kind, false]);
      expect([kind, text.includes(`/trips/${trip.id}`)]).toEqual([kind, false]);
      expect([kind, /\/track\/[\w-]{22}/.test(text)]).toEqual([kind, true]);
    }
    const own = messagesTo(scene.server, DESK).find(({ kind }) => kind === "booking_confirmed");
    expect(own?.text).toContain("Your booking for Camille Roux is confirmed.");
    expect(own?.text).toContain("Passenger: Camille Roux");
    expect(own?.text).toContain("RWF");
  });

  test("rider and passenger both get messages about the driver if the rider chose this", async () => {
    await ride(await book(scene, { ...guest, driverNewsTo: "both" }));
    expect(messageKindsTo(DESK)).toEqual(allTopics);
    expect(messageKindsTo(GUEST)).toHaveLength(4);
  });

  test("the passenger gets no message if the rider chose this", async () => {
    await ride(await book(scene, { ...guest, passengerPhone: PHONE, driverNewsTo: "rider" }));
    expect(messageKindsTo(DESK)).toEqual(allTopics);
    expect([...messageKindsTo(GUEST), ...messageKindsTo(PHONE)]).toEqual([]);
  });

  test("a passenger who is the rider gets each message once", async () => {
    const own = { phone: "+250788123456" };
    scene.server.deps.db.update(riders).set(own).run();
    for (const same of [{ passengerEmail: DESK }, { passengerPhone: own.phone }]) {
      scene.server.deps.db.delete(outbox).run();
      await assign(scene, await book(scene, { passengerName: "Somebody Else", ...same }));
      expect(messageKindsTo(DESK)).toEqual(allTopics.slice(0, 3));
      expect(messageKindsTo(own.phone)).toEqual([]);
      scene.server.deps.db.update(reservations).set({ state: "cancelled" }).run();
      scene.server.deps.db.$client.run("UPDATE assignments SET active = 0");
    }
  });

  test("a passenger with only a phone number gets an SMS, unless that number's rider refused SMS", async () => {
    const phoneOnlyPassenger = { passengerName: "Camille Roux", passengerPhone: PHONE };
    await book(scene, phoneOnlyPassenger);
    expect(lastMessage(scene.server, PHONE)).toMatchObject({ channel: "sms" });
    expect(lastMessage(scene.server, PHONE).text).toMatch(/\/track\/[\w-]{22}$/);
    const { rider } = await signInRider(scene.server, PHONE);
    scene.server.deps.db
      .insert(riderConsents)
      .values({
        id: "c",
        riderId: rider.id,
        kind: "sms",
        given: false,
        textVersion: 1,
        givenAt: scene.server.deps.now(),
      })
      .run();
    const before = messageKindsTo(PHONE);
    await ride(await book(scene, { ...phoneOnlyPassenger, pickupLocal: "2026-11-21T09:00" }));
    expect(messageKindsTo(PHONE)).toEqual(before);
    // Somebody must be told about the driver, so the rider is.
    expect(messageKindsTo(DESK)).toContain("driver_arrived");
    await book(scene, { ...guest, ...phoneOnlyPassenger, pickupLocal: "2026-11-22T09:00" });
    expect(messageKindsTo(PHONE)).toEqual(before);
    expect(messageKindsTo(GUEST)).toEqual(["booking_confirmed"]);
  });

  test("the passenger gets a new time and a cancellation without its fee, but no change of the note", async () => {
    const trip = await book(scene, guest);
    expect((await change(trip, { note: "Two prams" } as PassengerInput)).status).toBe(200);
    expect(messageKindsTo(GUEST)).toEqual(["booking_confirmed"]);
    const { version } = await look(scene, trip.id);
    const quoteAnswer = await scene.rider.post(`/reservations/${trip.id}/change-quote`, {
      version,
      pickupLocal: "2026-11-20T16:00",
    });
    const { quote } = (await quoteAnswer.json()) as { quote: string };
    expect((await scene.rider.put(`/reservations/${trip.id}`, { version, quote })).status).toBe(
      200,
    );
    expect(messageToGuest("booking_changed")?.text).toContain("16:00");
    await cancel(scene, trip);
    expect(messageKindsTo(GUEST)).toEqual([
      "booking_confirmed",
      "booking_changed",
      "booking_cancelled",
    ]);
    expect(messageToGuest("booking_cancelled")?.text).not.toMatch(/RWF|frais/i);
    expect(messageToGuest("booking_cancelled")?.calendar).toContain("METHOD:CANCEL");
  });

  test("the passenger gets no cancellation of a booking that was never confirmed", async () => {
    const trip = await book(scene, guest);
    scene.server.deps.db.delete(outbox).run();
    scene.server.deps.db.update(reservations).set({ state: "pending" }).run();
    const { version } = await look(scene, trip.id);
    const cancelledAnswer = await scene.rider.post(`/reservations/${trip.id}/cancellation`, {
      version,
    });
    expect(cancelledAnswer.status).toBe(200);
    expect(messageKindsTo(GUEST)).toEqual([]);
    expect(messageKindsTo(DESK)).toEqual(["booking_cancelled"]);
  });

  test("a place name that looks like a link is not one in the passenger's message", async () => {
    const pickup = { ...airport, name: "win.example/prize" };
    await book(scene, { ...guest, pickup });
    const { text = "", html = "", calendar } = messageToGuest("booking_confirmed") ?? {};
    expect(text).toContain("win. example/ prize");
    expect(calendar).toContain("win. example/ prize");
    expect(`${text}${html}${calendar?.replaceAll("\r\n ", "")}`).not.toContain("win.example");
    const own = messagesTo(scene.server, DESK).find(({ kind }) => kind === "booking_confirmed");
    expect(own?.text).toContain("win.example/prize");
  });

  test("the operator's own texts that name the price are not sent to the passenger", async () => {
    const own = { language: "fr", subject: "Chauffeur", version: 1, updatedAt: 1 } as const;
    scene.server.deps.db
      .insert(messageTexts)
      .values([
        { ...own, id: "assigned", body: "{driver} pour {fare}", sms: "" },
        { ...own, id: "arrived", body: "{driver} vous attend", sms: "" },
      ])
      .run();
    await ride(await book(scene, guest));
    expect(messageToGuest("driver_assigned")?.text).toContain("Eric vous conduit.");
    expect(messageToGuest("driver_arrived")?.text).toContain("Eric vous attend");
  });

  test("the passenger gets the reminder", async () => {
    const { remindOfTrips } = await import("../../src/reservations/messages/reminder-actions");
    await book(scene, { ...guest, pickupLocal: "2026-11-21T14:30" });
    scene.server.advance(26 * 3_600_000);
    await remindOfTrips(scene.server.deps);
    expect(messageToGuest("reminder")?.text).toContain("Nous vous rappelons votre trajet.");
    expect(messageKindsTo(DESK)).not.toContain("reminder");
  });
});

describe("refused passenger details", () => {
  const refusalOf = async (answer: Promise<Response>) => {
    const { status } = await answer;
    const { code, fields } = (await (await answer).json()) as {
      code: string;
      fields: Record<string, string>;
    };
    return [status, code, fields];
  };
  const attempt = async (json: object) => {
    const found = await book(scene, json as PassengerInput).catch((error: Error) => error.message);
    return found as string;
  };

  test("the server refuses to notify a passenger without a contact", async () => {
    const fault =
      "Enter a phone number or an e-mail address, or choose not to contact the passenger.";
    for (const driverNewsTo of ["passenger", "both"] as const) {
      const found = await attempt({ passengerName: "Camille Roux", driverNewsTo });
      expect(found).toContain("400");
      expect(found).toContain(fault);
    }
    const trip = await book(scene, guest);
    expect(await refusalOf(change(trip, { passengerEmail: "" }))).toEqual([
      400,
      "request.invalid",
      { passengerPhone: fault },
    ]);
    // Without a passenger's contact or a choice in the request, the rider receives all news.
    const silent = await book(scene, { passengerName: "Camille Roux" });
    expect(silent.passengerNews?.driverNewsTo).toBe("rider");
  });

  test("the server refuses invalid contacts, languages and recipients", async () => {
    for (const [name, value] of [
      ["passengerEmail", "camille"],
      ["passengerPhone", "12"],
      ["passengerLanguage", "xx"],
      ["driverNewsTo", "everybody"],
    ] as const)
      expect(await attempt({ ...guest, [name]: value })).toMatch(new RegExp(`400.*${name}`));
  });

  test("the server refuses to notify a passenger with only a phone number in a country without SMS", async () => {
    const foreignPassenger = { passengerName: "Camille Roux", passengerPhone: "+33612345678" };
    expect(await attempt({ ...foreignPassenger, driverNewsTo: "passenger" })).toContain(
      "We can’t send text messages to this country.",
    );
    const { passengerNews } = await book(scene, foreignPassenger);
    expect(passengerNews?.driverNewsTo).toBe("rider");
    expect(messageKindsTo("+33612345678")).toEqual([]);
    await book(scene, { ...guest, ...foreignPassenger, pickupLocal: "2026-11-22T09:00" });
    expect(messageKindsTo(GUEST)).toEqual(["booking_confirmed"]);
    expect(messageKindsTo("+33612345678")).toEqual([]);
  });
});

describe("unknown passengers within a day", () => {
  let limitedScene: DriverScene;
  beforeEach(async () => {
    limitedScene = await createDriverScene({ RATE_LIMITS: "on" });
  });
  afterEach(() => limitedScene.server.close());
  const bookFor = (passengerEmail: string) => book(limitedScene, { ...guest, passengerEmail });
  const driverNewsRecipient = async (passengerEmail: string) =>
    (await bookFor(passengerEmail)).passengerNews?.driverNewsTo;
  const kinds = (contact: string) =>
    messagesTo(limitedScene.server, contact).map(({ kind }) => kind);

  test("after twenty the rider gets the messages, and known passengers still get theirs", async () => {
    for (let n = 1; n <= 20; n++)
      expect(await driverNewsRecipient(`guest${n}@example.com`)).toBe("passenger");
    const trip = await bookFor("one-more@example.com");
    expect(trip.passengerNews).toMatchObject({
      ...{ email: "one-more@example.com", driverNewsTo: "rider" },
    });
    await assign(limitedScene, trip);
    expect(kinds("one-more@example.com")).toEqual([]);
    expect(kinds(DESK)).toContain("driver_assigned");
    expect(await driverNewsRecipient("guest7@example.com")).toBe("passenger");
    limitedScene.server.advance(24 * 3_600_000);
    const staff = await signInAdmin(limitedScene.server);
    const next = await book(
      { ...limitedScene, staff },
      { ...guest, pickupLocal: "2026-11-22T09:00" },
    );
    expect(next.passengerNews?.driverNewsTo).toBe("passenger");
  });

  test("other passengers of a booked trip count too, but not those set by dispatch", async () => {
    const trips: Reservation[] = [];
    for (let n = 1; n <= 4; n++) trips.push(await bookFor(`guest${n}@example.com`));
    const rename = async (trip: Reservation, passengerEmail: string) => {
      const changes = { version: (await look(limitedScene, trip.id)).version, passengerEmail };
      const answer = await limitedScene.rider.put(`/reservations/${trip.id}`, changes);
      expect(answer.status).toBe(200);
      return (await look(limitedScene, trip.id)).passengerNews?.driverNewsTo;
    };
    for (const [at, trip] of trips.entries())
      for (let n = 1; n <= 4; n++)
        expect(await rename(trip, `other${at}-${n}@example.com`)).toBe("passenger");
    const [trip] = trips;
    if (!trip) throw new Error("no trip");
    expect(await rename(trip, "one-more@example.com")).toBe("rider");
    expect(kinds("one-more@example.com")).toEqual([]);
    expect(await driverNewsRecipient("another@example.com")).toBe("rider");
    await limitedScene.staff.put(`/admin/reservations/${trip.id}`, {
      version: (await look(limitedScene, trip.id)).version,
      ...{ passengerEmail: "by-dispatch@example.com", driverNewsTo: "passenger" },
    });
    expect(kinds("by-dispatch@example.com")).toEqual(["booking_confirmed"]);
  });
});

describe("a new passenger of a booked trip", () => {
  test("gets the messages on the ride and driver, and the previous passenger's link ends", async () => {
    const trip = await assign(scene, await book(scene, guest));
    const link = (contact: string) =>
      /\/track\/([\w-]{22})/.exec(lastMessage(scene.server, contact).text)?.[1] ?? "";
    const old = link(GUEST);
    const follow = async (token: string) =>
      (await scene.server.browser().get(`/track/${token}`)).status;
    expect(await follow(old)).toBe(200);
    const other = { passengerName: "Bosco Nkusi", passengerEmail: "bosco@example.com" };
    const answer = await change(
      trip,
      { ...other, passengerLanguage: "", driverNewsTo: "both" },
      scene.staff,
      "/admin/reservations",
    );
    expect(answer.status).toBe(200);
    const { reservation } = (await answer.json()) as { reservation: Reservation };
    expect(reservation).toMatchObject({
      passenger: { name: "Bosco Nkusi" },
      passengerNews: { email: "bosco@example.com", language: null, driverNewsTo: "both" },
    });
    expect(messageKindsTo("bosco@example.com")).toEqual(["booking_confirmed", "driver_assigned"]);
    expect(messageKindsTo(GUEST)).toEqual(["booking_confirmed", "driver_assigned"]);
    expect(await follow(old)).not.toBe(200);
    expect(await follow(link("bosco@example.com"))).toBe(200);
    expect(reservation.timeline.at(-1)?.facts).toEqual([
      { name: "passenger", text: "Camille Roux → Bosco Nkusi" },
      { name: "passenger’s contact", text: "changed" },
    ]);
  });

  test("can be the rider again", async () => {
    const trip = await book(scene, guest);
    const answer = await change(trip, { passengerName: "" });
    expect(((await answer.json()) as { reservation: Reservation }).reservation).toMatchObject({
      passenger: { name: "Aline Uwase" },
      passengerNews: { email: null, language: null, driverNewsTo: "rider" },
    });
    const same = await change(await look(scene, trip.id), { passengerName: "Aline Uwase" });
    expect(same.status).toBe(400);
  });

  test("can be changed five times at most, and a rider's name with a link is left out", async () => {
    scene.server.deps.db
      .update(riders)
      .set({ firstName: "Win", lastName: "at evil.example" })
      .run();
    const trip = await book(scene, guest);
    expect(messageToGuest("booking_confirmed")?.text).toContain("Livery a réservé ce trajet");
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++) {
      const passengerEmail = `guest${n}@example.com`;
      statuses.push((await change(await look(scene, trip.id), { passengerEmail })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(messageKindsTo("guest6@example.com")).toEqual([]);
  });

  test("drivers see neither the passenger's contact nor their language", async () => {
    const trip = await assign(scene, await book(scene, { ...guest, passengerPhone: PHONE }));
    const answer = await scene.phone.get(`/driver/reservations/${trip.id}`);
    const text = await answer.text();
    expect(JSON.parse(text).reservation.passengerNews).toBeNull();
    for (const secret of [GUEST, PHONE]) expect(text).not.toContain(secret);
  });
});

test("a company's contacts get the copies that they chose, and none twice", async () => {
  const company = await createCompany(scene.staff, {
    contacts: [
      { email: "Travel@hotel.example", gets: ["confirmations", "changes"] },
      { email: "books@hotel.example", gets: ["receipts"] },
      { email: DESK, gets: ["confirmations", "changes", "receipts"] },
    ],
  });
  await invite(scene.staff, company.id, DESK);
  const onAccount = { payment: "account", billTo: { companyId: company.id } } as const;
  await ride(await book(scene, { ...guest, ...onAccount }));
  await cancel(scene, await book(scene, { ...onAccount, pickupLocal: "2026-11-22T09:00" }));
  expect(messageKindsTo("travel@hotel.example")).toEqual([
    "booking_confirmed",
    "booking_confirmed",
    "booking_cancelled",
  ]);
  expect(messageKindsTo("books@hotel.example")).toEqual(["receipt"]);
  expect(lastMessage(scene.server, "books@hotel.example").text).not.toMatch(
    /\/(trips|track|tip)\//,
  );
  expect(messageKindsTo(DESK).filter((kind) => kind === "receipt")).toHaveLength(1);
  const refusedAnswer = await scene.staff.put(`/admin/companies/${company.id}`, {
    ...{ name: company.name, billingAddress: company.billingAddress, version: company.version },
    contacts: [{ email: "a@b", gets: [] }],
  });
  expect(refusedAnswer.status).toBe(400);
  expect(((await refusedAnswer.json()) as { fields: object }).fields).toEqual({
    "contacts.0.email": "Enter a valid email address.",
    "contacts.0.gets": "Choose at least one kind of message.",
  });
});

test("each repeated trip keeps the passenger, whose data is deleted with the rider's account", async () => {
  const trip = await book(scene, guest);
  const repeat = { weekdays: [1, 2, 3, 4, 5], everyWeeks: 1, end: { kind: "after", trips: 3 } };
  const path = `/reservations/${trip.id}/standing-order`;
  expect((await scene.rider.post(path, { repeat })).status).toBe(201);
  const { db } = scene.server.deps;
  const rows = db.select().from(reservations).all();
  expect(rows).toHaveLength(3);
  for (const row of rows)
    expect(row).toMatchObject({
      ...{ passengerEmail: GUEST, passengerLanguage: "fr", driverNewsTo: "passenger" },
    });
  expect(db.select().from(outbox).where(eq(outbox.recipient, GUEST)).all()[0]).toMatchObject({
    riderId: null,
    reservationId: trip.id,
  });
  db.update(reservations).set({ state: "cancelled" }).run();
  scene.server.advance(31_000);
  expect((await scene.rider.post("/users/confirmation-code")).status).toBe(200);
  const otp = lastMessage(scene.server, DESK).code;
  expect((await scene.rider.post("/users/erasure", { otp })).status).toBe(200);
  expect(db.select().from(reservations).all()[0]).toMatchObject({
    passengerName: "Erased rider",
    passengerEmail: null,
    passengerLanguage: null,
    driverNewsTo: "rider",
  });
  expect(db.select().from(outbox).where(eq(outbox.recipient, GUEST)).all()).toEqual([]);
});
