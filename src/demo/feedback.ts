/** The riders' ratings of the demo's trips, and the items that they left in the cars. */
import { and, asc, desc, eq, inArray, isNotNull, max } from "drizzle-orm";
import { foundItems, lostReports } from "../../db/schema/property";
import { tripRatings } from "../../db/schema/ratings";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Fleet, FleetPerson } from "./fleet";
import type { Random } from "./random";
import type { Deps } from "../deps";
import { logPropertyEvent } from "../property/log-actions";
import { keepUntil } from "../property/rules";
import { ratingComplaints, ratingPraises } from "../reservations/feedback/feedback-contract";
import { insertRow } from "../../db/rows";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes ratings and lost items for the trips that exist already. */
export function writeFeedback(deps: Deps, tx: Tx, random: Random, fleet: Fleet): void {
  writeRatings(tx, random, fleet);
  writeLostProperty(deps, tx, random, fleet);
}

const praisingComments = [
  "Very calm driving, thank you.",
  "The car was spotless and the water was cold.",
  "Waited patiently even though my flight was late.",
  "Helped my mother to her door. We will ask for this driver again.",
];
const criticalComments = [
  "Ten minutes late, and nobody called.",
  "The air conditioning did not work.",
  "We took a long way around town.",
];

/** Writes ratings. Many riders rate, most of them well. Nobody has looked at the newest bad ratings yet. */
function writeRatings(tx: Tx, random: Random, { now, riders, dispatchers }: Fleet): void {
  const drivenTrips = tx
    .select()
    .from(reservations)
    .where(
      and(inArray(reservations.state, ["completed", "settled"]), isNotNull(reservations.riderId)),
    )
    .orderBy(asc(reservations.number))
    .all();
  const endTimesById = endTimes(tx);
  const unratedTrip = lastTrip(drivenTrips, riders[0]);
  for (const trip of drivenTrips) {
    // The last trip of the demo's rider stays unrated, so that a visitor can rate it.
    if (trip.id === unratedTrip?.id || !random.chance(0.45)) continue;
    const at = Math.min(
      (endTimesById.get(trip.id) ?? trip.pickupAt) + random.whole(4, 300) * MINUTE,
      now,
    );
    const stars = Number(random.pickWeighted({ 5: 62, 4: 25, 3: 7, 2: 4, 1: 2 }));
    const isLowRating = stars < 4;
    const chip: string = isLowRating ? random.pick(ratingComplaints) : random.pick(ratingPraises);
    const isSeen = at < now - 4 * DAY;
    insertRow(tx, tripRatings, {
      reservationId: trip.id,
      driverId: trip.driverId,
      stars,
      chips: [chip],
      words: random.chance(0.3)
        ? random.pick(isLowRating ? criticalComments : praisingComments)
        : "",
      createdAt: at,
      updatedAt: at,
      seenAt: isSeen ? at + 2 * HOUR : null,
      seenBy: isSeen ? (dispatchers[0]?.name ?? null) : null,
    });
  }
}

function lastTrip(
  trips: readonly StoredTrip[],
  rider: FleetPerson | undefined,
): StoredTrip | undefined {
  return trips
    .filter(({ riderId }) => riderId === rider?.id)
    .sort((a, b) => b.pickupAt - a.pickupAt)[0];
}

/** Returns when each completed trip ended. */
function endTimes(tx: Tx): Map<string, number> {
  const rows = tx
    .select({ id: reservationEvents.reservationId, at: max(reservationEvents.at) })
    .from(reservationEvents)
    .where(eq(reservationEvents.toState, "completed"))
    .groupBy(reservationEvents.reservationId)
    .all();
  return new Map(rows.map(({ id, at }) => [id, at ?? 0]));
}

/**
 * Writes one item that was found and reported to its owner, one that matches a report but is not linked yet, and one
 * that nobody has reported.
 */
