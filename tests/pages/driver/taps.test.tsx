/** Taps that wait on the phone: they are sent in order and once each, and a refusal stops the rest. */
import { afterEach, expect, test } from "bun:test";
import fc from "fast-check";
import { ApiError } from "../../../client/api-error";
import {
  canResend,
  type StoredTap,
  nextTapToSend,
  applyTaps,
  refusedTapOf,
  tapsOf,
} from "../../../client/driving/taps/tap-rules";
import { TapSender } from "../../../client/driving/taps/tap-sender";
import { memoryStore } from "../../../client/driving/taps/tap-store";
import type { Step } from "../../../client/driving/words";
import { recordServerTime, serverTime } from "../../../client/driving/taps/server-clock";
import type { Reservation } from "../../../src/reservations/contract";

const steps: Step[] = ["en_route", "on_location", "passenger_on_board", "completed"];

type Outcome = "arrives" | "request lost" | "answer lost" | "refused" | "busy";

/** Creates a server that checks keys and versions, behind a network that behaves as `outcomes` say. */
function createServer(outcomes: Outcome[]) {
  const log: { tripId: string; key: string; seq: number }[] = [];
  const refused = new Set<string>();
  return {
    log,
    refused,
    async send(tap: StoredTap): Promise<null> {
      const outcome = outcomes.shift() ?? "arrives";
      const offline = new ApiError(0, "network", "offline");
      if (outcome === "request lost") throw offline;
      if (outcome === "busy") throw new ApiError(503, "server.busy", "busy");
      const known = log.some(({ key }) => key === tap.key);
      const done = log.filter(({ tripId }) => tripId === tap.tripId).length;
      if (!known) {
        if (outcome === "refused" || tap.version !== done + 1) {
          refused.add(tap.tripId);
          throw new ApiError(409, "reservation.stale", "changed");
        }
        log.push({ tripId: tap.tripId, key: tap.key, seq: tap.seq });
      }
      if (outcome === "answer lost") throw offline;
      return null;
    },
  };
}

const open: TapSender[] = [];
afterEach(() => {
  for (const sender of open.splice(0)) sender.close();
});

/** A network that accepts everything and never answers. */
const pendingServer = { send: () => new Promise<null>(() => {}) };

function createSender(
  server: Pick<ReturnType<typeof createServer>, "send">,
  store = memoryStore(),
) {
  let taps: readonly StoredTap[] = [];
  const sender = new TapSender({
    driverId: "eric",
    store,
    send: server.send,
    explainRefusal: async (_, { code, message }) => ({ code, words: message, gone: false }),
    onChange: (sending) => {
      taps = sending.taps;
    },
    onSent: () => {},
    onRefused: () => {},
    now: () => new Date().toISOString(),
  });
  open.push(sender);
  return { sender, store, taps: () => taps };
}

const outcome = fc.constantFrom<Outcome>(
  "arrives",
  "request lost",
  "answer lost",
  "refused",
  "busy",
);
const trips = fc.array(fc.constantFrom("one", "two", "three"), { minLength: 1, maxLength: 9 });

test("taps arrive in order and once each over any network, and stop after a refusal", async () => {
  await fc.assert(
    fc.asyncProperty(trips, fc.array(outcome, { maxLength: 20 }), async (tapped, outcomes) => {
      const server = createServer([...outcomes]);
      const store = memoryStore();
      // The browser is killed halfway, and another one continues with the stored taps.
      const first = createSender(pendingServer, store).sender;
      const made = new Map<string, number>();
      for (const tripId of tapped) {
        const before = made.get(tripId) ?? 0;
        made.set(tripId, before + 1);
        const act = { kind: "step" as const, to: steps[before % 4] as Step };
        await first.add({ tripId, number: 1, version: before + 1, act });
      }
      first.close();
      const second = createSender(server, store);
      for (let time = 0; time < 25; time++) await second.sender.flush();
      second.sender.close();

      const left = await store.all();
      expect(new Set(server.log.map(({ key }) => key)).size).toBe(server.log.length);
      for (const [tripId, count] of made) {
        const arrived = server.log.filter((tap) => tap.tripId === tripId).map(({ seq }) => seq);
        expect(arrived).toEqual(arrived.toSorted((a, b) => a - b));
        const waitingTaps = left.filter((tap) => tap.tripId === tripId);
        expect(arrived.length + waitingTaps.length).toBe(count);
        expect(waitingTaps.length > 0).toBe(server.refused.has(tripId));
        expect(refusedTapOf(left, tripId)?.seq).toBe(waitingTaps[0]?.seq);
      }
      expect(nextTapToSend(left)).toBeNull();
    }),
    { numRuns: 60 },
  );
}, 60_000);

