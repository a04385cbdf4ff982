/**
 * The history of one trip of the demo fleet, as steps of the transition table, each with a plausible time and actor.
 */
import { demoReasons } from "../../db/demo";
import type {
  FinalStep,
  Fleet,
  FleetDriver,
  Step,
  ReportedTrip,
  Trip,
  DemoTripSpec,
} from "./fleet";
import type { Random } from "./random";
import { demoNoShowProof } from "./driver-reports";
import { type Actor, SYSTEM_ACTOR } from "../deps";
import { noShowFee } from "../fares/cancellation-rules";
import type { ReservationState } from "../reservations/contract";
import type { ReservationEvent } from "../reservations/event-contract";
import { stepEvent } from "../reservations/event-rules";
import { localTimeAt, readLocalTime } from "../settings/local-time";
import { cancellation } from "../reservations/rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a function that writes the history of one trip up to its final step. No step is later than now. */
export function createTripHistory(fleet: Fleet, random: Random, trip: Trip, spec: DemoTripSpec) {
  const writer = createHistoryWriter(fleet, random, trip, spec);
  const { report, dispatcher, booker, step, dispatchTime } = writer;
  const { book, offerTo, assign } = createDispatchSteps(writer);
  const { drive, complete } = createDrivingSteps(writer);

  function writeSteps(ending: FinalStep, driver: FleetDriver | null) {
    if (trip.placeInWords !== null) return step("quote", booker, writer.at);
    if (ending === "quote" || ending === "lapsed") {
      trip.source = "phone";
      step("quote", dispatcher, writer.at);
      if (ending === "quote") return;
      report.feeMinor = 0;
      return step(
        "cancelled",
        dispatcher,
        dispatchTime(60, 2000),
        random.pick(demoReasons.quoteExpiryReasons),
      );
    }
    book();
    if (ending === "pending") return;
    if (ending === "rejected")
      return step(
        "rejected",
        dispatcher,
        dispatchTime(3, 50),
        random.pick(demoReasons.rejectReasons),
      );
    if (ending === "cancelled") return cancel(writer, assign, driver);
    step("confirmed", dispatcher, dispatchTime(2, 25));
    if (ending === "confirmed" || !driver) return;
    if (ending === "offered") return offerTo(driver, "open");
    assign(driver);
    if (ending === "assigned") return;
    if (ending === "done") return complete(driver);
    drive(driver, ending === "no_show" ? "on_location" : ending);
    if (ending === "no_show") declareNoShow(writer, driver);
  }
  return {
    writeUntil: (ending: FinalStep, driver: FleetDriver | null): ReportedTrip => {
      writeSteps(ending, driver);
      return report;
    },
  };
}

/** The state of the history so far, and the functions that write its next step. */
type HistoryWriter = ReturnType<typeof createHistoryWriter>;

function createHistoryWriter(fleet: Fleet, random: Random, trip: Trip, spec: DemoTripSpec) {
  const { now } = fleet;
  const steps: Step[] = [];
  const report: ReportedTrip = {
    trip,
    steps,
    isLate: false,
    feeMinor: null,
    feeLines: [],
    driver: null,
    assignments: [],
    offers: [],
  };
  const dispatcher = random.pick(fleet.dispatchers);
  const booker: Actor = trip.source === "phone" || !trip.rider ? dispatcher : trip.rider;
  /** The latest time at which dispatch may have dealt with the trip. */
  const dispatchDeadline = Math.min(trip.pickupAt - 35 * MINUTE, now - 20_000);
  const bookedAt =
    spec.bookedAgoMs !== undefined
      ? now - spec.bookedAgoMs
      : Math.min(
          trip.pickupAt - random.between(3, 5 * 24) * HOUR,
          now - random.between(0.3, 70) * HOUR,
        );
  // Unread requests arrived recently.
  const at =
    spec.finalStep === "pending"
      ? Math.max(bookedAt, now - random.between(0.2, 5) * HOUR)
      : bookedAt;

  const writer = {
    fleet,
    random,
    trip,
    wish: spec,
    now,
    report,
    steps,
    dispatcher,
    booker,
    dispatchDeadline,
    step,
    randomTimeBefore,
    dispatchTime,
    /** The time of the last step, or of the booking if there is no step yet. */
    at,
  };
  function step(
    to: ReservationState,
    actor: Actor,
    when: number,
    reason = "",
    event: ReservationEvent = stepEvent(steps.at(-1)?.to ?? null, to),
  ): void {
    writer.at =
      steps.length === 0 ? Math.floor(when) : Math.max(Math.floor(when), writer.at + 1000);
    steps.push({ at: writer.at, actor, to, reason, event });
  }
  /** Returns a time some minutes after the last step but before the limit, even if the limit is near. */
  function randomTimeBefore(low: number, high: number, limit: number): number {
    const requestedTime = writer.at + random.between(low, high) * MINUTE;
    return requestedTime < limit
      ? requestedTime
      : writer.at + (limit - writer.at) * random.between(0.2, 0.5);
  }
  function dispatchTime(low: number, high: number): number {
    return randomTimeBefore(low, high, dispatchDeadline);
  }
  return writer;
}

