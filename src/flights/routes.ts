import { AppError } from "../errors";
import { equalInConstantTime } from "../process/keys";
import { SeenVersion } from "../reservations/contract";
import { Message } from "../settings/contract";
import { createRouter, runThenRead } from "../server/calls";
import { limitPerAddress } from "../server/http";
import { checkFlight } from "./check-queries";
import {
  CheckedFlight,
  CheckFlight,
  FlightAlert,
  FlightAnswer,
  FlightDay,
  FlightDayQuery,
  FlightRules,
  SaveFlightRules,
  SeenProposal,
  TripFlight,
  EnterFlightTimes,
} from "./contract";
import { alertToken, receiveAlert } from "./follow-actions";
import { readFlight, readFlightDay, readFlightRules, readTripFlight } from "./queries";
import { saveFlightRules } from "./rule-actions";
import { acceptProposal, declineProposal, enterFlightTimes } from "./trip-actions";

const proposal = {
  who: "trips.manage",
  body: SeenProposal,
  answer: TripFlight,
  refuses: ["reservation.stale", "flight.proposal_changed"],
} as const;

/** The API for flights: of a trip, of a day, the rules by which pickups follow them, and calls of the provider. */
export const flightRoutes = createRouter("flights")
  .get(
    "/admin/flights",
    "Lists the flights of a day with their trips",
    { who: "dispatch.view", query: FlightDayQuery, answer: FlightDay },
    ({ deps, query }) => readFlightDay(deps, query.day),
  )
  .get(
    "/admin/reservations/:id/flight",
    "Gives the flight of a trip, and what it means for the pickup",
    { who: "dispatch.view", answer: TripFlight },
    ({ deps, id }) => readTripFlight(deps, id),
  )
  .put(
    "/admin/reservations/:id/flight",
    "Records the scheduled and expected times of a trip's flight",
    {
      who: "trips.manage",
      body: EnterFlightTimes.and(SeenVersion),
      answer: TripFlight,
      refuses: ["reservation.stale", "trip.time_gap"],
    },
    runThenRead(enterFlightTimes, readTripFlight),
  )
  .post(
    "/admin/reservations/:id/flight/proposal",
    "Moves the pickup to the time proposed for its flight",
    proposal,
    runThenRead(acceptProposal, readTripFlight),
  )
  .delete(
    "/admin/reservations/:id/flight/proposal",
    "Keeps the pickup time until the flight changes again",
    proposal,
    runThenRead(declineProposal, readTripFlight),
  )
  .get(
    "/admin/settings/flights",
    "Says how pickup times follow flights",
    { who: "dispatch.view", answer: FlightRules },
    ({ deps }) => readFlightRules(deps),
  )
  .put(
    "/admin/settings/flights",
    "Changes how pickup times follow flights",
    {
      who: "settings.manage",
      body: SaveFlightRules,
      answer: FlightRules,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveFlightRules(deps, actor, body);
      return readFlightRules(deps);
    },
  )
  .post(
    "/flights/check",
    "Gives what is known about a flight",
    {
      who: "public",
      body: CheckFlight,
      answer: CheckedFlight,
      refuses: ["trip.time_gap"],
      use: limitPerAddress(60, 3_600),
    },
    ({ deps, body }) => checkFlight(deps, body),
  )
  .get(
    "/reservations/:id/flight",
    "Gives the flight of the rider's trip",
    { who: "rider", answer: FlightAnswer },
    ({ deps, actor, id }) => readFlight(deps, actor, id),
  )
  .get(
    "/driver/reservations/:id/flight",
    "Gives the flight of one of the driver's trips",
    { who: "driver", answer: FlightAnswer },
    ({ deps, actor, id }) => readFlight(deps, actor, id),
  )
  .post(
    "/flights/alerts/:token",
    "Receives an alert about a flight from the provider",
    {
      who: "public",
      body: FlightAlert,
      answer: Message,
      refuses: ["request.not_found"],
      use: limitPerAddress(600, 60),
    },
    async ({ deps, token, body }) => {
      if (!equalInConstantTime(token, alertToken(deps))) throw new AppError("request.not_found");
      await receiveAlert(deps, body);
      return { message: "The alert is recorded." };
    },
  );
