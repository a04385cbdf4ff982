/** Calculates the fee for cancelling a trip, with the other trips of its booking. */
import type { StoredTrip } from "../../db/schema/reservations";
import type { Deps } from "../deps";
import { iso } from "../formats/instants";
import { canAccessRow, type Reader } from "../rows";
import type { CancellationPreview } from "./contract";
import { namesOf } from "./list/row-queries";
import { otherLegOf } from "./quotes/return-trip-queries";
import { cancellationOf, loadTrip } from "./trip-queries";
import { tripsOfBooking } from "./vehicles/vehicle-queries";

/** Returns the fee for cancelling now. 404 if the viewer may not see the reservation. */
export function previewCancellation(
  deps: Deps,
  id: string,
  viewer: Exclude<Reader, { kind: "driver" }>,
): CancellationPreview {
  const row = loadTrip(deps.db, { actor: viewer, id });
  const decision = cancellationOf(deps, row, deps.now());
  const { currency } = row;
  if (!decision.allowed)
    return {
      ...{ allowed: false, isLateCancellation: false, feeMinor: 0, currency },
      ...{ otherLeg: null, vehicles: [] },
    };
  const { isLateCancellation, feeMinor } = decision;
  return {
    allowed: true,
    isLateCancellation,
    feeMinor,
    currency,
    otherLeg: otherLegCancellation(deps, row, viewer),
    vehicles: otherVehicleCancellations(deps, row, viewer),
  };
}

/**
 * Returns the fees for cancelling the other vehicles of the booking. Omits vehicles that the viewer may not see or that
 * can no longer be cancelled.
 */
function otherVehicleCancellations(
  deps: Deps,
  row: StoredTrip,
  viewer: Reader,
): CancellationPreview["vehicles"] {
  const { vehicleClass } = namesOf(deps.db);
  return tripsOfBooking(deps.db, row).flatMap((one) => {
    const decision = cancellationOf(deps, one, deps.now());
    if (one.id === row.id || !decision.allowed || !canAccessRow(one, viewer)) return [];
    const { id, version, number, vehicleClassId } = one;
    const { name } = vehicleClass(vehicleClassId);
    const { feeMinor } = decision;
    const otherLeg = otherLegCancellation(deps, one, viewer);
    return [{ ...{ id, version, number, feeMinor, otherLeg }, vehicleClass: { name } }];
  });
}

function otherLegCancellation(
  deps: Deps,
  row: StoredTrip,
  viewer: Reader,
): CancellationPreview["otherLeg"] {
  const other = otherLegOf(deps.db, row);
  if (!other || !canAccessRow(other, viewer)) return null;
  const decision = cancellationOf(deps, other, deps.now());
  if (!decision.allowed) return null;
  const { number, leads, version, willCall } = other;
  const { isLateCancellation, feeMinor } = decision;
  return {
    number,
    leads,
    version,
    pickupAt: iso(other.pickupAt),
    willCall,
    isLateCancellation,
    feeMinor,
  };
}
