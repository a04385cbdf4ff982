/** Reads which trips need a dispatcher's attention now. */
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import type { Deps } from "../deps";
import type { ReservationState } from "../reservations/contract";
import { CASH_REMINDER_MS } from "../reservations/waiting/cash-rules";
import { formatMoney } from "../settings/money-rules";
import { speedKmhByHour } from "../routing/queries";
import type { AttentionTrip, TripAttention } from "./attention-contract";
import {
  CASH_OVERDUE_MS,
  landingWarning,
  lateStartWarning,
  STANDSTILL_MS,
  standstillWarning,
} from "./attention-rules";
import { findLastPosition } from "./shift-queries";
import { findTrip } from "../reservations/links/trip-queries";
import { iso } from "../formats/instants";

const HOUR_MS = 3_600_000;
/** Trips whose pickup is longer ago are in the list of late trips. */
const MAX_OVERDUE_MS = 12 * HOUR_MS;
/** The longest drive to a pickup that is considered. */
const PICKUP_WINDOW_MS = 3 * HOUR_MS;
/** How far ahead trips without an accepting driver are listed. */
const UNANSWERED_WINDOW_MS = 48 * HOUR_MS;
/** How far ahead of the pickup flights are followed. */
const FLIGHT_WINDOW_MS = 24 * HOUR_MS;
const MAX_TRIPS = 50;
/** The most trips with flights that are read. They are more than are listed, because most flights are on time. */
const MAX_FLIGHT_TRIPS = 500;

type Row = {
  id: string;
  number: number;
  state: ReservationState;
  pickup_at: number;
  passenger_name: string;
  driver_id: string | null;
  driver: string | null;
  pickup_latitude: number;
  pickup_longitude: number;
  pickup_pinned: number;
  landed_at: number | null;
  answer: string | null;
};

/** A trip whose flight is followed or has landed, with the usual number of minutes between landing and pickup. */
type FlightTripRow = Row & { margin_minutes: number };

type ExpenseRow = Row & { amount_minor: number; currency: string };

const COLUMNS = `r.id, r.number, r.state, r.pickup_at, r.passenger_name, r.driver_id,
  trim(d.first_name || ' ' || d.last_name) AS driver,
  r.pickup_latitude, r.pickup_longitude, r.pickup_pinned, r.landed_at`;

const statements = prepared(({ $client }: Db) => ({
  tripsInState: $client.query<Row, [string, number, number, number]>(
    `SELECT ${COLUMNS}, NULL AS answer FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id
     WHERE r.state = ? AND r.pickup_at >= ? AND r.pickup_at < ? AND r.will_call = 0
     ORDER BY r.pickup_at, r.id LIMIT ?`,
  ),
  unanswered: $client.query<Row, [number, number, number]>(
    `SELECT * FROM (
       SELECT ${COLUMNS}, CASE WHEN a.alerted_at IS NOT NULL THEN 'late'
         WHEN a.outcome = 'nobody' THEN 'nobody' ELSE (SELECT o.state FROM offers o WHERE o.reservation_id = r.id
         ORDER BY o.created_at DESC LIMIT 1) END AS answer
       FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id
       LEFT JOIN auto_dispatch_runs a ON a.reservation_id = r.id
       WHERE r.state = 'confirmed' AND r.pickup_at >= ? AND r.pickup_at < ?
     ) WHERE answer IN ('declined', 'expired', 'late', 'nobody') ORDER BY pickup_at, id LIMIT ?`,
  ),
  flightTrips: $client.query<FlightTripRow, [number, number, number]>(
    `SELECT ${COLUMNS}, CASE WHEN f.state IN ('cancelled', 'diverted', 'unknown') THEN f.state
         WHEN w.proposed_pickup_at IS NOT NULL THEN 'proposed' END AS answer,
       max(r.minutes_after_landing, coalesce(w.margin_minutes, 0)) AS margin_minutes
     FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id
     LEFT JOIN flight_trips w ON w.reservation_id = r.id AND w.number = r.flight_number
     LEFT JOIN flights f ON f.id = w.flight_id
     WHERE r.service_type IN ('airport_pickup', 'airport_dropoff')
       AND r.state IN ('pending', 'confirmed', 'offered', 'assigned', 'en_route')
       AND r.pickup_at >= ? AND r.pickup_at < ? AND (r.landed_at IS NOT NULL OR f.id IS NOT NULL)
     ORDER BY r.pickup_at, r.id LIMIT ?`,
  ),
  cash: $client.query<Row, [number, number, number, number]>(
    `SELECT ${COLUMNS}, NULL AS answer FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id
     WHERE r.state = 'completed' AND r.pickup_at >= ? AND r.pickup_at < ?
       AND coalesce(r.driver_id, r.farm_out_id) IS NOT NULL
       AND r.payment = 'cash' AND r.fare_minor > 0 AND r.statement_version IS NULL
       AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.reservation_id = r.id)
       AND (SELECT min(e.at) FROM reservation_events e WHERE e.reservation_id = r.id
         AND e.to_state = 'completed') < ?
     ORDER BY r.pickup_at, r.id LIMIT ?`,
  ),
  expenses: $client.query<ExpenseRow, [number]>(
    `SELECT ${COLUMNS}, NULL AS answer, e.amount_minor, r.currency
     FROM (SELECT reservation_id, sum(amount_minor) AS amount_minor,
       min(created_at) AS since FROM expenses WHERE state = 'proposed' GROUP BY reservation_id) e
     JOIN reservations r ON r.id = e.reservation_id LEFT JOIN drivers d ON d.id = r.driver_id
     ORDER BY e.since, r.id LIMIT ?`,
  ),
  pointBefore: $client.query<{ latitude: number; longitude: number }, [string, number]>(
    `SELECT latitude, longitude FROM track_points
     WHERE reservation_id = ? AND recorded_at <= ? ORDER BY recorded_at DESC LIMIT 1`,
  ),
}));

