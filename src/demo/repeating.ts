/** The demo's repeating trips. */
import { desc, inArray } from "drizzle-orm";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import { standingOrders } from "../../db/schema/standing-orders";
import type { Tx } from "../../db/writer";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import type { Deps } from "../deps";
import { versionInForce } from "../fares/queries";
import { addDays, patternDays } from "../reservations/standing-orders/order-rules";
import { type StoredTemplate, templateOf } from "../reservations/standing-orders/order-trips";
import { localTimeAt } from "../settings/local-time";
import { insertRow } from "../../db/rows";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Writes the demo rider's commute and a patient's hospital visits, on the same days each week. The server books their
 * trips soon after it starts, like those of any standing order.
 */
export function writeRepeatingTrips(
  deps: Deps,
  tx: Tx,
  random: Random,
  { now, timeZone, riders }: Fleet,
): void {
  const [rider] = riders;
  const today = localTimeAt(now, timeZone).slice(0, 10);
  const version = versionInForce(deps.db, now);
  if (!version) return;
  const addOrder = (row: StoredTrip | undefined, weekdays: number[], pickupTime: string) => {
    if (!row) return;
    const pattern = {
      weekdays,
      everyWeeks: 1,
      startsOn: addDays(today, 1),
      endsOn: null,
      endsAfter: null,
    };
    const [startsOn = pattern.startsOn] = patternDays(pattern, addDays(today, 7));
    const createdAt = Math.min(row.createdAt + DAY, now - HOUR);
    insertRow(tx, standingOrders, {
      id: random.id(createdAt),
      version: 1,
      state: "active",
      riderId: row.riderId,
      passengerName: row.passengerName,
      passengerPhone: row.passengerPhone,
      sourceReservationId: row.id,
      ...pattern,
      startsOn,
      pickupTime,
      skipHolidays: true,
      template: {
        ...templateOf(row),
        payment: "cash",
        companyId: null,
        costCentreId: null,
        billingReference: "",
        billedByDispatch: false,
      } satisfies StoredTemplate,
      feeScheduleId: version.id,
      bookedUntil: today,
      createdAt,
      updatedAt: createdAt,
    });
  };
  const pastTrips = tx
    .select()
    .from(reservations)
    .where(inArray(reservations.state, ["completed", "settled", "no_show"]))
    .orderBy(desc(reservations.pickupAt))
    .all();
  addOrder(
    pastTrips.find((trip) => trip.riderId === rider?.id && trip.serviceType === "point_to_point"),
    [2, 4],
    "07:30",
  );
  addOrder(
    pastTrips.find(
      (trip) =>
        trip.serviceType === "home_care" && trip.riderId !== null && trip.riderId !== rider?.id,
    ),
    [1, 3, 5],
    "09:00",
  );
}
