/** The messages between the people of the demo's trips. */
import { asc, inArray } from "drizzle-orm";
import { tripMessages, tripThreads } from "../../db/schema/messages";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Fleet } from "./fleet";
import type { Recipient, Side } from "../messages/contract";
import { unreadCountsOf } from "../messages/queries";
import { insertRow } from "../../db/rows";

const MINUTE = 60_000;

/** Writes messages between the demo's rider and driver, and one from a rider on the road who waits for dispatch. */
export function writeMessages(tx: Tx, fleet: Fleet): void {
  const { now, riders, drivers } = fleet;
  const [rider] = riders;
  const [driver] = drivers;
  const trips = tx
    .select()
    .from(reservations)
    .where(inArray(reservations.state, ["assigned", "en_route"]))
    .orderBy(asc(reservations.pickupAt))
    .all();
  const demoTrip = trips.find((trip) => trip.riderId === rider?.id && trip.driverId === driver?.id);
  const minutesAgo = (ago: number) => now - ago * MINUTE;
  if (demoTrip)
    writeConversation(tx, fleet, demoTrip, "rider", [
      ["driver", "rider", minutesAgo(14), "Good day, I will wait for you at the main door."],
      ["rider", "driver", minutesAgo(12), "Thank you. There are two of us, with three suitcases."],
      ["driver", "rider", minutesAgo(9), "No problem, the boot is empty."],
      [
        "dispatch",
        "both",
        minutesAgo(4),
        "The airport road is busy today. You will be in good time.",
      ],
    ]);
  const movingTrip = trips.find(
    (trip) => trip.state === "en_route" && trip.riderId !== null && trip !== demoTrip,
  );
  if (movingTrip)
    writeConversation(tx, fleet, movingTrip, "dispatch", [
      ["rider", "dispatch", minutesAgo(6), "Can the driver come to the back entrance, please?"],
    ]);
}

type DemoMessage = readonly [from: Side, to: Recipient, at: number, text: string];

/** Writes a conversation whose last message one side has not read yet. */
function writeConversation(
  tx: Tx,
  fleet: Fleet,
  trip: StoredTrip,
  unreadSide: Side,
  messages: readonly DemoMessage[],
): void {
  const { driverId } = trip;
  if (!driverId) return;
  const people = {
    rider: fleet.riders.find(({ id }) => id === trip.riderId),
    driver: fleet.drivers.find(({ id }) => id === driverId),
    dispatch: fleet.dispatchers[0],
  };
  const ids = messages.map(([sender, recipient, createdAt, body], position) => {
    const person = people[sender];
    const { id } = insertMessage(tx, {
      reservationId: trip.id,
      sender,
      senderId: person?.id ?? "",
      senderName: person?.name.split(" ")[0] ?? "",
      recipient,
      driverId,
      body,
      sendKey: `demo-${trip.number}-${position}`,
      createdAt,
    });
    return id;
  });
  const lastId = ids.at(-1) ?? 0;
  const previousId = ids.at(-2) ?? 0;
  const lastReadId = (side: Side) => (side === unreadSide ? previousId : lastId);
  const readIds = {
    rider: lastReadId("rider"),
    driver: lastReadId("driver"),
    dispatch: lastReadId("dispatch"),
  };
  const unreadCounts = unreadCountsOf(tx, trip, readIds);
  insertRow(tx, tripThreads, {
    reservationId: trip.id,
    riderReadId: readIds.rider,
    driverReadId: readIds.driver,
    dispatchReadId: readIds.dispatch,
    riderUnread: unreadCounts.rider,
    driverUnread: unreadCounts.driver,
    dispatchUnread: unreadCounts.dispatch,
    updatedAt: messages.at(-1)?.[2] ?? fleet.now,
  });
}

function insertMessage(tx: Tx, values: typeof tripMessages.$inferInsert): { id: number } {
  const [row] = tx.insert(tripMessages).values(values).returning({ id: tripMessages.id }).all();
  if (!row) throw new Error("The demo's message was not written.");
  return row;
}