/**
 * Reads trips that need attention: the driver has stopped or has not set off, nobody has reported the cash, no driver
 * has accepted, the flight has changed, or expenses wait for a decision.
 */
export function readTripAttention(deps: Deps): TripAttention {
  const { db } = deps;
  const now = deps.now();
  const speedKmh = speedKmhByHour(deps)(now);
  const { tripsInState, unanswered, flightTrips, cash, expenses, pointBefore } = statements(db);
  const withReason = (row: Row, why: string | null): AttentionTrip[] =>
    why === null ? [] : [toTrip(row, why)];
  return {
    notMoving: tripsInState
      .all("en_route", now - MAX_OVERDUE_MS, now + MAX_OVERDUE_MS, MAX_TRIPS)
      .flatMap((row) => {
        // An affiliate's driver need not share a position.
        if (row.driver_id === null) return [];
        const enRouteAt = findTrip(db, row.id)?.enRouteAt;
        if (enRouteAt === null || enRouteAt === undefined) return [];
        const lastKnownPosition = findLastPosition(db, row.driver_id);
        const lastPosition =
          lastKnownPosition && lastKnownPosition.recordedAt >= enRouteAt ? lastKnownPosition : null;
        const [before] = pointBefore.all(row.id, now - STANDSTILL_MS);
        const pickup = pickupOf(row);
        return withReason(
          row,
          standstillWarning(
            { enRouteAt, pickup },
            { last: lastPosition, before: before ?? null },
            now,
          ),
        );
      }),
    // After its pickup time, the trip is in the list of late trips instead.
    notStarted: tripsInState
      .all("assigned", now, now + PICKUP_WINDOW_MS, MAX_TRIPS)
      .flatMap((row) => {
        const trip = { pickupAt: row.pickup_at, pickup: pickupOf(row) };
        const lastKnown = findLastPosition(db, row.driver_id);
        const lastPosition =
          lastKnown && now - lastKnown.recordedAt < STANDSTILL_MS ? lastKnown : null;
        return withReason(row, lateStartWarning(trip, lastPosition, speedKmh, now));
      }),
    unanswered: unanswered
      .all(now - MAX_OVERDUE_MS, now + UNANSWERED_WINDOW_MS, MAX_TRIPS)
      .map((row) => toTrip(row, unansweredWords[row.answer ?? ""] ?? "no answer")),
    flights: flightTrips
      .all(now - MAX_OVERDUE_MS, now + FLIGHT_WINDOW_MS, MAX_FLIGHT_TRIPS)
      .flatMap((row) => withReason(row, flightWords[row.answer ?? ""] ?? landingWords(row)))
      .slice(0, MAX_TRIPS),
    cash: cash
      .all(now - CASH_REMINDER_MS, now, now - CASH_OVERDUE_MS, MAX_TRIPS)
      .map((row) => toTrip(row, `trip ${row.number}`)),
    expenses: expenses
      .all(MAX_TRIPS)
      .map((row) => toTrip(row, formatMoney(row.amount_minor, row.currency))),
  };
}

/** Why dispatch has to decide after a change of a flight. */
const flightWords: Record<string, string> = {
  cancelled: "flight cancelled",
  diverted: "flight diverted",
  unknown: "flight not known",
  proposed: "pickup should move",
};

function landingWords({ pickup_at, landed_at, margin_minutes }: FlightTripRow): string | null {
  return landed_at === null ? null : landingWarning(pickup_at, landed_at + margin_minutes * 60_000);
}

/** Why a trip has no driver: the last driver's answer, or the outcome of auto-dispatch. */
const unansweredWords: Record<string, string> = {
  declined: "declined",
  expired: "no answer",
  late: "auto-dispatch gave up",
  nobody: "auto-dispatch found nobody",
};

function pickupOf(row: Row) {
  if (!row.pickup_pinned) return null;
  return { latitude: row.pickup_latitude, longitude: row.pickup_longitude };
}

function toTrip(row: Row, why: string): AttentionTrip {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    pickupAt: iso(row.pickup_at),
    passenger: { name: row.passenger_name },
    driver: row.driver,
    why,
  };
}
