import { findRows } from "../../db/rows";
import { drivers } from "../../db/schema/drivers";
import type { Deps } from "../deps";
import { documentsInForce } from "../documents/queries";
import { expiredKinds } from "../documents/rules";
import { versionInForce } from "../fares/queries";
import { connectedConfig } from "../settings/connections/connection-queries";
import { localDay } from "../settings/local-time";
import { findsAddresses, readOperator, todayOf } from "../settings/queries";
import type { MissingForBooking, OpenForBookingAnswer } from "./open-for-booking-contract";
import { missingForBookingOf, canDrive } from "./open-for-booking-rules";

/** The number of trips with an unmapped place from which the screen says "many". */
const MAX_COUNTED_TRIPS = 100;

/** Returns what the next booking is missing now. */
export function readMissingForBooking(deps: Deps): MissingForBooking {
  const { db } = deps;
  const now = deps.now();
  const operator = readOperator(deps);
  const { requiredDocuments: required } = operator;
  const { smtp, twilio } = connectedConfig(deps);
  const hasAddressLookup = findsAddresses(deps);
  return missingForBookingOf({
    hasPrices: versionInForce(db, now) !== null,
    classes: readClasses(deps, required),
    hasDriver: findRows(db, drivers, { state: "active" }).some(({ id }) =>
      canDrive(documentsInForce(db, { driverId: id }), required, now),
    ),
    sendsMail: smtp !== null,
    sendsSms: twilio !== null,
    needsSms: hasPhoneOnlyAccounts(deps),
    hasOpeningHours: operator.openingHours !== null,
    hasAddress: operator.address !== "",
    findsAddresses: hasAddressLookup,
    placesInWords: hasAddressLookup ? 0 : countPlacesInWords(deps),
    isOpen: operator.openedAt !== null,
  });
}

/** Returns each class on offer, and whether it has a vehicle with valid documents. */
function readClasses({ db, now }: Deps, required: readonly string[]) {
  const rows = db.$client
    .query<{ name: string; vehicleId: string | null }, []>(
      `SELECT c.name, v.id AS vehicleId FROM vehicle_classes c
       LEFT JOIN vehicles v ON v.class_id = c.id AND v.state = 'active'
       WHERE c.active = 1 ORDER BY c.position`,
    )
    .all();
  const hasValidDocuments = (id: string) =>
    expiredKinds(documentsInForce(db, { vehicleId: id }), required, now()).length === 0;
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, classRows]) => ({
    name,
    hasVehicle: classRows.some(
      ({ vehicleId }) => vehicleId !== null && hasValidDocuments(vehicleId),
    ),
  }));
}

/** Whether somebody can sign in by phone number only. */
function hasPhoneOnlyAccounts({ db }: Deps): boolean {
  const hasRows = (sql: string) => db.$client.query(sql).all().length > 0;
  return (
    hasRows("SELECT 1 FROM drivers WHERE state = 'active' AND email IS NULL LIMIT 1") ||
    hasRows("SELECT 1 FROM riders WHERE email IS NULL AND phone IS NOT NULL LIMIT 1")
  );
}

/** Counts the trips booked this month with a place that was not found, including those put on the map later. */
function countPlacesInWords(deps: Deps): number {
  const month = `${todayOf(deps).slice(0, 7)}-01`;
  const { from } = localDay(month, readOperator(deps).timeZone);
  return (
    deps.db.$client
      .query<{ trips: number }, [number, number]>(
        `SELECT count(*) AS trips FROM (
           SELECT 1 FROM reservations r
           WHERE r.created_at >= ?
             AND (r.pickup_pinned = 0 OR r.dropoff_pinned = 0 OR r.stops LIKE '%"latitude":null%'
               OR EXISTS (SELECT 1 FROM reservation_events e
                          WHERE e.reservation_id = r.id AND e.kind IN ('pinned', 'priced')
                            AND e.facts ->> 'stop' IS NOT NULL))
           LIMIT ?)`,
      )
      .get(from, MAX_COUNTED_TRIPS)?.trips ?? 0
  );
}

/** Returns whether the site is open, and what the next booking is missing. */
export function readOpenForBooking(deps: Deps): OpenForBookingAnswer {
  const { openedAt, version } = readOperator(deps);
  return { ...readMissingForBooking(deps), open: openedAt !== null, version };
}
