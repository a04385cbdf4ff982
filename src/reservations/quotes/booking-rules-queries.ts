import type { Db } from "../../../db/open";
import { assertNotBlocked } from "../../accounts/block-queries";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { ServiceType } from "../../fares/contract";
import { assertBookingOpen } from "../../settings/operator-queries";
import { readOperator } from "../../settings/queries";
import { isOffered } from "../../settings/services-rules";
import { BookingRules, type BookingRulesAnswer } from "./booking-rules-contract";
import type { BookingLimits } from "../rules";

/** The rules as dispatch reads and changes them. */
export function readBookingRules(deps: Deps): BookingRulesAnswer {
  const { version, ...row } = readOperator(deps);
  return { rules: BookingRules.parse(row), version };
}

/**
 * Throws 422 `business.not_open` or `booking.closed` while riders may not book online, 403 `rider.blocked` for one who
 * may not; null is somebody who is not signed in.
 */
export function assertRiderCanBook(deps: Deps, db: Db, riderId: string | null): void {
  assertBookingOpen({ ...deps, db });
  if (riderId !== null) assertNotBlocked(deps, db, riderId);
}

/** What holds for a kind of service. */
export function bookingLimitsOf(deps: Deps, serviceType: ServiceType): BookingLimits {
  const { leadMinutes, leadMinutesByService, maxDaysAhead } = readOperator(deps);
  return { leadMinutes: leadMinutesByService[serviceType] ?? leadMinutes, maxDaysAhead };
}

/**
 * As `limitsOf`, for dispatch without the lead time: it knows which cars are near. 422 `service.not_offered` for
 * riders where the operator does not offer it.
 */
export function bookingLimitsFor(
  deps: Deps,
  serviceType: ServiceType,
  byStaff: boolean,
): BookingLimits {
  const limits = bookingLimitsOf(deps, serviceType);
  if (!byStaff && !isOffered(readOperator(deps).services, serviceType))
    throw new AppError("service.not_offered");
  return byStaff ? { ...limits, leadMinutes: 0 } : limits;
}