/** Writes what dispatch does: the booking, the offers and the assignment. */
function createDispatchSteps(writer: HistoryWriter) {
  const {
    fleet,
    random,
    trip,
    now,
    report,
    dispatcher,
    booker,
    dispatchDeadline,
    step,
    dispatchTime,
  } = writer;
  function book(): void {
    // Half of the phone bookings start as a quote.
    if (trip.source === "phone" && random.chance(0.5)) {
      step("quote", dispatcher, writer.at);
      step("pending", dispatcher, dispatchTime(2, 40), "Agreed by phone");
    } else step("pending", booker, writer.at);
  }

  function offerTo(driver: FleetDriver, state: ReportedTrip["offers"][number]["state"]): void {
    const isOpen = state === "open";
    const when = isOpen ? now - random.between(1, 25) * MINUTE : dispatchTime(3, 60);
    step("offered", dispatcher, when, "", { kind: "offered", ...namesOf(driver) });
    report.offers.push({
      driver,
      state,
      reason: state === "declined" ? random.pick(demoReasons.declineReasons) : "",
      at: writer.at,
      expiresAt: writer.at + (isOpen ? Math.max(2 * HOUR, now - writer.at + HOUR) : 10 * MINUTE),
      answeredAt: null,
    });
  }

  function answer(to: "assigned" | "confirmed", actor: Actor): void {
    const offer = report.offers.at(-1);
    if (!offer) return;
    const isExpired = offer.state === "expired";
    const when = isExpired ? offer.expiresAt : dispatchTime(0.4, 8);
    const names = namesOf(offer.driver);
    const event =
      to === "assigned"
        ? ({ kind: to, ...names } as const)
        : ({ kind: "offer_ended", answer: isExpired ? "expired" : "declined", ...names } as const);
    step(to, actor, when, offer.reason, event);
    offer.answeredAt = writer.at;
  }

  function assignDriver(driver: FleetDriver): void {
    report.driver = driver;
    report.assignments.push({ driver, at: writer.at, endedAt: null });
  }

  function assign(driver: FleetDriver): void {
    const others = fleet.drivers.filter(
      (other) => other !== driver && other.vehicle.kind === trip.kind && other.until > now,
    );
    const hasTimeToReassign = dispatchDeadline - writer.at > 90 * MINUTE;
    if (hasTimeToReassign && others.length > 0 && random.chance(0.12)) {
      const other = random.pick(others);
      if (random.chance(0.6)) {
        offerTo(other, "declined");
        answer("confirmed", other);
      } else {
        offerTo(other, "expired");
        answer("confirmed", SYSTEM_ACTOR);
      }
    }
    if (random.chance(0.55)) {
      offerTo(driver, "accepted");
      answer("assigned", driver);
    } else {
      step("assigned", dispatcher, dispatchTime(4, 240), "", {
        kind: "assigned",
        ...namesOf(driver),
      });
    }
    assignDriver(driver);
    if (dispatchDeadline - writer.at > 3 * HOUR && random.chance(0.04)) {
      const lastAssignment = report.assignments.at(-1);
      step(
        "confirmed",
        dispatcher,
        dispatchTime(20, 90),
        random.pick(demoReasons.unassignReasons),
        {
          kind: "unassigned",
          ...namesOf(driver),
        },
      );
      if (lastAssignment) lastAssignment.endedAt = writer.at;
      step("assigned", dispatcher, dispatchTime(5, 40), "", {
        kind: "assigned",
        ...namesOf(driver),
      });
      assignDriver(driver);
    }
  }
  return { book, offerTo, assign };
}

function namesOf({ name, vehicle }: FleetDriver) {
  return { driver: name, vehicle: vehicle.name };
}

