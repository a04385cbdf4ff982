/**
 * An event is stored as a kind with facts, and each reader sees it in their own language. Each kind has a text for
 * dispatch and, where riders read it, in every language. No code compares the text of an event.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { translatedLanguages } from "../../build/words";
import { entryWords } from "../../client/riders/trips/trip-words";
import { timelineEvents } from "../../client/office/timeline-events";
import { createSay, type Dictionary } from "../../client/words/words";
import type { Reservation, TimelineEntry } from "../../src/reservations/contract";
import { ReservationEvent, RiderEvent } from "../../src/reservations/event-contract";

const root = join(import.meta.dir, "../..");

/** Facts that each kind requires. */
const needed = {
  answer: "declined",
  stop: "arrived",
  stopNumber: 1,
  trip: 1001,
  tipMinor: 100,
  onlyWithCode: true,
  collectedMinor: 100,
  dueMinor: 100,
  entry: "manual",
  amountMinor: 100,
  currency: "RWF",
  outcome: "nobody",
  expense: "toll",
  paysDriver: true,
  quote: 1,
};

const entryOf = (kind: string): TimelineEntry => ({
  id: kind,
  at: "2026-11-20T10:00:00.000Z",
  actor: { kind: "admin", name: "Ada Uwase" },
  from: "pending",
  to: "confirmed",
  reason: "",
  event: ReservationEvent.parse({
    ...needed,
    kind,
    ...(kind === "priced" || kind === "pinned" ? { stop: 1 } : {}),
  }),
});
const kindsOf = (union: typeof ReservationEvent | typeof RiderEvent): string[] =>
  union.options.map(({ shape }) => shape.kind.value);

test("the code appends every kind of event and no unknown kind", () => {
  const kinds = kindsOf(ReservationEvent);
  const sources = [
    ...new Bun.Glob(
      "src/{reservations,dispatch,auto-dispatch,payments,quotes,messages}/**/*.ts",
    ).scanSync(root),
  ]
    .filter((path) => !path.endsWith("event-contract.ts"))
    .map((path) => readFileSync(join(root, path), "utf8"));
  const eventKindsIn = (pattern: RegExp) =>
    sources.flatMap((source) =>
      [...source.matchAll(pattern)].flatMap(([text]) =>
        [...text.matchAll(/"(\w+)"/g)].map(([, literal = ""]) => literal),
      ),
    );
  // The kind of a plain step comes from its state.
  const made = eventKindsIn(
    /\bkind: [^\n]*|\bkind = "\w+"|return \{ kind[^\n]*|^ {4}case "\w+":$/gm,
  );
  expect(kinds.filter((kind) => !made.includes(kind))).toEqual([]);
  const appendedKinds = eventKindsIn(/\bevent: \{\s*kind: [^\n,}]*/g).filter(
    (one) => one !== "begun",
  );
  expect(appendedKinds.length).toBeGreaterThan(20);
  expect(appendedKinds.filter((one) => !kinds.includes(one))).toEqual([]);
});

test.each(kindsOf(ReservationEvent))("%s has a title for dispatch", (kind) => {
  const [event] = timelineEvents([entryOf(kind)], "Africa/Kigali");
  expect(event?.title).toMatch(/^[A-Z]/);
});

describe.each(translatedLanguages)("event texts in %s", (language) => {
  const dictionary: Dictionary = {
    ...JSON.parse(readFileSync(join(root, `languages/${language}/trips.json`), "utf8")),
    ...JSON.parse(readFileSync(join(root, `languages/${language}/shared.json`), "utf8")),
  };
  const trip = {
    pickup: { name: "P" },
    dropoff: { name: "D" },
    stops: [{ name: "S" }],
  } as Reservation;

  test.each(kindsOf(RiderEvent))("%s has a translated text", (kind) => {
    const entry = entryOf(kind);
    const english = entryWords(entry, trip, createSay("en", {}));
    const sentence = entryWords(entry, trip, createSay(language, dictionary));
    expect(english.title).not.toBe("");
    expect(sentence.title).not.toBe(english.title);
    if (english.detail !== "" && english.detail !== "S")
      expect(sentence.detail).not.toBe(english.detail);
  });
});
