/** What is read aloud, what is missing, and what becomes of an old trip. */
import { describe, expect, test } from "bun:test";
import {
  toRequestBody,
  emptyPhoneDraft,
  faultsOf,
  isTouched,
  requestOf,
  amountText,
  withTime,
} from "../../client/phone-booking/draft";
import { priceSentence } from "../../client/phone-booking/spoken-price";
import { placeInWords } from "../../client/booking/draft";
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
};

describe("the price aloud", () => {
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
  ])("of %p", (overrides, said) => {
    expect(priceSentence({ ...quote, ...overrides }, option, "km")).toBe(said);
  });

  test("of a hire by the hour says the hours, and nothing of a distance", () => {
    expect(priceSentence(quote, option, "km", null, 3)).toBe(
      "14,500 RWF, 3 hours, Executive sedan.",
    );
  });

  test("in miles, and at the price that was agreed", () => {
    expect(priceSentence(quote, option, "mi", 9_000)).toBe(
      "9,000 RWF, about 25 minutes, 7 miles, Executive sedan.",
    );
    expect([amountText(2_750, "USD"), amountText(3_000, "USD")]).toEqual(["27.50 USD", "30 USD"]);
  });
});

const zone = "Africa/Kigali";
const [blueGate, bar] = [placeInWords("Blue gate"), placeInWords("Sundowner")];

test("what is missing is named from the top down, and nothing once all is there", () => {
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
  expect(requestOf(full)).toMatchObject({ pickupLocal: "2026-11-20T14:30" });
  expect(requestOf(withTime(full, "nonsense", START, zone))).toBeNull();
  expect(requestOf(withTime(full, "now", START, zone))).toMatchObject({ pickupLocal: "asap" });
  expect(faultsOf({ ...full, agreedText: "9,000" }, when, "RWF")).toEqual({
    agreedReason: "Give a short reason.",
  });
  expect(faultsOf({ ...full, agreedText: "nine" }, when, "RWF").agreed).toContain("nine");
  expect([isTouched(emptyDraft), isTouched(full)]).toEqual([false, true]);
});

test("what is sent names the rider, or the number with its name, and no more than was meant", () => {
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
  const rider = { ...chosen, riderId: "r1", agreedText: "9,000", agreedReason: "Late" };
  expect(toRequestBody(rider, answer)).toMatchObject({
    caller: { riderId: "r1" },
    agreed: { fareMinor: 9_000, reason: "Late" },
  });
});
