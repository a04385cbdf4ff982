/** What the demo's drivers reported: cash that they took, proof of no-shows, and incidents. */
import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { incidentEvents, incidentPhotos, incidents } from "../../db/schema/incidents";
import { payments } from "../../db/schema/payments";
import { noShows } from "../../db/schema/no-shows";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { drawCar, drawEntrance } from "./drawings";
import type { Fleet } from "./fleet";
import { createRandom, type Random } from "./random";
import type { Actor, Deps } from "../deps";
import { insertFileRow, storeFile, type WrittenFile } from "../files/store";
import type { IncidentEvent } from "../incidents/contract";
import { eventColumns } from "../reservations/event-rules";
import { insertRow, updateRow } from "../../db/rows";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Seeds a separate random stream, so that this data does not change the rest of the demo. */
const SEED = 20_261_122;
const METERS_PER_DEGREE = 111_195;

/** Draws and stores the drivers' pictures, before the transaction that refers to them. */
export async function storeReportPhotos(
  deps: Deps,
): Promise<Record<"bumper" | "wheel" | "door", WrittenFile>> {
  const [car, door] = await Promise.all([drawCar("#b9bfc4"), drawEntrance()]);
  const storePhoto = (content: Uint8Array | undefined) => {
    if (!content) throw new Error("A demo picture was not drawn.");
    return storeFile(deps, content, "image/jpeg");
  };
  const [bumperPhoto, wheelPhoto, doorPhoto] = await Promise.all([
    storePhoto(car.get("exteriorPhoto2")),
    storePhoto(car.get("exteriorPhoto4")),
    storePhoto(door),
  ]);
  return { bumper: bumperPhoto, wheel: wheelPhoto, door: doorPhoto };
}

/** Returns a driver's proof of a no-show. It depends on the pickup (ms UTC) and not on chance. */
export function demoNoShowProof(pickupAt: number) {
  const turn = Math.floor(pickupAt / (5 * MINUTE));
  return { distanceMeters: 12 + (turn % 60), called: true, messages: 0 };
}

/** Writes all reports. Runs after the trips are written and before they are accounted for. */
export function writeDriverReports(
  tx: Tx,
  fleet: Fleet,
  photos: Awaited<ReturnType<typeof storeReportPhotos>>,
): void {
  const random = createRandom(SEED);
  writeCash(tx, random, fleet);
  writeNoShows(tx, photos.door);
  writeIncidents(tx, random, fleet, photos);
}

/**
 * Writes the cash that drivers confirmed soon after the ride, nearly always the amount due. One driver has not
 * confirmed yet.
 */
function writeCash(tx: Tx, random: Random, { now, drivers }: Fleet): void {
  const drivenTrips = tx
    .select()
    .from(reservations)
    .where(
      and(
        inArray(reservations.state, ["completed", "settled"]),
        eq(reservations.payment, "cash"),
        isNotNull(reservations.driverId),
      ),
    )
    .orderBy(asc(reservations.number))
    .all();
  const endedTrips = drivenTrips.map((trip) => ({ trip, ...endOf(tx, trip) }));
  const unconfirmedTrip = endedTrips
    .filter(({ trip, endedAt }) => trip.state === "completed" && endedAt < now - 3 * HOUR)
    .findLast(({ trip }) => trip.driverId !== drivers[0]?.id);
  for (const { trip, endedAt, until } of endedTrips) {
    const driver = drivers.find(({ id }) => id === trip.driverId);
    const at = Math.floor(
      Math.min(endedAt + random.between(0.5, 4) * MINUTE, (until ?? now) - 1_000),
    );
    const isShort = random.chance(0.03);
    if (!driver || trip === unconfirmedTrip?.trip || at <= endedAt) continue;
    const collectedMinor = isShort ? Math.floor(trip.fareMinor * 0.9) : trip.fareMinor;
    const dueMinor = trip.fareMinor;
    insertRow(tx, payments, {
      id: random.id(at),
      reservationId: trip.id,
      kind: "manual",
      method: "cash",
      amountMinor: collectedMinor,
      currency: trip.currency,
      state: "succeeded",
      heldByDriverId: driver.id,
      paidOn: trip.pickupLocal.slice(0, 10),
      reason: isShort ? "The passenger had no more cash with them" : "",
      recordedByKind: "driver",
      recordedById: driver.id,
      recordedBy: driver.name,
      createdAt: at,
      concludedAt: at,
    });
    if (isShort && trip.state === "settled")
      insertRow(tx, payments, {
        id: random.id(until ?? now),
        reservationId: trip.id,
        kind: "waiver",
        amountMinor: dueMinor - collectedMinor,
        currency: trip.currency,
        state: "succeeded",
        paidOn: trip.pickupLocal.slice(0, 10),
        reason: "The amount is too small to ask for",
        recordedByKind: "system",
        recordedBy: "Livery",
        createdAt: until ?? now,
        concludedAt: until ?? now,
      });
    updateRow(tx, reservations, trip.id, {
      version: trip.version + 1,
      updatedAt: Math.max(trip.updatedAt, at),
    });
    insertRow(tx, reservationEvents, {
      id: random.id(at),
      reservationId: trip.id,
      at,
      actorKind: "driver",
      actorId: driver.id,
      actorName: driver.name,
      fromState: "completed",
      toState: "completed",
      reason: isShort ? "The passenger had no more cash with them" : "",
      ...eventColumns({
        kind: "cash_collected",
        collectedMinor,
        dueMinor,
        currency: trip.currency,
      }),
    });
  }
}

