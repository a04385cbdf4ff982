import type { Deps } from "../deps";
import type { ServiceType } from "../fares/contract";
import { readOperator } from "../settings/queries";
import { BookingRules, type BookingRulesAnswer } from "./booking-rules-contract";
import type { BookingLimits } from "./rules";

/** The rules as dispatch reads and changes them. */
export function readBookingRules(deps: Deps): BookingRulesAnswer {
  const { version, ...row } = readOperator(deps);
  return { rules: BookingRules.parse(row), version };
}

/** What holds for a kind of service. */
export function limitsOf(deps: Deps, serviceType: ServiceType): BookingLimits {
  const { leadMinutes, leadMinutesByService, furthestDays } = readOperator(deps);
  return { leadMinutes: leadMinutesByService[serviceType] ?? leadMinutes, furthestDays };
}

/** As `limitsOf`, for dispatch without the lead time: it knows which cars are near. */
export function limitsFor(deps: Deps, serviceType: ServiceType, byStaff: boolean): BookingLimits {
  const limits = limitsOf(deps, serviceType);
  return byStaff ? { ...limits, leadMinutes: 0 } : limits;
}
