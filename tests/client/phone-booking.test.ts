/** The text that is read aloud, missing fields, and what is copied from an old trip. */
import { describe, expect, test } from "bun:test";
import {
  toRequestBody,
  phoneDraftOfTrip,
  emptyPhoneDraft,
  faultsOf,
  isTouched,
  quoteRequestOf,
  amountText,
  withReturn,
  withTime,
} from "../../client/phone-booking/draft";
import { priceSentence } from "../../client/phone-booking/spoken-price";
import { placeInWords } from "../../client/booking/draft";
import type { Reservation } from "../../src/reservations/contract";
import type { QuoteAnswer, QuoteOption } from "../../src/reservations/quotes/quote-contract";
import { START } from "../support/server";

const option = {
  fareMinor: 14_500,
  vehicleClass: { name: "Executive sedan" },
} as QuoteOption;
const quote = {
  onRequest: false,
  distanceMeters: 11_800,
  durationSeconds: 1_500,
  currency: "RWF",
  returnTrip: null,
};

describe("the price that dispatch reads aloud", () => {
  test.each([
    [{}, "14,500 RWF, about 25 minutes, 12 kilometres, Executive sedan."],
    [
      { durationSeconds: 3_660 },
      "14,500 RWF, about 1 hour 1 minute, 12 kilometres, Executive sedan.",
    ],
    [{ durationSeconds: 7_200 }, "14,500 RWF, about 2 hours, 12 kilometres, Executive sedan."],
    [{ distanceMeters: 1_400 }, "14,500 RWF, about 25 minutes, 1.4 kilometres, Executive sedan."],
    [{ distanceMeters: 0 }, "14,500 RWF, Executive sedan."],
    [{ onRequest: true }, "Executive sedan. We’ll call back with the price."],
  ])("is one sentence for a quote with %p", (overrides, expectedText) => {
    expect(priceSentence({ ...quote, ...overrides }, option, "km")).toBe(expectedText);
  });

  test("names the hours of an hourly trip, and no distance", () => {
    expect(priceSentence(quote, option, "km", null, 3)).toBe(
      "14,500 RWF, 3 hours, Executive sedan.",
    );
  });

  test("is the sum of both trips if there is a return trip", () => {
    const returnTrip = { options: [{ ...option, fareMinor: 16_000 }] } as QuoteAnswer["returnTrip"];
    expect(priceSentence({ ...quote, returnTrip }, option, "km")).toBe(
      "30,500 RWF for both trips, about 25 minutes, 12 kilometres, Executive sedan.",
    );
    expect(priceSentence({ ...quote, returnTrip }, option, "km", 25_000)).toStartWith("25,000 RWF");
  });

  test("is the agreed price, with the distance in miles", () => {
    expect(priceSentence(quote, option, "mi", 9_000)).toBe(
      "9,000 RWF, about 25 minutes, 7 miles, Executive sedan.",
    );
    expect([amountText(2_750, "USD"), amountText(3_000, "USD")]).toEqual(["27.50 USD", "30 USD"]);
  });
});

const zone = "Africa/Kigali";
const [blueGate, bar] = [placeInWords("Blue gate"), placeInWords("Sundowner")];

test("faultsOf names missing fields from the top down, and nothing once the booking is complete", () => {
  const emptyDraft = emptyPhoneDraft();
  expect(Object.keys(faultsOf(emptyDraft, { kind: "empty" }, "RWF"))).toEqual([
    "caller",
    "when",
    "from",
    "to",
  ]);
  const known = withTime(
    { ...emptyDraft, number: "+250788123456", name: "Diane" },
    "1430",
    START,
    zone,
  );
  const full = {
    ...known,
    trip: {
      ...known.trip,
      from: { text: "Blue gate", place: blueGate },
      to: { text: "Sundowner", place: bar },
    },
  };
  const when = { kind: "at" as const, local: "2026-11-20T14:30" };
  expect(faultsOf(full, when, "RWF")).toEqual({});
  expect(quoteRequestOf(full)).toMatchObject({ pickupLocal: "2026-11-20T14:30" });
  expect(quoteRequestOf(withTime(full, "nonsense", START, zone))).toBeNull();
  expect(quoteRequestOf(withTime(full, "now", START, zone))).toMatchObject({ pickupLocal: "asap" });
  expect(faultsOf({ ...full, agreedText: "9,000" }, when, "RWF")).toEqual({
    agreedReason: "Give a short reason.",
  });
  expect(faultsOf({ ...full, agreedText: "nine" }, when, "RWF").agreed).toContain("nine");
  expect([isTouched(emptyDraft), isTouched(full)]).toEqual([false, true]);
});

