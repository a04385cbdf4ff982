/** Converts a trip's stops and pricing facts to and from its stored row. */
import type { StoredTrip } from "../../db/schema/reservations";
import type { ReservationExtra } from "./contract";
import type { Stop } from "./quotes/quote-contract";
import type { TripToPrice } from "./quotes/trip-facts";

type TripPlaces = Pick<TripToPrice, "pickup" | "dropoff" | "stops">;
type PlaceColumns = Pick<
  StoredTrip,
  `${"pickup" | "dropoff"}${"Name" | "Detail" | "Latitude" | "Longitude" | "Pinned"}` | "stops"
>;

/** Returns a stored stop. It has no coordinates unless it is pinned, whatever the columns contain. */
export function storedStop(
  name: string,
  detail: string,
  isPinned: boolean | number,
  latitude: number,
  longitude: number,
): Stop {
  return isPinned
    ? { name, detail, latitude, longitude }
    : { name, detail, latitude: null, longitude: null };
}

/** Returns the pickup, the stops and the drop-off of a stored trip. */
export function storedTripPlaces(row: PlaceColumns): TripPlaces {
  return {
    pickup: storedStop(
      row.pickupName,
      row.pickupDetail,
      row.pickupPinned,
      row.pickupLatitude,
      row.pickupLongitude,
    ),
    dropoff: storedStop(
      row.dropoffName,
      row.dropoffDetail,
      row.dropoffPinned,
      row.dropoffLatitude,
      row.dropoffLongitude,
    ),
    // Only Livery writes this column, from the stops of the contract.
    stops: row.stops as Stop[],
  };
}

/** The columns of pickup and drop-off, as SQL statements read them. */
export interface PickupDropoffColumns {
  pickup_name: string;
  pickup_detail: string;
  pickup_latitude: number;
  pickup_longitude: number;
  pickup_pinned: number;
  dropoff_name: string;
  dropoff_detail: string;
  dropoff_latitude: number;
  dropoff_longitude: number;
  dropoff_pinned: number;
}

/** Returns pickup and drop-off from a row of an SQL statement. */
export function pickupAndDropoffOf(
  row: PickupDropoffColumns,
): Pick<TripPlaces, "pickup" | "dropoff"> {
  return {
    pickup: storedStop(
      row.pickup_name,
      row.pickup_detail,
      row.pickup_pinned,
      row.pickup_latitude,
      row.pickup_longitude,
    ),
    dropoff: storedStop(
      row.dropoff_name,
      row.dropoff_detail,
      row.dropoff_pinned,
      row.dropoff_latitude,
      row.dropoff_longitude,
    ),
  };
}

/** Returns the columns for pickup, stops and drop-off. */
export function placeColumns({ pickup, dropoff, stops }: TripPlaces): PlaceColumns {
  return {
    pickupName: pickup.name,
    pickupDetail: pickup.detail,
    pickupLatitude: pickup.latitude ?? 0,
    pickupLongitude: pickup.longitude ?? 0,
    pickupPinned: pickup.latitude !== null,
    dropoffName: dropoff.name,
    dropoffDetail: dropoff.detail,
    dropoffLatitude: dropoff.latitude ?? 0,
    dropoffLongitude: dropoff.longitude ?? 0,
    dropoffPinned: dropoff.latitude !== null,
    stops,
  };
}

/** Returns the pricing facts of a stored trip, without its time and promotion. */
export function storedPricing(
  row: PlaceColumns &
    Pick<StoredTrip, "serviceType" | "hours" | "extras" | "gratuityPercent" | "companyId">,
): Omit<TripToPrice, "pickupLocal" | "promotionCode"> {
  const { serviceType, hours, gratuityPercent, companyId } = row;
  // Only Livery writes this column, from the extras of the contract.
  const extras = row.extras as ReservationExtra[];
  return {
    serviceType,
    ...storedTripPlaces(row),
    extras: extras.map(({ id, quantity }) => ({ id, quantity })),
    ...(hours !== null && { hours }),
    ...(gratuityPercent !== null && { gratuityPercent }),
    ...(companyId !== null && { companyId }),
  };
}
