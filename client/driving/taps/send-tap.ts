import type { Reservation } from "../../../src/reservations/contract";
import { type Api, read } from "../../api";
import type { ApiError } from "../../api-error";
import { fetchOwnTrip } from "../loaders";
import { applyTripAction, isOfferAnswer } from "./trip-action-rules";
import { recordServerTime } from "./server-clock";
import type { StoredTap } from "./tap-rules";
import type { Say } from "../../words/words";
import { stateChangeText } from "../words";

/** Without an answer within this time, the tap is sent again. In ms. */
const TIMEOUT_MS = 20_000;

/** Sends a tap. Returns the updated trip, or null when the answer does not include it. */
export async function sendTap(
  api: Api,
  { key, tripId, version, tappedAt, act }: StoredTap,
  hasLaterSteps: boolean,
): Promise<Reservation | null> {
  const trip = api.driver.reservations[":id"];
  const param = { id: tripId };
  const tapFields = { version, tappedAt };
  const options = {
    headers: { "Idempotency-Key": key },
    init: { signal: AbortSignal.timeout(TIMEOUT_MS) },
  };
  switch (act.kind) {
    case "accept":
      return (await readAndRecordTime(trip.acceptance.$post({ param, json: tapFields }, options)))
        .reservation;
    case "decline": {
      const json = { ...tapFields, ...(act.reason && { reason: act.reason }) };
      await readAndRecordTime(trip.refusal.$post({ param, json }, options));
      return null;
    }
    case "step": {
      const { to, boarding, noShow } = act;
      const json = {
        ...tapFields,
        to,
        ...(boarding && { boarding }),
        ...(noShow && { noShow }),
        ...(hasLaterSteps && { followed: hasLaterSteps }),
      };
      return (await readAndRecordTime(trip.progress.$post({ param, json }, options))).reservation;
    }
    case "ask": {
      const json = { ...tapFields, reason: act.reason };
      return (await readAndRecordTime(trip.boarding.$post({ param, json }, options))).reservation;
    }
    case "cash": {
      const { method, collectedMinor, dueMinor, reason } = act;
      const json = {
        ...tapFields,
        ...(method && { method }),
        collectedMinor,
        dueMinor,
        ...(reason && { reason }),
      };
      return (await readAndRecordTime(trip.cash.$post({ param, json }, options))).reservation;
    }
    case "stop": {
      const { stop, action, reason } = act;
      const json = { ...tapFields, stop, action, ...(reason !== undefined && { reason }) };
      return (await readAndRecordTime(trip.stops.$post({ param, json }, options))).reservation;
    }
  }
}

/** Reads a call's answer as `read` does, and records the server's time from its `Date` header. */
async function readAndRecordTime<T>(call: Parameters<typeof read<T>>[0]): Promise<T> {
  const requestSentAt = Date.now();
  return read(
    call.then((answer) => {
      const date = answer.headers.get("date");
      // The header has whole seconds, so the middle of the second is the best guess.
      if (date) recordServerTime(Date.parse(date) + 500, requestSentAt);
      return answer;
    }),
  );
}

/** Returns why a tap was refused, given the current trip; `trip` is null when it is not the driver's. */
export function refusalWords(
  tap: StoredTap,
  error: ApiError,
  trip: Reservation | null,
  t: Say,
): string {
  if (isOfferAnswer(tap.act))
    return error.status === 409 || error.status === 404
      ? t("Trip {number}: this offer is no longer open.", { number: tap.number })
      : error.message;
  if (error.status === 404 || !trip) return t("This trip is no longer yours.");
  if (error.status !== 409 || error.code.startsWith("cash.")) return error.message;
  if (applyTripAction(trip, tap)) return t("Dispatch changed this trip. Please check the details.");
  return stateChangeText(trip, t);
}

/** Loads the current trip, for `refusalWords`; null when it is no longer the driver's. */
export function reloadTrip(api: Api, { tripId }: StoredTap): Promise<Reservation | null> {
  return fetchOwnTrip(api, tripId);
}