/** Writes what happens on the road, and the bill afterwards. */
function createDrivingSteps(writer: HistoryWriter) {
  const { fleet, random, trip, wish: spec, now, step } = writer;
  /** Writes the driver's steps up to a state, at the times of the trip. */
  function drive(
    driver: FleetDriver,
    upTo: "en_route" | "on_location" | "passenger_on_board",
  ): void {
    const minutesEarly = random.between(2, 5);
    // One driver in ten is held up in town.
    const minutesLate =
      spec.finalStep === "done" && minutesEarly > 4.7
        ? 6 + (minutesEarly - 4.7) * 30
        : -minutesEarly;
    const arrivalAt = trip.pickupAt + minutesLate * MINUTE;
    const departureAt = arrivalAt - random.between(6, 9) * MINUTE;
    step("en_route", driver, Math.min(departureAt, now - 4 * MINUTE));
    if (upTo === "en_route") return;
    step("on_location", driver, Math.min(arrivalAt, now - 2 * MINUTE));
    if (upTo === "on_location") return;
    const waitMinutes =
      trip.serviceType === "airport_pickup" ? random.between(4, 9) : random.between(1, 7);
    const boardedAt = Math.max(trip.pickupAt + waitMinutes * MINUTE, writer.at + MINUTE);
    step("passenger_on_board", driver, Math.min(boardedAt, now - 30_000));
    // A trip that is in progress now waits at its first stop.
    if (trip.stops.length > 0 && spec.finalStep === "passenger_on_board")
      visitStop(driver, 1, "arrived", now - 3 * MINUTE);
  }

  function visitStop(
    driver: FleetDriver,
    stop: number,
    did: "arrived" | "left",
    when: number,
  ): void {
    step("passenger_on_board", driver, when, "", {
      kind: "stop_visited",
      stop: did,
      stopNumber: stop,
    });
  }

  function complete(driver: FleetDriver): void {
    drive(driver, "passenger_on_board");
    const rideMs =
      trip.hours === null
        ? trip.durationSeconds * 1000 * random.between(0.85, 1.1)
        : trip.hours * HOUR;
    const boardedAt = writer.at;
    for (const number of trip.stops.keys()) {
      const share = (number + 1) / (trip.stops.length + 1);
      visitStop(driver, number + 1, "arrived", boardedAt + rideMs * share - 2 * MINUTE);
      visitStop(driver, number + 1, "left", writer.at + 2 * MINUTE);
    }
    const endsAt = Math.max(boardedAt + rideMs, writer.at + 2 * MINUTE);
    step("completed", driver, Math.min(endsAt, trip.endsAt, now - MINUTE));
    settle();
  }

  /** Settles a trip two mornings later, by the accountant. Now and then a trip is reopened. */
  function settle(): void {
    const settleDay = localTimeAt(writer.at + 2 * DAY, fleet.timeZone).slice(0, 10);
    const nineOClock = readLocalTime(`${settleDay}T09:00`, fleet.timeZone);
    if (nineOClock.kind !== "ok") return;
    const when = nineOClock.at + random.between(0, 90) * MINUTE;
    if (when > now - 3 * HOUR) return;
    step("settled", fleet.accountant, when);
    if (random.chance(0.02) && now - writer.at > 3 * HOUR) {
      step("completed", fleet.accountant, writer.at + HOUR, random.pick(demoReasons.reopenReasons));
      step("settled", fleet.accountant, writer.at + 25 * MINUTE);
    }
  }
  return { drive, complete };
}

function cancel(
  writer: HistoryWriter,
  assign: (driver: FleetDriver) => void,
  driver: FleetDriver | null,
): void {
  const {
    random,
    trip,
    now,
    report,
    steps,
    dispatcher,
    step,
    randomTimeBefore: timeAfter,
    dispatchTime,
  } = writer;
  if (random.chance(0.7)) step("confirmed", dispatcher, dispatchTime(2, 25));
  if (driver && steps.at(-1)?.to === "confirmed") assign(driver);
  const isCancelledByRider = trip.rider !== null && random.chance(0.75);
  const state = steps.at(-1)?.to ?? "pending";
  const until = Math.min(trip.pickupAt - 20 * MINUTE, now - 15_000);
  const isLateInTrip = random.chance(state === "assigned" ? 0.5 : 0.25);
  const when = isLateInTrip ? until - random.between(1, 80) * MINUTE : timeAfter(30, 1200, until);
  const cancelledAt = Math.floor(Math.max(writer.at + 1000, when));
  const decision = cancellation(
    trip.version.schedule,
    {
      state,
      createdAt: steps[0]?.at ?? writer.at,
      pickupAt: trip.pickupAt,
      startsAt: trip.pickupAt,
      fareMinor: trip.fare.totalMinor,
    },
    cancelledAt,
  );
  if (!decision.allowed) throw new Error(`A demo trip cannot be cancelled from ${state}.`);
  report.isLate = decision.isLateCancellation;
  report.feeMinor = decision.feeMinor;
  if (decision.line) report.feeLines = [decision.line];
  step(
    "cancelled",
    isCancelledByRider && trip.rider ? trip.rider : dispatcher,
    cancelledAt,
    random.pick(
      isCancelledByRider ? demoReasons.riderCancelReasons : demoReasons.dispatchCancelReasons,
    ),
    {
      kind: "cancelled",
      ...(decision.feeMinor > 0 && {
        feeMinor: decision.feeMinor,
        currency: trip.fare.currency,
      }),
    },
  );
  const assignment = report.assignments.at(-1);
  if (assignment) assignment.endedAt = writer.at;
}

function declareNoShow(writer: HistoryWriter, driver: FleetDriver): void {
  const { random, trip, now, report, step } = writer;
  const fee = noShowFee(trip.version.schedule, trip.fare.totalMinor);
  const waitedUntil = trip.pickupAt + random.between(15, 25) * MINUTE;
  const arrivedAt = writer.at;
  const declaredAt = Math.floor(Math.min(waitedUntil, now - MINUTE));
  const { distanceMeters, called, messages } = demoNoShowProof(trip.pickupAt);
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
  report.feeMinor = fee.feeMinor;
  if (fee.line) report.feeLines = [fee.line];
}
