/**
 * The actions that a driver can tap, the step that comes next, and how a tap changes a trip. The main button, the trip
 * shown while a tap waits, and the rules for sending again all use this file.
 */
import type { BoardingProof } from "../../../src/reservations/waiting/boarding-contract";
import type { NoShowProof } from "../../../src/reservations/waiting/no-show-contract";
import type { Reservation, TimelineEntry } from "../../../src/reservations/contract";
import { canMove, nextStep } from "../../../src/reservations/rules";
import type { StopAction } from "../../../src/reservations/waiting/stop-contract";
import {
  currentStopNumber,
  canAct,
  stopVisits,
} from "../../../src/reservations/waiting/stop-rules";
import { stepWords, stopActionWords, type Step } from "../words";
import type { Say } from "../../words/words";

/** A tap on a trip that is assigned to the driver. */
export type TripAction =
  | { kind: "step"; to: Step; boarding?: BoardingProof; noShow?: NoShowProof }
  | ({ kind: "stop"; reason?: string } & StopAction)
  | { kind: "ask"; reason: string }
  | {
      kind: "cash";
      /** Absent in taps that an older version of the app stored. */
      method?: "cash" | "card_terminal";
      collectedMinor: number;
      dueMinor: number;
      reason?: string;
    };

/** A tap on a trip or an answer to an offer. */
export type Act = TripAction | { kind: "accept" } | { kind: "decline"; reason: string };

/** Whether the tap answers an offer. The offered trip is not the driver's yet. */
export function isOfferAnswer(act: Act): act is Exclude<Act, TripAction> {
  return act.kind === "accept" || act.kind === "decline";
}

/** Returns the action of the main button; null when the driver has nothing to do. */
export function nextAction(trip: Reservation): TripAction | null {
  const to = nextStep(trip.state);
  if (to !== "completed") return to && { kind: "step", to };
  const visits = stopVisits(trip.stops.length, trip.timeline);
  const stop = currentStopNumber(visits);
  if (stop === null) return { kind: "step", to };
  const action = visits[stop - 1]?.standing === "here" ? "left" : "arrived";
  return { kind: "stop", stop, action };
}

/** The id prefix of timeline entries that are not sent yet. */
const TAP_KEY_PREFIX = "tap-";

/** Whether the trip is completed only on this phone, so that the server has not added waiting to its fare yet. */
export function hasEndedLocally({ timeline }: Reservation): boolean {
  return timeline.some(({ id, to }) => to === "completed" && id.startsWith(TAP_KEY_PREFIX));
}

/** Whether the driver still has to report the money received. The server sets `isCashForgotten` after some days. */
export function owesCash({ state, dueMinor, isCollected, isCashForgotten }: Reservation): boolean {
  return state === "completed" && dueMinor > 0 && !isCollected && !isCashForgotten;
}

/** Returns the label of the button that was tapped. */
export function actionWords(act: Act, t: Say): string {
  switch (act.kind) {
    case "accept":
      return t.in("an offer", "Accept");
    case "decline":
      return t("Decline");
    case "step":
      return t.of(stepWords[act.to]);
    case "stop":
      return stopActionWords(act, t);
    case "ask":
      return t("Ask dispatch");
    case "cash":
      return t("Payment received");
  }
}

const stepKinds = {
  en_route: "set_off",
  on_location: "arrived",
  passenger_on_board: "boarded",
  completed: "completed",
  no_show: "no_show",
} as const;

/** Returns the trip after the tap, with a timeline entry for it; null when the tap does not fit the trip. */
export function applyTripAction(
  trip: Reservation,
  { key, act, tappedAt }: { key: string; act: Act; tappedAt: string },
): Reservation | null {
  if (isOfferAnswer(act)) return null;
  const version = trip.version + 1;
  const timelineWith = (entry: Pick<TimelineEntry, "to" | "reason" | "event">) => [
    ...trip.timeline,
    {
      id: `${TAP_KEY_PREFIX}${key}`,
      at: tappedAt,
      actor: { kind: "driver" as const, name: "You" },
      from: trip.state,
      ...entry,
    },
  ];
  switch (act.kind) {
    case "step": {
      if (!canMove(trip.state, act.to)) return null;
      const endsWaiting = act.to === "passenger_on_board" || act.to === "no_show";
      const timeline = timelineWith({ to: act.to, reason: "", event: { kind: stepKinds[act.to] } });
      // The wait for the passenger counts from the time of the tap, not from its arrival at the server.
      const noShow =
        act.to === "on_location" && trip.noShow ? { ...trip.noShow, arrivedAt: tappedAt } : null;
      return {
        ...trip,
        state: act.to,
        version,
        timeline,
        ...(endsWaiting && { boarding: null }),
        ...(noShow && { noShow }),
      };
    }
    case "ask": {
      const { boarding } = trip;
      if (trip.state !== "on_location" || !boarding || boarding.confirmed) return null;
      const { reason } = act;
      const timeline = timelineWith({
        to: trip.state,
        reason,
        event: { kind: "boarding_requested" },
      });
      return {
        ...trip,
        version,
        timeline,
        boarding: { ...boarding, request: { reason, at: tappedAt } },
      };
    }
    case "cash": {
      if (!owesCash(trip)) return null;
      const { collectedMinor, dueMinor, reason = "" } = act;
      const { currency } = trip;
      const event = { kind: "cash_collected", collectedMinor, dueMinor, currency } as const;
      const timeline = timelineWith({ to: trip.state, reason, event });
      const paidMinor = trip.paidMinor + collectedMinor;
      return { ...trip, version, timeline, isCollected: true, paidMinor };
    }
    case "stop": {
      const visits = stopVisits(trip.stops.length, trip.timeline);
      if (trip.state !== "passenger_on_board" || !canAct(visits, act)) return null;
      const { action, stop, reason = "" } = act;
      const event = { kind: "stop_visited", stop: action, stopNumber: stop } as const;
      return { ...trip, version, timeline: timelineWith({ to: trip.state, reason, event }) };
    }
  }
}
