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

/** Returns the rules for dispatch to read and change. */
export function readBookingRules(deps: Deps): BookingRulesAnswer {
  const { version, ...row } = readOperator(deps);
  return { rules: BookingRules.parse(row), version };
}

/**
 * Throws 422 `business.not_open` or `booking.closed` while riders may not book online, and 403 `rider.blocked` for a
 * blocked rider. `riderId` is null for somebody who is not signed in.
 */
export function assertRiderCanBook(deps: Deps, db: Db, riderId: string | null): void {
  assertBookingOpen({ ...deps, db });
  if (riderId !== null) assertNotBlocked(deps, db, riderId);
}

/** Returns the booking limits for a service. */
export function bookingLimitsOf(deps: Deps, serviceType: ServiceType): BookingLimits {
  const { leadMinutes, leadMinutesByService, maxDaysAhead } = readOperator(deps);
  return { leadMinutes: leadMinutesByService[serviceType] ?? leadMinutes, maxDaysAhead };
}

/**
 * As `bookingLimitsOf`, but dispatch has no lead time, because it knows which cars are near. 422 `service.not_offered`
 * for riders if the operator does not offer the service.
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