test("a return time is read from the pickup time on, and quoted with the trip", () => {
  const places = {
    from: { text: "Blue gate", place: blueGate },
    to: { text: "Sundowner", place: bar },
  };
  const empty = emptyPhoneDraft();
  const there = withTime(
    { ...empty, number: "+250788123456", name: "Diane", trip: { ...empty.trip, ...places } },
    "sat 1430",
    START,
    zone,
  );
  const returnOf = (text: string, from = there) =>
    quoteRequestOf(withReturn(from, text, START, zone))?.returnTrip?.pickupLocal;
  expect(returnOf("")).toBeUndefined();
  expect([returnOf("18"), returnOf("9"), returnOf("sun 10")]).toEqual([
    "2026-11-21T18:00",
    "2026-11-22T09:00",
    "2026-11-22T10:00",
  ]);
  // A change of the pickup time moves the return trip.
  expect(returnOf("18", withTime(there, "sun 20", START, zone))).toBe("2026-11-23T18:00");
  const when = { kind: "at" as const, local: "2026-11-21T14:30" };
  for (const text of ["soon", "now"])
    expect(faultsOf(withReturn(there, text, START, zone), when, "RWF")).toEqual({
      return: "Enter a time after the pickup, such as “1830” or “sun 10”.",
    });
  const hourlyDraft = { ...there, trip: { ...there.trip, kind: "hourly" as const } };
  expect(returnOf("18", hourlyDraft)).toBeUndefined();
});

test("toRequestBody names the rider, or the caller's number and name, and leaves out unset fields", () => {
  const draft = { ...emptyPhoneDraft(), number: "+250788123456", name: " Diane " };
  const chosen = { ...draft, trip: { ...draft.trip, vehicleClassId: "standard" } };
  const answer = { quote: "sealed", currency: "RWF" } as QuoteAnswer;
  expect(toRequestBody(draft, answer)).toBeNull();
  expect(toRequestBody(chosen, answer)).toEqual({
    quote: "sealed",
    vehicleClassId: "standard",
    caller: { phone: "+250788123456", name: "Diane" },
    payment: "cash",
    tell: true,
  });
  expect(
    toRequestBody({ ...chosen, email: " d@example.com " }, {
      ...answer,
      returnTrip: { quote: "back" },
    } as QuoteAnswer),
  ).toMatchObject({ caller: { email: "d@example.com" }, returnTrip: { quote: "back" } });
  const rider = { ...chosen, riderId: "r1", agreedText: "9,000", agreedReason: "Late" };
  expect(toRequestBody(rider, answer)).toMatchObject({
    caller: { riderId: "r1" },
    agreed: { fareMinor: 9_000, reason: "Late" },
  });
});

test("a trip that is booked again keeps who is notified about the driver", () => {
  const stop = { name: "Blue gate", detail: "", latitude: null, longitude: null };
  const trip = {
    serviceType: "point_to_point",
    ...{ pickup: stop, dropoff: { ...stop, name: "Sundowner" }, stops: [], extras: [] },
    rider: { id: "r1", name: "Aline Uwase" },
    passenger: { name: "Camille Roux", phone: "+33612345678" },
    passengerNews: { email: null, language: "fr", driverNewsTo: "rider" },
    ...{ vehicleClass: { id: "standard", name: "Standard" }, details: {}, billing: null },
  } as unknown as Reservation;
  expect(phoneDraftOfTrip(trip, "again").trip).toMatchObject({
    isForSomebodyElse: true,
    passengerLanguage: "fr",
    driverNewsTo: "rider",
  });
});