/** Returns when a trip ended, and when something happened to it after that. */
function endOf(tx: Tx, trip: StoredTrip): { endedAt: number; until: number | undefined } {
  const log = tx
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, trip.id))
    .orderBy(asc(reservationEvents.at), asc(reservationEvents.id))
    .all();
  const endIndex = log.findIndex(({ toState }) => toState === "completed");
  return { endedAt: log[endIndex]?.at ?? trip.updatedAt, until: log[endIndex + 1]?.at };
}

/** Writes where the driver waited at each no-show. The newest no-show also has a photo. */
function writeNoShows(tx: Tx, door: WrittenFile): void {
  const missedTrips = tx
    .select()
    .from(reservations)
    .where(eq(reservations.state, "no_show"))
    .orderBy(desc(reservations.pickupAt))
    .all();
  for (const [index, trip] of missedTrips.entries()) {
    if (trip.driverId === null) continue;
    const noShowProof = demoNoShowProof(trip.pickupAt);
    const at = trip.updatedAt;
    insertRow(tx, noShows, {
      ...noShowProof,
      reservationId: trip.id,
      driverId: trip.driverId,
      declaredAt: at,
      latitude: trip.pickupLatitude + noShowProof.distanceMeters / METERS_PER_DEGREE,
      longitude: trip.pickupLongitude,
      accuracyMeters: 9,
      photoFileId: index === 0 ? door.id : null,
    });
    if (index === 0)
      insertFileRow(
        tx,
        door,
        { ownerKind: "reservation", ownerId: trip.id, purpose: "no_show" },
        at,
      );
  }
}

type DemoIncident = Pick<
  typeof incidents.$inferInsert,
  "kind" | "what" | "place" | "policeNumber"
> & {
  trip: StoredTrip | undefined;
  /** How long after the pickup it happened, and how long after that it was reported. */
  after: readonly [happened: number, reported: number];
  photos: readonly WrittenFile[];
  /** What dispatch did, each with its time after the report. An outcome closes the incident. */
  done?: readonly (readonly [
    after: number,
    act: Exclude<IncidentEvent["act"], "reported" | "reopened">,
    words?: string,
  ])[];
};