function writeLostProperty(
  deps: Deps,
  tx: Tx,
  random: Random,
  { now, riders, dispatchers }: Fleet,
): void {
  const [dispatcher] = dispatchers;
  const [rider, ...others] = riders;
  const endTimesById = endTimes(tx);
  const drivenTrips = tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.state, "settled"), isNotNull(reservations.riderId)))
    .orderBy(desc(reservations.pickupAt))
    .all();
  const riderTrip = drivenTrips.find((trip) => trip.riderId === rider?.id);
  const otherTrip = drivenTrips.find((trip) => trip.riderId !== rider?.id);
  const owner = others.find(({ id }) => id === otherTrip?.riderId);
  if (!dispatcher || !rider || !riderTrip || !otherTrip || !owner) return;

  const glasses = {
    category: "glasses",
    what: "Reading glasses in a blue case",
    colour: "blue",
    marks: "The case has a scratch on its lid.",
    place: "back_seat",
  } as const;
  const reportRow = (trip: StoredTrip, by: FleetPerson, number: number, after: number) => {
    const id = random.id(now);
    const lostAt = endTimesById.get(trip.id) ?? trip.pickupAt;
    const at = Math.min(lostAt + after, now - HOUR);
    return {
      id,
      number,
      version: 1,
      source: "rider",
      riderId: by.id,
      reservationId: trip.id,
      vehicleId: trip.vehicleId,
      driverId: trip.driverId,
      reporterName: by.name,
      contact: by.phone ?? "",
      wish: "collect",
      wishNote: "",
      photoFileId: null,
      lostAt,
      searchedAt: null,
      createdAt: at,
      updatedAt: at,
    } as const;
  };
  const itemRow = (
    trip: StoredTrip,
    number: number,
    after: number,
    category: "glasses" | "bag" | "toy",
  ) => {
    const foundAt = Math.min(
      (endTimesById.get(trip.id) ?? trip.pickupAt) + after,
      now - 30 * MINUTE,
    );
    return {
      id: random.id(now),
      number,
      version: 1,
      reservationId: trip.id,
      vehicleId: trip.vehicleId,
      driverId: trip.driverId,
      finderName: dispatcher.name,
      photoFileId: null,
      foundAt,
      storage: `Office, shelf ${number}`,
      keepUntil: keepUntil(foundAt, category, deps.config.foundItemDays),
      createdAt: foundAt,
      updatedAt: foundAt,
    } as const;
  };

  const logReport = ({ id, number, createdAt }: ReturnType<typeof reportRow>, by: FleetPerson) =>
    logPropertyEvent(tx, deps, { kind: "lost_report", id, number }, by, createdAt, "reported");
  const logItem = ({ id, number, foundAt, storage }: ReturnType<typeof itemRow>) =>
    logPropertyEvent(tx, deps, { kind: "found_item", id, number }, dispatcher, foundAt, "found", {
      detail: { storage },
    });

  const glassesReport = reportRow(riderTrip, rider, 1, 3 * HOUR);
  const foundGlasses = itemRow(riderTrip, 1, 20 * HOUR, "glasses");
  const matchedAt = foundGlasses.foundAt + 10 * MINUTE;
  insertRow(tx, lostReports, {
    ...glassesReport,
    ...glasses,
    state: "matched",
    version: 2,
    updatedAt: matchedAt,
  });
  insertRow(tx, foundItems, {
    ...foundGlasses,
    ...glasses,
    state: "matched",
    version: 2,
    reportId: glassesReport.id,
    updatedAt: matchedAt,
  });
  logReport(glassesReport, rider);
  logItem(foundGlasses);
  for (const [subject, detail] of [
    [
      { kind: "lost_report", id: glassesReport.id, number: glassesReport.number },
      { item: foundGlasses.number },
    ],
    [
      { kind: "found_item", id: foundGlasses.id, number: foundGlasses.number },
      { report: glassesReport.number },
    ],
  ] as const)
    logPropertyEvent(tx, deps, subject, dispatcher, matchedAt, "matched", { detail });

  const bag = { category: "bag", colour: "brown", place: "boot" } as const;
  const lostItemReport = reportRow(otherTrip, owner, 2, 5 * HOUR);
  insertRow(tx, lostReports, {
    ...lostItemReport,
    ...bag,
    state: "open",
    what: "Small leather bag",
    marks: "Papers of a clinic in the side pocket.",
  });
  logReport(lostItemReport, owner);
  const storedItem = itemRow(otherTrip, 2, 2 * HOUR, "bag");
  insertRow(tx, foundItems, {
    ...storedItem,
    ...bag,
    state: "kept",
    what: "Brown leather bag",
    marks: "",
  });
  logItem(storedItem);

  const thirdTrip = drivenTrips.find((trip) => trip !== riderTrip && trip !== otherTrip);
  if (!thirdTrip) return;
  const toy = itemRow(thirdTrip, 3, 8 * HOUR, "toy");
  insertRow(tx, foundItems, {
    ...toy,
    category: "toy",
    what: "Knitted rabbit",
    colour: "grey",
    marks: "One ear has been sewn back on.",
    place: "floor",
    state: "kept",
  });
  logItem(toy);
}
