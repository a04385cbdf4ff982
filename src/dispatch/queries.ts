import type { z } from "zod";
import { drivers } from "../../db/schema/drivers";
import type { StoredTrip } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { documentsInForce, requiredKindsIn } from "../documents/queries";
import type { DocumentOwner } from "../documents/record-actions";
import { AppError } from "../errors";
import type {
  CancellationPreview,
  DriverList,
  DriverReservation,
  DriverReservationsQuery,
  Reservation,
  ReservationState,
  ReservationsQuery,
  RiderReservation,
} from "../reservations/contract";
import { countByState, listReservations, type Page } from "../reservations/list/list-queries";
import { listDriverReservations } from "../reservations/list/personal-list-queries";
import { readRowsAndListed } from "../reservations/list/row-filter-queries";
import { previewCancellation } from "../reservations/cancellation-queries";
import { readReservation } from "../reservations/queries";
import { localDay } from "../settings/local-time";
import { occupiedTime } from "../reservations/rules";
import { readOperator } from "../settings/queries";
import { Mobility } from "../vehicles/class-contract";
import { outageIn } from "../vehicles/outage-queries";
import type { BoardCountsQuery, ChangedTripsQuery, ChangedTripRows } from "./contract";
import type { Refusal } from "../reservations/refusal-contract";
import { driverRefusals, type TripNeeds, vehicleRefusals } from "./rules";
import { MAX_COUNTED_PER_STATE } from "./board/view-rules";
import { findRow } from "../../db/rows";

/** Returns the facts of a stored reservation that decide who can take it. */
export function needsOf(row: StoredTrip): TripNeeds {
  return {
    pickupAt: row.pickupAt,
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: Mobility.parse(row.mobility),
  };
}

/**
 * Returns the number of another reservation to which the driver or vehicle is assigned at this time, or null. Uses the
 * index `assignments_driver` or `assignments_vehicle`.
 */
export function overlappingTripNumber(
  db: Db,
  by: "driver_id" | "vehicle_id",
  id: string,
  reservation: StoredTrip,
): number | null {
  const { startsAt, endsAt } = occupiedTime(reservation);
  const row = db.$client
    .query<{ number: number }, [string, number, number, string]>(
      `SELECT r.number FROM assignments a JOIN reservations r ON r.id = a.reservation_id
       WHERE a.${by} = ? AND a.active = 1 AND a.starts_at < ? AND a.ends_at > ? AND a.reservation_id <> ?
       LIMIT 1`,
    )
    .get(id, endsAt, startsAt, reservation.id);
  return row?.number ?? null;
}

/** Returns an out-of-service period that overlaps the reservation. */
export function outageDuring(db: Db, vehicleId: string, reservation: StoredTrip) {
  const { startsAt, endsAt } = occupiedTime(reservation);
  return outageIn(db, vehicleId, startsAt, endsAt);
}

/** Returns why this driver and vehicle cannot take the reservation. 404 if either does not exist. */
export function driverVehicleRefusals(
  db: Db,
  reservation: StoredTrip,
  driverId: string,
  vehicleId: string,
): Refusal[] {
  const driver = findRow(db, drivers, { id: driverId });
  const vehicle = findRow(db, vehicles, { id: vehicleId });
  if (!driver || !vehicle)
    throw new AppError("request.not_found", { message: "This driver or vehicle does not exist." });
  const needs = needsOf(reservation);
  const required = requiredKindsIn(db);
  const withDocuments = <Of>(vehicleOrDriver: Of, owner: DocumentOwner) => ({
    ...vehicleOrDriver,
    documents: documentsInForce(db, owner),
    required,
  });
  return [
    ...driverRefusals(
      withDocuments(driver, { driverId }),
      needs,
      overlappingTripNumber(db, "driver_id", driverId, reservation),
    ),
    ...vehicleRefusals(
      withDocuments(vehicle, { vehicleId }),
      needs,
      overlappingTripNumber(db, "vehicle_id", vehicleId, reservation),
      outageDuring(db, vehicleId, reservation),
    ),
  ];
}

/** Lists reservations for the board. Days are in the operator's time zone. */
export function listBoard(deps: Deps, query: z.output<typeof ReservationsQuery>): Page {
  return listReservations(deps, () => readOperator(deps).timeZone, query);
}

/** Returns the current state of some reservations, and which of them belong in a list with these filters. */
export function readChangedTrips(deps: Deps, { id, ...query }: ChangedTripsQuery): ChangedTripRows {
  return readRowsAndListed(deps, () => readOperator(deps).timeZone, [id].flat(), query);
}

/** How far back pickups are counted if no first day is given. */
const COUNT_LOOKBACK_MS = 2 * 86_400_000;

/** Counts the reservations in each state with pickups on these days, up to `MAX_COUNTED_PER_STATE`. */
export function readBoardCounts(
  deps: Deps,
  query: BoardCountsQuery,
): Partial<Record<ReservationState, number>> {
  const { timeZone } = readOperator(deps);
  return countByState(
    deps,
    {
      from: query.from ? localDay(query.from, timeZone).from : deps.now() - COUNT_LOOKBACK_MS,
      until: query.to ? localDay(query.to, timeZone).until : Number.MAX_SAFE_INTEGER,
    },
    MAX_COUNTED_PER_STATE,
  );
}

/** Returns one reservation for dispatch. 404 if it does not exist. */
export function readReservationForDispatch(deps: Deps, id: string): Reservation {
  return readReservation(deps, id, { kind: "admin" });
}

/** Returns the cost of cancelling a reservation now. 404 if it does not exist. */
export function cancellationPreviewForDispatch(deps: Deps, id: string): CancellationPreview {
  return previewCancellation(deps, id, { kind: "admin" });
}

/** Lists a driver's trips and open offers. Days are in the operator's time zone. */
export function listTripsForDriver(
  deps: Deps,
  driverId: string,
  query: z.output<typeof DriverReservationsQuery>,
): DriverList {
  return listDriverReservations(deps, driverId, readOperator(deps).timeZone, query);
}

/** Returns one of a driver's trips or offers. 404 if it is not theirs. */
export function readTripForDriver(deps: Deps, driverId: string, id: string): DriverReservation {
  return readReservation(deps, id, { kind: "driver", id: driverId });
}

/** Returns one of a rider's reservations. 404 if it is not theirs. */
export function readReservationForRider(deps: Deps, riderId: string, id: string): RiderReservation {
  return readReservation(deps, id, { kind: "rider", id: riderId });
}