/** Writes three incidents: one that dispatch has closed, one that is being handled and one that nobody has taken on. */
function writeIncidents(
  tx: Tx,
  random: Random,
  { now, drivers, dispatchers }: Fleet,
  photos: { bumper: WrittenFile; wheel: WrittenFile },
): void {
  const [first, dispatcher = first] = dispatchers;
  const drivenTrips = tx
    .select()
    .from(reservations)
    .where(
      and(inArray(reservations.state, ["completed", "settled"]), isNotNull(reservations.driverId)),
    )
    .orderBy(desc(reservations.pickupAt))
    .all();
  const firstDriverTrips = drivenTrips.filter(({ driverId }) => driverId === drivers[0]?.id);
  const demoIncidents: readonly DemoIncident[] = [
    {
      trip: firstDriverTrips.find(({ pickupAt }) => pickupAt < now - 6 * 24 * HOUR),
      kind: "breakdown",
      what: "Flat front tyre on the way back from the drop-off. I put the spare wheel on; it took half an hour.",
      place: "Airport road, before the Giporoso junction",
      policeNumber: "",
      after: [70 * MINUTE, 40 * MINUTE],
      photos: [photos.wheel],
      done: [
        [6 * MINUTE, "taken_on"],
        [
          9 * MINUTE,
          "note",
          "Called him. He has no passenger on board, and his next trip is in three hours.",
        ],
        [26 * HOUR, "closed", "The garage mended the tyre; the spare is back in the boot."],
      ],
    },
    {
      trip: firstDriverTrips.find(({ pickupAt }) => pickupAt < now - 2 * 24 * HOUR),
      kind: "dispute",
      what: "The passenger says that the price was for the return trip as well. I showed the booking, they paid and were angry.",
      place: "",
      policeNumber: "",
      after: [50 * MINUTE, 15 * MINUTE],
      photos: [],
      done: [
        [40 * MINUTE, "taken_on"],
        [
          70 * MINUTE,
          "note",
          "Wrote to the passenger and asked what price they had heard when they booked.",
        ],
      ],
    },
    {
      trip: drivenTrips.find(
        ({ driverId, pickupAt }) => driverId !== drivers[0]?.id && pickupAt < now - 3 * HOUR,
      ),
      kind: "damage",
      what: "A motorbike touched the rear bumper while I stood at the lights. Nobody is hurt, the lights work, the paint is scratched.",
      place: "Kisimenti junction, towards the stadium",
      policeNumber: "KGL 2231",
      after: [45 * MINUTE, 20 * MINUTE],
      photos: [photos.bumper],
    },
  ];
  for (const [index, one] of demoIncidents.entries()) {
    const { trip } = one;
    const driver = drivers.find(({ id }) => id === trip?.driverId);
    if (!trip || !driver || !dispatcher) throw new Error("The demo has no trip for an incident.");
    const happenedAt = trip.pickupAt + one.after[0];
    const createdAt = happenedAt + one.after[1];
    const id = random.id(createdAt);
    const pastActions = (one.done ?? []).filter(([after]) => createdAt + after < now);
    const closingAction = pastActions.find(([, act]) => act === "closed");
    const isAssigned = pastActions.some(([, act]) => act === "taken_on");
    const lastAction = pastActions.at(-1);
    insertRow(tx, incidents, {
      id,
      number: index + 1,
      state: closingAction ? "closed" : "open",
      version: 1 + pastActions.length,
      driverId: driver.id,
      reservationId: trip.id,
      vehicleId: trip.vehicleId,
      sendKey: `demo-incident-${index + 1}`,
      kind: one.kind,
      hurt: false,
      what: one.what,
      happenedAt,
      place: one.place,
      ...(one.place && {
        latitude: (trip.pickupLatitude + trip.dropoffLatitude) / 2,
        longitude: (trip.pickupLongitude + trip.dropoffLongitude) / 2,
        accuracyMeters: 11,
      }),
      policeNumber: one.policeNumber,
      ...(isAssigned && { assignedId: dispatcher.id, assignedName: dispatcher.name }),
      outcome: closingAction?.[2] ?? "",
      closedAt: closingAction ? createdAt + closingAction[0] : null,
      createdAt,
      updatedAt: createdAt + (lastAction?.[0] ?? 0),
    });
    const log = (at: number, actor: Actor, act: IncidentEvent["act"], words = "") =>
      insertRow(tx, incidentEvents, {
        id: random.id(at),
        incidentId: id,
        at,
        actorKind: actor.kind === "driver" ? "driver" : "admin",
        actorId: actor.id,
        actorName: actor.name,
        act,
        words,
      });
    log(createdAt, driver, "reported");
    for (const [after, act, words] of pastActions) log(createdAt + after, dispatcher, act, words);
    for (const file of one.photos) {
      insertFileRow(
        tx,
        file,
        { ownerKind: "incident", ownerId: id, purpose: "incident" },
        createdAt,
      );
      insertRow(tx, incidentPhotos, {
        id: random.id(createdAt),
        incidentId: id,
        sendKey: `demo-photo-${index + 1}`,
        fileId: file.id,
        createdAt,
      });
    }
  }
}
