/** Where the demo fleet is now: cars on trips with their tracks, and others that wait in town. */
import { and, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import {
  driverPositions,
  driverShiftDays,
  driverShifts,
  trackPoints,
} from "../../db/schema/tracking";
import type { Tx } from "../../db/writer";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import type { Point } from "../places/contract";
import { isTrackPoint, type TrackPoint } from "../tracking/track-rules";
import { readEvent } from "../reservations/event-rules";
import { insertRow } from "../../db/rows";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How far from the pickup a driver sets off, in degrees: about three kilometres. */
const APPROACH_DEGREES = 0.028;
/** Drivers on shift without a trip. */
const WAITING_DRIVER_COUNT = 4;

type Leg = { from: Point; to: Point; startsAt: number; endsAt: number };

/** Writes shifts, last positions, and the tracks of trips in progress. */
export function writePositions(tx: Tx, random: Random, fleet: Fleet): void {
  const { now } = fleet;
  const tripsUnderWay = tx
    .select()
    .from(reservations)
    .where(inArray(reservations.state, ["en_route", "on_location", "passenger_on_board"]))
    .orderBy(reservations.number)
    .all();
  const busyDriverIds = new Set<string>();
  for (const trip of tripsUnderWay) {
    const { driverId } = trip;
    if (driverId === null || busyDriverIds.has(driverId)) continue;
    busyDriverIds.add(driverId);
    const track = trackOf(tx, random, trip, now);
    if (track.length > 0) {
      const rows = track.map(({ accuracyMeters: _, ...point }) => ({
        ...point,
        reservationId: trip.id,
      }));
      tx.insert(trackPoints).values(rows).run();
    }
    const lastPosition = track.at(-1) ?? { ...pickupOf(trip), headingDegrees: null };
    const isStanding = trip.state === "on_location" || stopOf(tx, trip) !== null;
    putOnShift(tx, random, driverId, now, {
      latitude: lastPosition.latitude,
      longitude: lastPosition.longitude,
      headingDegrees: isStanding ? null : lastPosition.headingDegrees,
      speedMps: isStanding ? 0 : random.between(6, 12),
    });
  }
  writeShiftDays(tx, random);
  // Without driver@, because a person who signs in as that driver starts the shift themselves.
  const others = fleet.drivers
    .slice(1)
    .filter(({ id, until }) => !busyDriverIds.has(id) && until > now);
  for (const { id } of others.slice(0, WAITING_DRIVER_COUNT)) {
    const place = random.pick(fleet.places.filter(({ kind }) => kind !== "airport"));
    putOnShift(tx, random, id, now, {
      latitude: place.latitude + random.between(-0.002, 0.002),
      longitude: place.longitude + random.between(-0.002, 0.002),
      headingDegrees: null,
      speedMps: 0,
    });
  }
}

/** Puts a driver on shift, with a position that is a few seconds old. */
function putOnShift(
  tx: Tx,
  random: Random,
  driverId: string,
  now: number,
  position: Point & { headingDegrees: number | null; speedMps: number },
): void {
  const startedAt = now - Math.round(random.between(1, 6) * HOUR_MS);
  insertRow(tx, driverShifts, { driverId, startedAt });
  insertRow(tx, driverPositions, {
    ...position,
    driverId,
    accuracyMeters: Math.round(random.between(4, 18)),
    recordedAt: now - 1_000,
    receivedAt: now,
  });
}

/** Writes the shifts of past days, each from before the day's first pickup until after its last ride. */
function writeShiftDays(tx: Tx, random: Random): void {
  const drivenTrips = tx
    .select()
    .from(reservations)
    .where(and(isNotNull(reservations.driverId), isNotNull(reservations.endedAt)))
    .orderBy(reservations.pickupAt)
    .all();
  const byDay = Map.groupBy(
    drivenTrips,
    (trip) => `${trip.pickupLocal.slice(0, 10)} ${trip.driverId}`,
  );
  for (const [key, trips] of byDay) {
    const [day = "", driverId = ""] = key.split(" ");
    const from = Math.min(...trips.map(({ arrivedAt, pickupAt }) => arrivedAt ?? pickupAt));
    const until = Math.max(...trips.map(({ endedAt, pickupAt }) => endedAt ?? pickupAt));
    const extraMs = random.between(1, 2.5) * HOUR_MS;
    const seconds = Math.round(Math.min(12 * HOUR_MS, until - from + extraMs) / 1_000);
    insertRow(tx, driverShiftDays, { day, driverId, seconds });
  }
}

/** Returns the thinned track of a trip until now, sampled every ten seconds of the drive. */
function trackOf(tx: Tx, random: Random, trip: StoredTrip, now: number) {
  const track: (TrackPoint & { accuracyMeters: number })[] = [];
  for (const leg of legsOf(tx, random, trip, now)) {
    const bendDegrees = random.between(-0.004, 0.004);
    const heading = headingOf(leg.from, leg.to);
    for (let at = leg.startsAt; at <= Math.min(leg.endsAt, now - 2_000); at += 10_000) {
      const share = (at - leg.startsAt) / Math.max(1, leg.endsAt - leg.startsAt);
      const sideOffsetDegrees = Math.sin(share * Math.PI) * bendDegrees;
      const point = {
        latitude:
          leg.from.latitude + (leg.to.latitude - leg.from.latitude) * share + sideOffsetDegrees,
        longitude:
          leg.from.longitude + (leg.to.longitude - leg.from.longitude) * share - sideOffsetDegrees,
        headingDegrees: heading,
        accuracyMeters: 8,
        recordedAt: at,
      };
      const before = track.at(-1) ?? null;
      if (isTrackPoint(point, { before, after: null, count: track.length })) track.push(point);
    }
  }
  return track;
}

/** Returns the legs of a drive: to the pickup and, once the passenger is on board, onwards. */
function legsOf(tx: Tx, random: Random, trip: StoredTrip, now: number): Leg[] {
  const timeOfState = (state: StoredTrip["state"]) =>
    tx
      .select({ at: reservationEvents.at })
      .from(reservationEvents)
      .where(
        and(
          eq(reservationEvents.reservationId, trip.id),
          eq(reservationEvents.toState, state),
          ne(reservationEvents.fromState, state),
        ),
      )
      .all()
      .at(-1)?.at;
  const setOffAt = timeOfState("en_route") ?? now;
  const arrivedAt = timeOfState("on_location") ?? Math.max(trip.pickupAt, now + 3 * MINUTE_MS);
  const pickup = pickupOf(trip);
  const angle = random.between(0, 2 * Math.PI);
  const start = {
    latitude: pickup.latitude + Math.sin(angle) * APPROACH_DEGREES,
    longitude: pickup.longitude + Math.cos(angle) * APPROACH_DEGREES,
  };
  const legs = [{ from: start, to: pickup, startsAt: setOffAt, endsAt: arrivedAt }];
  const onBoardAt = timeOfState("passenger_on_board");
  if (onBoardAt === undefined) return legs;
  const stop = stopOf(tx, trip);
  if (stop)
    return [...legs, { from: pickup, to: stop.point, startsAt: onBoardAt, endsAt: stop.arrivedAt }];
  const dropoff = { latitude: trip.dropoffLatitude, longitude: trip.dropoffLongitude };
  // An hourly trip ends where it began, so on the way it heads for another place.
  const to = trip.serviceType === "hourly" ? start : dropoff;
  const endsAt = Math.max(onBoardAt + trip.durationSeconds * 1000, now + 4 * MINUTE_MS);
  return [...legs, { from: pickup, to, startsAt: onBoardAt, endsAt }];
}

/** Returns the stop that a trip has reached and the time of arrival, or null between stops. */
function stopOf(tx: Tx, trip: StoredTrip): { point: Point; arrivedAt: number } | null {
  const [last] = tx
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, trip.id))
    .orderBy(desc(reservationEvents.at), desc(reservationEvents.id))
    .limit(1)
    .all();
  const event = last && readEvent(last);
  const stop = event?.kind === "stop_visited" ? trip.stops[event.stopNumber - 1] : undefined;
  if (!last || !stop) return null;
  return { point: stop as Point, arrivedAt: last.at };
}

function pickupOf(trip: StoredTrip): Point {
  return { latitude: trip.pickupLatitude, longitude: trip.pickupLongitude };
}

/**
 * Returns the heading in degrees clockwise from north. It treats degrees of latitude and longitude as equal, as they
 * are near the equator.
 */
function headingOf(from: Point, to: Point): number {
  const radians = Math.atan2(to.longitude - from.longitude, to.latitude - from.latitude);
  return Math.round(((radians * 180) / Math.PI + 360) % 360);
}
