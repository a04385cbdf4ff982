/** Reservations straight into the database, for tests that need some and don't care how. */
import type { reservations } from "../../db/schema/reservations";

/** Everything a row needs; `pickupAt` in ms UTC, everything else can be said otherwise. */
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