const trip = {
  id: "one",
  state: "assigned",
  version: 3,
  boarding: { requirement: "may" },
  stops: [],
  timeline: [],
} as unknown as Reservation;

function tap(seq: number, to: Step, more: Partial<StoredTap> = {}): StoredTap {
  return {
    seq,
    key: String(seq),
    driverId: "eric",
    tripId: "one",
    number: 1001,
    version: 2 + seq,
    tappedAt: "2026-11-20T12:00:00.000Z",
    act: { kind: "step", to },
    refusal: null,
    ...more,
  };
}

test("waiting taps are shown as done, except a boarding code that is being checked", () => {
  const taps = [tap(2, "on_location"), tap(1, "en_route")];
  expect(applyTaps(trip, taps, false)).toMatchObject({ state: "on_location", version: 5 });
  const code = tap(3, "passenger_on_board", {
    act: { kind: "step", to: "passenger_on_board", boarding: { code: "1234" } },
  });
  expect(applyTaps(trip, [...taps, code], false).state).toBe("on_location");
  expect(applyTaps(trip, [...taps, code], true)).toMatchObject({
    state: "passenger_on_board",
    boarding: null,
  });
});

test("a tap of an older version, of another trip or after a refusal is not shown as done", () => {
  const { state } = trip;
  expect(applyTaps(trip, [tap(1, "en_route", { version: 2 })], true).state).toBe(state);
  expect(applyTaps(trip, [tap(1, "en_route", { tripId: "two" })], true).state).toBe(state);
  const refusal = { code: "reservation.stale", words: "", gone: false };
  const stoppedTaps = [tap(1, "en_route", { refusal }), tap(2, "on_location")];
  expect(applyTaps(trip, stoppedTaps, true).state).toBe(state);
  expect(tapsOf(stoppedTaps, "one")).toHaveLength(2);
});

test("stopped taps can be sent again only if each still follows from the trip's state", () => {
  const refusal = { code: "reservation.stale", words: "", gone: false };
  const stoppedTaps = [tap(1, "en_route", { refusal }), tap(2, "on_location")];
  expect(canResend(stoppedTaps, trip)).toBe(true);
  expect(canResend(stoppedTaps, { ...trip, state: "cancelled" })).toBe(false);
  expect(canResend(stoppedTaps, { ...trip, state: "en_route" })).toBe(false);
  const code = { ...refusal, code: "boarding.wrong_code" };
  expect(canResend([tap(1, "en_route", { refusal: code })], trip)).toBe(false);
});

test("a phone whose clock is a day off dates its taps by the server's clock", () => {
  const day = 86_400_000;
  recordServerTime(Date.now() + day, Date.now());
  expect(Math.abs(serverTime() - Date.now() - day)).toBeLessThan(1000);
  // The time in a page is a few seconds old, which does not mean that the clock has changed.
  recordServerTime(Date.now() + day - 5000, null);
  expect(Math.abs(serverTime() - Date.now() - day)).toBeLessThan(1000);
  recordServerTime(Date.now(), null);
  expect(Math.abs(serverTime() - Date.now())).toBeLessThan(1000);
});
