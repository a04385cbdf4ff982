/** Messages to riders at each step of a trip, by e-mail and SMS, with the facts they then need. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import type { Reservation } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { messagesTo, type ReadMessage } from "../support/sign-in";
import { countsTowardsTotal } from "../../src/fares/money-rules";
import { englishLineTranslator } from "../../src/fares/line-words";
import { fareLineWords } from "../../src/fares/line-words";
import { payDue } from "../support/reservations";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const riderMessages = () => messagesTo(scene.server, "rider@example.com");
const kinds = () =>
  riderMessages()
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "code")
    .toReversed();

/** Returns the newest message of a kind. */
function message(kind: string): ReadMessage {
  const found = riderMessages().find((each) => each.kind === kind);
  if (!found) throw new Error(`No ${kind} among ${kinds()}`);
  return found;
}

const pageOf = (trip: Reservation) => `http://localhost:3000/trips/${trip.id}`;
const unfoldLines = (text: string | null) => (text ?? "").replaceAll("\r\n ", "").split("\r\n");

test("the rider gets one message per step, from the booking to the receipt", async () => {
  let trip = await assign(scene, await book(scene));
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  expect(kinds()).toEqual([
    "booking_received",
    "booking_confirmed",
    "driver_assigned",
    "driver_on_the_way",
    "driver_arrived",
    "receipt",
  ]);
  for (const { kind, subject, text, html } of riderMessages().filter(
    ({ kind }) => kind !== "code",
  )) {
    // The brand, the route and the link, in the plain text and in the HTML.
    for (const body of [text, html ?? ""]) {
      expect([kind, body.includes("Livery")]).toEqual([kind, true]);
      expect([kind, body.includes("Kigali International Airport")]).toEqual([kind, true]);
      expect([kind, body.includes("Kigali Marriott Hotel")]).toEqual([kind, true]);
      expect([kind, body.includes("Fri 20 Nov 2026, 14:30")]).toEqual([kind, true]);
      expect([kind, /http:\/\/localhost:3000\/(?:trips|track)\//.test(body)]).toEqual([kind, true]);
    }
    expect(subject.length).toBeLessThan(60);
  }
});

describe("the content of each message", () => {
  test("a booking and its confirmation bring the calendar entry", async () => {
    const trip = await book(scene);
    expect(message("booking_received").subject).toBe(`We received your booking ${trip.number}`);
    const first = unfoldLines(message("booking_received").calendar);
    expect(first).toContain("STATUS:TENTATIVE");
    expect(first).toContain("DTSTART:20261120T123000Z");
    expect(first).toContain("SEQUENCE:1");
    expect(message("booking_confirmed").text).toContain("Your booking is confirmed.");
    const second = unfoldLines(message("booking_confirmed").calendar);
    expect(second).toContain("STATUS:CONFIRMED");
    expect(second).toContain("SEQUENCE:2");
    expect(second.find((line) => line.startsWith("UID:"))).toBe(
      first.find((line) => line.startsWith("UID:")) ?? "",
    );
  });

  test("messages about the driver name the driver and the car, and link to the trip", async () => {
    const trip = await assign(scene, await book(scene));
    const crew = ["Eric", scene.car.make, scene.car.model, scene.car.plate];
    for (const word of crew) expect(message("driver_assigned").text).toContain(word);
    expect(message("driver_assigned").text).toContain(pageOf(trip));
    await drive(scene, trip, "en_route");
    for (const word of crew) expect(message("driver_on_the_way").text).toContain(word);
    expect(message("driver_on_the_way").text).toMatch(/localhost:3000\/track\/[\w-]{22}/);
    await drive(scene, await look(scene, trip.id), "on_location");
    for (const word of crew) expect(message("driver_arrived").text).toContain(word);
    expect(message("driver_arrived").calendar).toBeNull();
  });

  test("the receipt lists each line of the price and links to the document", async () => {
    const assigned = await assign(scene, await book(scene));
    const trip = await drive(
      scene,
      assigned,
      "en_route",
      "on_location",
      "passenger_on_board",
      "completed",
    );
    const { subject, text, html } = message("receipt");
    expect(subject).toBe(`Your receipt for booking ${trip.number}`);
    const money = (minor: number) => `RWF ${minor.toLocaleString("en")}`;
    for (const line of trip.lines.filter(countsTowardsTotal)) {
      const { label } = fareLineWords(line, englishLineTranslator("RWF"));
      expect(text).toContain(`${label}: ${money(line.amountMinor)}`);
    }
    expect(text).toContain(`Total: ${money(trip.fareMinor)}`);
    expect(text).toContain(`See the trip and get the receipt: ${pageOf(trip)}`);
    expect(html).toContain(money(trip.fareMinor));
    // Reopening a bill sends no second receipt.
    await payDue(scene.staff, await look(scene, trip.id));
    for (const method of ["post", "delete"] as const) {
      const { version } = await look(scene, trip.id);
      const path = `/admin/reservations/${trip.id}/settlement`;
      const answer = await scene.staff[method](path, { version, reason: "A look" });
      expect([method, answer.status]).toEqual([method, 200]);
    }
    expect((await look(scene, trip.id)).state).toBe("completed");
    expect(kinds().filter((kind) => kind === "receipt")).toHaveLength(1);
  });

  test("a changed booking updates the calendar entry", async () => {
    const trip = await book(scene);
    const answer = await scene.rider.put(`/reservations/${trip.id}`, {
      version: trip.version,
      note: "Two prams",
    });
    expect(answer.status).toBe(200);
    expect(message("booking_changed").text).toContain("We have changed your booking as you asked.");
    expect(unfoldLines(message("booking_changed").calendar)).toContain("SEQUENCE:3");
  });

  test("a cancellation names its cost and removes the calendar entry", async () => {
    const trip = await book(scene, { pickupLocal: "2026-11-20T11:00" });
    const { version } = trip;
    await scene.rider.post(`/reservations/${trip.id}/cancellation`, { version });
    const fee = Math.round(trip.fareMinor / 2).toLocaleString("en");
    expect(message("booking_cancelled").text).toContain(`The cancellation costs RWF ${fee}.`);
    expect(unfoldLines(message("booking_cancelled").calendar)).toContain("METHOD:CANCEL");
  });

  test("a no-show names the fee and the reason", async () => {
    const trip = await assign(scene, await book(scene));
    await drive(scene, trip, "en_route", "on_location");
    const missed = await drive(scene, await look(scene, trip.id), "no_show");
    expect(missed.cancellationFeeMinor).toBeGreaterThan(0);
    const { text } = message("receipt");
    expect(text).toContain("your driver waited but could not find you");
    const fee = (missed.cancellationFeeMinor ?? 0).toLocaleString("en");
    expect(text).toContain(`Total: RWF ${fee}`);
  });
});

test("an SMS is one text with its link and without a calendar entry", async () => {
  const phone = "+250788123456";
  const trip = await book(scene, { passengerPhone: phone });
  scene.server.deps.db.update(reservations).set({ passengerPhone: phone, riderId: null }).run();
  await assign(scene, trip);
  const [sms] = messagesTo(scene.server, phone);
  expect(sms).toMatchObject({
    channel: "sms",
    kind: "driver_assigned",
    html: null,
    calendar: null,
  });
  expect(sms?.text).toStartWith("Livery: Eric will drive you in a ");
  expect(sms?.text).toEndWith(pageOf(trip));
});
