/** Decides which rule confirms a booking, or why none does, and finds rules that make no sense. */
import type { ServiceType } from "../../fares/contract";
import type { ConfirmationGap, EventOf } from "../../reservations/event-contract";
import type { ConfirmationRule } from "./contract";

/** An entry in a list of payers that means riders who book without a company. */
export const PRIVATE_PAYER = "private";

/** The facts about a booking that the rules check. */
export type Booking = {
  serviceType: ServiceType;
  vehicleClassId: string;
  /** The zones that contain the pickup. */
  zoneIds: readonly string[];
  companyId: string | null;
  /** The price of all its vehicles. */
  fareMinor: number;
  /** The hours from the booking to the pickup. */
  leadHours: number;
  /** The rider's completed trips, and their no-shows in the year before. */
  history: { trips: number; noShows: number };
  /** Called only if everything else matches. */
  isVehicleFree: () => boolean;
};

type Decision =
  | { rule: ConfirmationRule; leftToDispatch: null }
  | { rule: null; leftToDispatch: Omit<EventOf<"left_to_dispatch">, "kind"> };

/** Returns the rule that confirms a booking, or why it is left to dispatch. */
export function decide(rules: readonly ConfirmationRule[], booking: Booking): Decision {
  let nearestRule: { rule: string; gaps: ConfirmationGap[] } | null = null;
  for (const rule of rules) {
    const gaps = unmetConditionsOf(rule, booking);
    if (gaps.length === 0)
      return rule.action === "confirm"
        ? { rule, leftToDispatch: null }
        : { rule: null, leftToDispatch: { rule: rule.name } };
    if (rule.action === "confirm" && (!nearestRule || gaps.length < nearestRule.gaps.length))
      nearestRule = { rule: rule.name, gaps };
  }
  return { rule: null, leftToDispatch: nearestRule ?? {} };
}

/** Returns the conditions of a rule that a booking does not meet. */
function unmetConditionsOf(rule: ConfirmationRule, booking: Booking): ConfirmationGap[] {
  const { leadHours, history } = booking;
  const isAnyOf = (chosen: readonly string[], ids: readonly string[]) =>
    chosen.length === 0 || ids.some((id) => chosen.includes(id));
  const fits: Record<Exclude<ConfirmationGap, "vehicle">, boolean> = {
    service: isAnyOf(rule.serviceTypes, [booking.serviceType]),
    class: isAnyOf(rule.classIds, [booking.vehicleClassId]),
    zone: isAnyOf(rule.zoneIds, booking.zoneIds),
    payer: isAnyOf(rule.payers, [booking.companyId ?? PRIVATE_PAYER]),
    too_soon: leadHours >= (rule.leastLeadHours ?? 0),
    too_far: leadHours <= (rule.mostLeadHours ?? Number.POSITIVE_INFINITY),
    price: booking.fareMinor <= (rule.mostFareMinor ?? Number.POSITIVE_INFINITY),
    trips: history.trips >= (rule.leastTrips ?? 0),
    no_show: !rule.withoutNoShow || history.noShows === 0,
  };
  const gaps = (Object.keys(fits) as (keyof typeof fits)[]).filter((gap) => !fits[gap]);
  if (gaps.length > 0) return gaps;
  return !rule.freeVehicle || booking.isVehicleFree() ? [] : ["vehicle"];
}

/** Returns the errors in rules by field name: a limit that contradicts another, and a rule that never applies. */
export function ruleFaults(rules: readonly ConfirmationRule[]): Record<string, string> {
  return Object.fromEntries(
    rules.flatMap((rule, index): [string, string][] => {
      if (rule.mostLeadHours !== null && rule.mostLeadHours < (rule.leastLeadHours ?? 0))
        return [
          [
            `rules.${index}.mostLeadHours`,
            "The maximum notice must not be shorter than the minimum notice.",
          ],
        ];
      const coveringIndex = rules.slice(0, index).findIndex((other) => coversAll(other, rule));
      if (coveringIndex === -1) return [];
      const coveringRuleText = `rule ${coveringIndex + 1}, “${rules[coveringIndex]?.name}”`;
      return [
        [
          `rules.${index}.name`,
          `This rule never applies, because ${coveringRuleText}, already covers all of its bookings. Move this rule up, change it or remove it.`,
        ],
      ];
    }),
  );
}

/** Returns whether a rule covers every booking that another rule covers. */
function coversAll(wide: ConfirmationRule, narrow: ConfirmationRule): boolean {
  const includesAll = (listedIds: readonly string[], requiredIds: readonly string[]) =>
    listedIds.length === 0 ||
    (requiredIds.length > 0 && requiredIds.every((one) => listedIds.includes(one)));
  const coversMinimum = (a: number | null, b: number | null) => (a ?? 0) <= (b ?? 0);
  const coversMaximum = (a: number | null, b: number | null) =>
    (a ?? Number.POSITIVE_INFINITY) >= (b ?? Number.POSITIVE_INFINITY);
  return (
    (["serviceTypes", "classIds", "zoneIds", "payers"] as const).every((list) =>
      includesAll(wide[list], narrow[list]),
    ) &&
    coversMinimum(wide.leastLeadHours, narrow.leastLeadHours) &&
    coversMaximum(wide.mostLeadHours, narrow.mostLeadHours) &&
    coversMaximum(wide.mostFareMinor, narrow.mostFareMinor) &&
    coversMinimum(wide.leastTrips, narrow.leastTrips) &&
    (!wide.withoutNoShow || narrow.withoutNoShow) &&
    (!wide.freeVehicle || narrow.freeVehicle)
  );
}
