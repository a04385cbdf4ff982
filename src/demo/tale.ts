/**
 * The life of one trip of the demo fleet, as steps of the transition table: each with the time at
 * which somebody would have taken it, and who.
 */
import { demoReasons } from "../../db/demo";
import type { Ending, Fleet, FleetDriver, Step, Told, Trip, Wish } from "./fleet";
import type { Random } from "./random";
import { noShowGiven } from "./road";
import { type Actor, SYSTEM } from "../deps";
import { noShowFee } from "../fares/cancellation-rules";
import type { ReservationState } from "../reservations/contract";
import type { ReservationEvent } from "../reservations/event-contract";
import { stepEvent } from "../reservations/event-rules";
import { localAt, readLocalTime } from "../settings/local-time";
import { cancellation } from "../reservations/cancellation-rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Tells the life of one trip up to its ending; no step lies after now. */
export function createTale(fleet: Fleet, random: Random, trip: Trip, wish: Wish) {
  const { now } = fleet;
  const steps: Step[] = [];
  const told: Told = {
    trip,
    steps,
    late: false,
    feeMinor: null,
    feeLines: [],
    driver: null,
    assignments: [],
    offers: [],
  };
  const dispatcher = random.pick(fleet.dispatchers);
  const booker: Actor = trip.source === "phone" || !trip.rider ? dispatcher : trip.rider;
  /** The last moment at which it may have been dealt with at the desk. */
  const deskUntil = Math.min(trip.pickupAt - 35 * MINUTE, now - 20_000);
  let at =
    wish.bookedAgo !== undefined
      ? now - wish.bookedAgo
      : Math.min(
          trip.pickupAt - random.between(3, 5 * 24) * HOUR,
          now - random.between(0.3, 70) * HOUR,
        );
  // What nobody has looked at yet came in lately.
  if (wish.ending === "pending") at = Math.max(at, now - random.between(0.2, 5) * HOUR);

  const step = (
    to: ReservationState,
    actor: Actor,
    when: number,
    reason = "",
    event: ReservationEvent = stepEvent(steps.at(-1)?.to ?? null, to),
  ) => {
    at = steps.length === 0 ? Math.floor(when) : Math.max(Math.floor(when), at + 1000);
    steps.push({ at, actor, to, reason, event });
  };
  /** Some minutes after the last step, but before the limit, however near that is. */
  const after = (low: number, high: number, limit: number) => {
    const wanted = at + random.between(low, high) * MINUTE;
    return wanted < limit ? wanted : at + (limit - at) * random.between(0.2, 0.5);
  };
  const desk = (low: number, high: number) => after(low, high, deskUntil);

  function book(): void {
    // Phone bookings start as a price that was told.
    if (trip.source === "phone" && random.chance(0.5)) {
      step("quote", dispatcher, at);
      step("pending", dispatcher, desk(2, 40), "Agreed by phone");
    } else step("pending", booker, at);
  }

  function offerTo(driver: FleetDriver, state: Told["offers"][number]["state"]): void {
    const names = { driver: driver.name, vehicle: driver.vehicle.name };
    const open = state === "open";
    const when = open ? now - random.between(1, 25) * MINUTE : desk(3, 60);
    step("offered", dispatcher, when, "", { kind: "offered", ...names });
    told.offers.push({
      driver,
      state,
      reason: state === "declined" ? random.pick(demoReasons.declines) : "",
      at,
      expiresAt: at + (open ? Math.max(2 * HOUR, now - at + HOUR) : 10 * MINUTE),
      answeredAt: null,
    });
  }

  function answer(to: "assigned" | "confirmed", actor: Actor): void {
    const offer = told.offers.at(-1);
    if (!offer) return;
    const expired = offer.state === "expired";
    const when = expired ? offer.expiresAt : desk(0.4, 8);
    const names = { driver: offer.driver.name, vehicle: offer.driver.vehicle.name };
    const event =
      to === "assigned"
        ? ({ kind: to, ...names } as const)
        : ({ kind: "offer_ended", answer: expired ? "expired" : "declined", ...names } as const);
    step(to, actor, when, offer.reason, event);
    offer.answeredAt = at;
  }

  function bind(driver: FleetDriver): void {
    told.driver = driver;
    told.assignments.push({ driver, at, endedAt: null });
  }

  function assign(driver: FleetDriver): void {
    const others = fleet.drivers.filter(
      (other) => other !== driver && other.vehicle.kind === trip.kind && other.until > now,
    );
    const room = deskUntil - at > 90 * MINUTE;
    if (room && others.length > 0 && random.chance(0.12)) {
      const other = random.pick(others);
      if (random.chance(0.6)) {
        offerTo(other, "declined");
        answer("confirmed", other);
      } else {
        offerTo(other, "expired");
        answer("confirmed", SYSTEM);
      }
    }
    if (random.chance(0.55)) {
      offerTo(driver, "accepted");
      answer("assigned", driver);
    } else {
      const names = { driver: driver.name, vehicle: driver.vehicle.name };
      step("assigned", dispatcher, desk(4, 240), "", { kind: "assigned", ...names });
    }
    bind(driver);
    if (deskUntil - at > 3 * HOUR && random.chance(0.04)) {
      const given = told.assignments.at(-1);
      const names = { driver: driver.name, vehicle: driver.vehicle.name };
      step("confirmed", dispatcher, desk(20, 90), random.pick(demoReasons.unassigns), {
        kind: "unassigned",
        ...names,
      });
      if (given) given.endedAt = at;
      step("assigned", dispatcher, desk(5, 40), "", { kind: "assigned", ...names });
      bind(driver);
    }
  }

  /** The driver's steps up to a state, at the times of the trip. */
  function drive(
    driver: FleetDriver,
    upTo: "en_route" | "on_location" | "passenger_on_board",
  ): void {
    const early = random.between(2, 5);
    // One in ten is held up in town.
    const late = wish.ending === "done" && early > 4.7 ? 6 + (early - 4.7) * 30 : -early;
    const arriveAt = trip.pickupAt + late * MINUTE;
    const leaveAt = arriveAt - random.between(6, 9) * MINUTE;
    step("en_route", driver, Math.min(leaveAt, now - 4 * MINUTE));
    if (upTo === "en_route") return;
    step("on_location", driver, Math.min(arriveAt, now - 2 * MINUTE));
    if (upTo === "on_location") return;
    const wait =
      trip.serviceType === "airport_pickup" ? random.between(4, 9) : random.between(1, 7);
    const boardAt = Math.max(trip.pickupAt + wait * MINUTE, at + MINUTE);
    step("passenger_on_board", driver, Math.min(boardAt, now - 30_000));
    // Who is on the way at this moment waits at the first stop.
    if (trip.stops.length > 0 && wish.ending === "passenger_on_board")
      visit(driver, 1, "arrived", now - 3 * MINUTE);
  }

  function visit(driver: FleetDriver, stop: number, did: "arrived" | "left", when: number): void {
    step("passenger_on_board", driver, when, "", {
      kind: "stop_visited",
      stop: did,
      stopNumber: stop,
    });
  }

  function complete(driver: FleetDriver): void {
    drive(driver, "passenger_on_board");
    const ride =
      trip.hours === null
        ? trip.durationSeconds * 1000 * random.between(0.85, 1.1)
        : trip.hours * HOUR;
    const boardedAt = at;
    for (const number of trip.stops.keys()) {
      const share = (number + 1) / (trip.stops.length + 1);
      visit(driver, number + 1, "arrived", boardedAt + ride * share - 2 * MINUTE);
      visit(driver, number + 1, "left", at + 2 * MINUTE);
    }
    const ends = Math.max(boardedAt + ride, at + 2 * MINUTE);
    step("completed", driver, Math.min(ends, trip.endsAt, now - MINUTE));
    settle();
  }

  /** The accountant closes a trip two mornings later; now and then one is opened again. */
  function settle(): void {
    const local = localAt(at + 2 * DAY, fleet.timeZone).slice(0, 10);
    const morning = readLocalTime(`${local}T09:00`, fleet.timeZone);
    if (morning.kind !== "ok") return;
    const when = morning.at + random.between(0, 90) * MINUTE;
    if (when > now - 3 * HOUR) return;
    step("settled", fleet.accountant, when);
    if (random.chance(0.02) && now - at > 3 * HOUR) {
      step("completed", fleet.accountant, at + HOUR, random.pick(demoReasons.reopens));
      step("settled", fleet.accountant, at + 25 * MINUTE);
    }
  }

  function cancel(driver: FleetDriver | null): void {
    if (random.chance(0.7)) step("confirmed", dispatcher, desk(2, 25));
    if (driver && steps.at(-1)?.to === "confirmed") assign(driver);
    const byRider = trip.rider !== null && random.chance(0.75);
    const state = steps.at(-1)?.to ?? "pending";
    const until = Math.min(trip.pickupAt - 20 * MINUTE, now - 15_000);
    const atLast = random.chance(state === "assigned" ? 0.5 : 0.25);
    const when = atLast ? until - random.between(1, 80) * MINUTE : after(30, 1200, until);
    const cancelledAt = Math.floor(Math.max(at + 1000, when));
    const decision = cancellation(
      trip.version.schedule,
      {
        state,
        createdAt: steps[0]?.at ?? at,
        pickupAt: trip.pickupAt,
        startsAt: trip.pickupAt,
        fareMinor: trip.fare.totalMinor,
      },
      cancelledAt,
    );
    if (!decision.allowed) throw new Error(`A demo trip cannot be cancelled from ${state}.`);
    told.late = decision.late;
    told.feeMinor = decision.feeMinor;
    if (decision.line) told.feeLines = [decision.line];
    step(
      "cancelled",
      byRider && trip.rider ? trip.rider : dispatcher,
      cancelledAt,
      random.pick(byRider ? demoReasons.riderCancels : demoReasons.dispatchCancels),
      {
        kind: "cancelled",
        ...(decision.feeMinor > 0 && {
          feeMinor: decision.feeMinor,
          currency: trip.fare.currency,
        }),
      },
    );
    const assignment = told.assignments.at(-1);
    if (assignment) assignment.endedAt = at;
  }

  function tell(ending: Ending, driver: FleetDriver | null): Told {
    if (trip.inWords !== null) {
      step("quote", booker, at);
      return told;
    }
    if (ending === "quote" || ending === "lapsed") {
      trip.source = "phone";
      step("quote", dispatcher, at);
      if (ending === "lapsed")
        step("cancelled", dispatcher, desk(60, 2000), random.pick(demoReasons.quoteLapses));
      if (ending === "lapsed") told.feeMinor = 0;
      return told;
    }
    book();
    if (ending === "pending") return told;
    if (ending === "rejected") {
      step("rejected", dispatcher, desk(3, 50), random.pick(demoReasons.rejects));
      return told;
    }
    if (ending === "cancelled") {
      cancel(driver);
      return told;
    }
    step("confirmed", dispatcher, desk(2, 25));
    if (ending === "confirmed" || !driver) return told;
    if (ending === "offered") {
      offerTo(driver, "open");
      return told;
    }
    assign(driver);
    if (ending === "assigned") return told;
    if (ending === "done") {
      complete(driver);
      return told;
    }
    if (ending === "no_show") {
      drive(driver, "on_location");
      const fee = noShowFee(trip.version.schedule, trip.fare.totalMinor);
      const waited = trip.pickupAt + random.between(15, 25) * MINUTE;
      const arrivedAt = at;
      const declaredAt = Math.floor(Math.min(waited, now - MINUTE));
      const { distanceMeters, called, messages } = noShowGiven(trip.pickupAt);
      step("no_show", driver, declaredAt, "", {
        kind: "no_show",
        feeMinor: fee.feeMinor,
        currency: trip.fare.currency,
        waitedMinutes: Math.floor((declaredAt - arrivedAt) / MINUTE),
        hasPosition: true,
        distanceMeters,
        called,
        messages,
      });
      told.feeMinor = fee.feeMinor;
      if (fee.line) told.feeLines = [fee.line];
      return told;
    }
    drive(driver, ending);
    return told;
  }
  return { tell };
}
