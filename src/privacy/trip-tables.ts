/** What is kept of a trip: its record and log, its way, what was said on it. */
import { eq } from "drizzle-orm";
import * as dispatch from "../../db/schema/dispatch";
import * as fares from "../../db/schema/fares";
import * as messages from "../../db/schema/messages";
import { noShows } from "../../db/schema/no-shows";
import { tripRatings } from "../../db/schema/ratings";
import * as reservations from "../../db/schema/reservations";
import * as orders from "../../db/schema/standing-orders";
import * as tracking from "../../db/schema/tracking";
import { ofRider, ofTrips, rowsOf, type Treatment, tripsOf } from "./treatment";

/** What of a trip is the driver's or the operator's own affair. */
const notTheRiders = [
  "driverId",
  "vehicleId",
  "payLines",
  "payMinor",
  "version",
  "statedVersion",
  "billedMinor",
  "creditedMinor",
  "settledMinor",
  "earlyStartForPickupAt",
  "feeScheduleId",
];

export const tripTables: readonly Treatment[] = [
  {
    table: reservations.reservations,
    copy: function* (db, { id }) {
      for (const row of tripsOf(db, id))
        yield Object.fromEntries(
          Object.entries(row).filter(([name]) => !notTheRiders.includes(name)),
        );
    },
    erasure: "person removed",
  },
  {
    table: orders.standingOrders,
    copy: rowsOf(orders.standingOrders, ofRider(orders.standingOrders.riderId), [
      "version",
      "feeScheduleId",
    ]),
    erasure: "removed",
  },
  {
    table: orders.standingOrderExceptions,
    copy: (db, { id }) =>
      db
        .select({
          standingOrderId: orders.standingOrderExceptions.standingOrderId,
          day: orders.standingOrderExceptions.day,
          kind: orders.standingOrderExceptions.kind,
          createdAt: orders.standingOrderExceptions.createdAt,
        })
        .from(orders.standingOrderExceptions)
        .innerJoin(
          orders.standingOrders,
          eq(orders.standingOrders.id, orders.standingOrderExceptions.standingOrderId),
        )
        .where(eq(orders.standingOrders.riderId, id))
        .all(),
    erasure: "removed",
  },
  {
    table: reservations.reservationEvents,
    // Who of dispatch or of the drivers did it is their own affair.
    copy: ofTrips(reservations.reservationEvents, reservations.reservationEvents.reservationId, [
      "actorId",
      "actorName",
    ]),
    erasure: "person removed",
  },
  {
    table: reservations.idempotencyKeys,
    copy: rowsOf(reservations.idempotencyKeys, ofRider(reservations.idempotencyKeys.accountId), [
      "bodyHash",
    ]),
    erasure: "removed",
  },
  {
    table: fares.promotionUses,
    copy: rowsOf(fares.promotionUses, ofRider(fares.promotionUses.riderId)),
    erasure: "person removed",
  },
  {
    table: tripRatings,
    // Who of dispatch looked at it is their own affair.
    copy: ofTrips(tripRatings, tripRatings.reservationId, ["driverId", "seenAt", "seenBy"]),
    erasure: "person removed",
  },
  {
    table: tracking.trackPoints,
    copy: ofTrips(tracking.trackPoints, tracking.trackPoints.reservationId),
    erasure: "removed",
  },
  {
    table: tracking.trackingLinks,
    copy: ofTrips(tracking.trackingLinks, tracking.trackingLinks.reservationId, ["tokenHash"]),
    erasure: "removed",
  },
  {
    table: messages.tripMessages,
    // What dispatch and the driver wrote to each other alone is not the rider's.
    copy: function* (db, subject) {
      const all = ofTrips(messages.tripMessages, messages.tripMessages.reservationId, [
        "senderId",
        "senderName",
        "driverId",
        "sendKey",
      ])(db, subject);
      for (const row of all)
        if (row.sender === "rider" || row.recipient === "rider" || row.recipient === "both")
          yield row;
    },
    erasure: "removed",
  },
  {
    table: messages.tripThreads,
    copy: ofTrips(messages.tripThreads, messages.tripThreads.reservationId, [
      "driverReadId",
      "driverUnread",
      "driverTellAt",
      "driverToldAt",
      "dispatchReadId",
      "dispatchUnread",
    ]),
    erasure: "removed",
  },
  {
    table: dispatch.boardings,
    copy: ofTrips(dispatch.boardings, dispatch.boardings.reservationId),
    erasure: "removed",
  },
  {
    table: noShows,
    // Where the driver stood, and the photo, are the driver's.
    copy: ofTrips(noShows, noShows.reservationId, [
      "driverId",
      "latitude",
      "longitude",
      "accuracyMeters",
      "photoFileId",
    ]),
    erasure: "removed",
  },
];
