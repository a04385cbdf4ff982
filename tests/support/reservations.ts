/** Inserts reservations and payments directly into the database, for tests that need some in any form. */
import type { Db } from "../../db/open";
import { payments } from "../../db/schema/payments";
import type { reservations } from "../../db/schema/reservations";
import type { Reservation } from "../../src/reservations/contract";
import type { Browser } from "./server";

/** Returns all columns of a row, with `pickupAt` in ms UTC. `row` overrides any of them. */
export function reservationValues(
  row: Partial<typeof reservations.$inferInsert> & {
    number: number;
    pickupAt: number;
    vehicleClassId: string;
  },
): typeof reservations.$inferInsert {
  const createdAt = row.createdAt ?? row.pickupAt - 3 * 86_400_000;
  return {
    id: Bun.randomUUIDv7(),
    state: "confirmed",
    version: 1,
    serviceType: "point_to_point",
    source: "web",
    passengerName: "Aline Uwase",
    passengerPhone: "+250788000001",
    passengers: 1,
    luggage: 1,
    pickupLocal: new Date(row.pickupAt + 2 * 3_600_000).toISOString().slice(0, 16),
    timeZone: "Africa/Kigali",
    pickupName: "Kigali International Airport",
    pickupDetail: "KN 5 Rd, Kanombe, Kigali",
    pickupLatitude: -1.9686,
    pickupLongitude: 30.1395,
    dropoffName: "Hôtel des Mille Collines",
    dropoffDetail: "KN 6 Ave, Nyarugenge, Kigali",
    dropoffLatitude: -1.9489,
    dropoffLongitude: 30.0615,
    distanceMeters: 11_600,
    durationSeconds: 1_500,
    estimate: true,
    fareMinor: 13_900,
    currency: "RWF",
    fareLines: [{ kind: "base", params: {}, amountMinor: 13_900 }],
    feeScheduleId: "seed",
    createdAt,
    updatedAt: createdAt,
    ...row,
  };
}

/** Adds a payment of a trip that was received by hand. */
export function addPayment(
  db: Db,
  reservationId: string,
  amountMinor: number,
  more: Partial<typeof payments.$inferInsert> = {},
): void {
  db.insert(payments)
    .values({
      id: Bun.randomUUIDv7(),
      reservationId,
      kind: "manual",
      method: "cash",
      amountMinor,
      currency: "RWF",
      state: "succeeded",
      paidOn: "2026-11-20",
      recordedByKind: "admin",
      recordedBy: "Ada",
      createdAt: Date.now(),
      ...more,
    })
    .run();
}

/** Records the amount due as paid, through the real call, and returns the trip afterwards. */
export async function payDue(
  staff: Browser,
  trip: Pick<Reservation, "id" | "version" | "dueMinor">,
  more: object = {},
): Promise<Reservation> {
  const answer = await staff.post(`/admin/reservations/${trip.id}/payments`, {
    version: trip.version,
    amountMinor: trip.dueMinor,
    method: "cash",
    paidOn: "2026-11-20",
    ...more,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { reservation: Reservation }).reservation;
}
