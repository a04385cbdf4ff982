/** Checks the lists in a schedule: flat prices, surcharges, holidays, extras, promotions and taxes. */
import type { FeeSchedule, FlatPrice, PriceListContext, Promotion, Surcharge } from "./contract";
import type { ScheduleFault } from "./fee-contract";

/** Reports a fault that a check has found. */
export type ReportFault = (
  severity: ScheduleFault["severity"],
  path: string,
  message: string,
) => void;

/** Checks flat prices: both ends exist, and no direction has two prices for a class. */
export function reviewFlatPrices(
  schedule: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  const nameByRouteAndClass = new Map<string, string>();
  reviewIds(schedule.flatPrices, "flatPrices", reportFault);
  for (const [at, price] of schedule.flatPrices.entries()) {
    const path = `flatPrices.${at}`;
    for (const side of ["from", "to"] as const)
      reviewZoneOrPlace(price[side], context, `${path}.${side}`, `“${price.name}”`, reportFault);
    const classes = price.prices.map(({ vehicleClassId }) => vehicleClassId);
    reviewClasses(classes, context, `${path}.prices`, `“${price.name}”`, reportFault);
    if (new Set(classes).size < classes.length)
      reportFault("error", `${path}.prices`, `“${price.name}” has two prices for the same class.`);
    const [from, to] = [keyOfEnd(price.from), keyOfEnd(price.to)];
    const directions =
      price.bothWays && from !== to ? [`${from} ${to}`, `${to} ${from}`] : [`${from} ${to}`];
    const sameRouteName = directions
      .flatMap((way) => [...new Set(classes)].map((id) => `${way} ${id}`))
      .map((key) => {
        const earlierName = nameByRouteAndClass.get(key);
        if (earlierName === undefined) nameByRouteAndClass.set(key, price.name);
        return earlierName;
      })
      .find((earlierPriceName) => earlierPriceName !== undefined);
    if (sameRouteName !== undefined)
      reportFault(
        "error",
        path,
        `“${price.name}” has the same route and class as “${sameRouteName}”.`,
      );
  }
}

function keyOfEnd(end: FlatPrice["from"]): string {
  return end.kind === "zone" ? `zone:${end.zoneId}` : `place:${end.placeId}`;
}

function reviewZoneOrPlace(
  end: FlatPrice["from"],
  context: PriceListContext,
  path: string,
  name: string,
  reportFault: ReportFault,
): void {
  const [id, records] =
    end.kind === "zone" ? [end.zoneId, context.zones] : [end.placeId, context.places];
  const record = records.find((each) => each.id === id);
  if (!record) reportFault("error", path, `${name} uses a ${end.kind} that no longer exists.`);
  else if (!record.active)
    reportFault("error", path, `${name} uses the ${end.kind} “${record.name}”, which is inactive.`);
}

/** Checks surcharges: each can apply, none is listed twice, and a group has at least two. */
export function reviewSurcharges(
  schedule: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  const { surcharges } = schedule;
  reviewIds(surcharges, "surcharges", reportFault);
  const namesByConditions = new Map<string, string>();
  for (const [at, surcharge] of surcharges.entries()) {
    const path = `surcharges.${at}`;
    const name = `“${surcharge.name}”`;
    reviewConditions(schedule, surcharge, context, `${path}.when`, reportFault);
    reviewClasses(surcharge.vehicleClassIds, context, `${path}.vehicleClassIds`, name, reportFault);
    const { when, serviceTypes, vehicleClassIds } = surcharge;
    const key = JSON.stringify([
      normalizeWhen(when),
      [...serviceTypes].sort(),
      [...vehicleClassIds].sort(),
    ]);
    const sameSurchargeName = namesByConditions.get(key);
    if (sameSurchargeName !== undefined)
      reportFault(
        "error",
        path,
        `${name} applies at exactly the same times as “${sameSurchargeName}”: combine them.`,
      );
    namesByConditions.set(key, surcharge.name);
    if (
      surcharge.group !== null &&
      surcharges.filter((s) => s.group === surcharge.group).length < 2
    )
      reportFault(
        "warning",
        `${path}.group`,
        `${name} is the only surcharge in the group “${surcharge.group}”.`,
      );
  }
}

/** Returns a condition in a fixed order, so that two equal ones compare as equal however they were typed. */
function normalizeWhen(when: Surcharge["when"]): unknown {
  return when.kind === "weekday"
    ? [when.kind, [...new Set(when.days)].sort(), when.from, when.to]
    : Object.entries(when).sort(([a], [b]) => (a < b ? -1 : 1));
}

function reviewConditions(
  schedule: FeeSchedule,
  { name, when }: Surcharge,
  context: PriceListContext,
  path: string,
  reportFault: ReportFault,
): void {
  if (when.kind === "night" && when.from === when.to)
    reportFault("error", path, `“${name}” begins and ends at ${when.from}, so it never applies.`);
  if (when.kind === "weekday") {
    if ((when.from === null) !== (when.to === null))
      reportFault(
        "error",
        path,
        `Enter both times of “${name}”, or leave both empty for the whole day.`,
      );
    else if (when.from !== null && when.from === when.to)
      reportFault(
        "error",
        path,
        `“${name}” begins and ends at ${when.from}. For the whole day, leave both times empty.`,
      );
  }
  if (when.kind === "holiday" && schedule.holidays.length === 0)
    reportFault("warning", path, `“${name}” never applies: there are no holidays.`);
  if (when.kind === "zone")
    reviewZoneOrPlace(when, context, `${path}.zoneId`, `“${name}”`, reportFault);
}

/** Checks holidays: each day exists and is listed once. */
export function reviewHolidays({ holidays }: FeeSchedule, reportFault: ReportFault): void {
  const seenKeys = new Set<string>();
  for (const [at, { date, name }] of holidays.entries()) {
    if (!isDay(date))
      reportFault("error", `holidays.${at}.date`, `${name}: ${date} is not a date.`);
    if (seenKeys.has(date))
      reportFault("warning", `holidays.${at}.date`, `${date} is listed twice as a holiday.`);
    seenKeys.add(date);
  }
}

/** Whether a day exists. A yearly holiday may be on 29 February. */
function isDay(date: string): boolean {
  const year = date.length === 5 ? 2_000 : Number(date.slice(0, 4));
  const [month = 0, day = 0] = date.slice(-5).split("-").map(Number);
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Checks extras: their classes exist. */
export function reviewExtras(
  { extras }: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  reviewIds(extras, "extras", reportFault);
  for (const [at, { name, vehicleClassIds }] of extras.entries())
    reviewClasses(
      vehicleClassIds,
      context,
      `extras.${at}.vehicleClassIds`,
      `“${name}”`,
      reportFault,
    );
}

/** Checks promotions: a code has one meaning on each day, and gives a discount. */
export function reviewPromotions(
  { promotions }: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  reviewIds(promotions, "promotions", reportFault);
  for (const [at, promotion] of promotions.entries()) {
    const path = `promotions.${at}`;
    const { code, from, until, amount } = promotion;
    reviewClasses(promotion.vehicleClassIds, context, `${path}.vehicleClassIds`, code, reportFault);
    if (from !== null && until !== null && from > until)
      reportFault(
        "error",
        `${path}.until`,
        `${code} ends on ${until}, before it begins on ${from}.`,
      );
    const samePromotion = promotions.find(
      (other, index) => index < at && other.code === code && promotionsOverlap(other, promotion),
    );
    if (samePromotion)
      reportFault("error", `${path}.code`, `${code} exists twice for the same days.`);
    if ((amount.kind === "fixed" ? amount.amountMinor : amount.percent) === 0)
      reportFault("warning", `${path}.amount`, `${code} gives no discount.`);
    if (promotion.maxDiscountMinor === 0)
      reportFault(
        "warning",
        `${path}.maxDiscountMinor`,
        `${code} gives no discount: its maximum is 0.`,
      );
  }
}

/** Checks company discounts: their companies exist, and there is only one for the same trips. */
export function reviewCompanyDiscounts(
  { companyDiscounts }: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  const seenKeys = new Set<string>();
  for (const [at, discount] of companyDiscounts.entries()) {
    const { companyId, percent, serviceTypes, vehicleClassIds } = discount;
    const path = `companyDiscounts.${at}`;
    const name = reviewCompany(companyId, context, path, "A discount", reportFault);
    reviewClasses(vehicleClassIds, context, `${path}.vehicleClassIds`, name, reportFault);
    const key = JSON.stringify([companyId, serviceTypes.toSorted(), vehicleClassIds.toSorted()]);
    if (seenKeys.has(key))
      reportFault("error", path, `${name} has two discounts for the same trips.`);
    seenKeys.add(key);
    if (percent === 0) reportFault("warning", `${path}.percent`, `${name} gets no discount.`);
  }
}

/** Checks rates of companies: companies and classes exist, none is listed twice, and each sets at least one price. */
export function reviewCompanyRates(
  { companyRates, rates }: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  const seenKeys = new Set<string>();
  for (const [at, own] of companyRates.entries()) {
    const { id: _, companyId, vehicleClassId, ...prices } = own;
    const path = `companyRates.${at}`;
    const name = reviewCompany(companyId, context, path, "A price", reportFault);
    reviewClasses([vehicleClassId], context, `${path}.vehicleClassId`, name, reportFault);
    const key = `${companyId} ${vehicleClassId}`;
    if (seenKeys.has(key))
      reportFault("error", path, `${name} has two sets of its own prices for the same class.`);
    seenKeys.add(key);
    if (Object.values(prices).every((price) => price === null))
      reportFault(
        "warning",
        path,
        `${name} has no price of its own for this class, so it pays the usual prices.`,
      );
    const classRates = rates.find((each) => each.vehicleClassId === vehicleClassId);
    if (own.perHourMinor !== null && classRates && !classRates.hourly)
      reportFault(
        "warning",
        `${path}.perHourMinor`,
        `${name} has an hourly price for a class that cannot be booked by the hour.`,
      );
  }
}

/** Returns the name of a company with its own prices. Reports a company that does not exist or is suspended. */
function reviewCompany(
  companyId: string,
  context: PriceListContext,
  path: string,
  fallback: string,
  reportFault: ReportFault,
): string {
  const company = context.companies.find(({ id }) => id === companyId);
  const name = company?.name ?? fallback;
  if (!company)
    reportFault("error", `${path}.companyId`, `${name} is for a company that does not exist.`);
  else if (!company.active)
    reportFault("warning", `${path}.companyId`, `${name} is suspended, so nobody can book for it.`);
  return name;
}

function promotionsOverlap(a: Promotion, b: Promotion): boolean {
  const firstDayOf = (p: Promotion) => p.from ?? "0000-01-01";
  const lastDayOf = (p: Promotion) => p.until ?? "9999-12-31";
  return firstDayOf(a) <= lastDayOf(b) && firstDayOf(b) <= lastDayOf(a);
}

/** Checks taxes: their names differ. */
export function reviewTaxes({ taxes }: FeeSchedule, reportFault: ReportFault): void {
  const seenKeys = new Set<string>();
  for (const [at, { name }] of taxes.items.entries()) {
    const key = name.toLowerCase();
    if (seenKeys.has(key))
      reportFault("warning", `taxes.items.${at}.name`, `Two taxes are called ${name}.`);
    seenKeys.add(key);
  }
}

function reviewIds(
  parts: readonly { id: string; name: string }[],
  path: string,
  reportFault: ReportFault,
): void {
  const seenKeys = new Set<string>();
  for (const [at, { id, name }] of parts.entries()) {
    if (seenKeys.has(id))
      reportFault("error", `${path}.${at}.id`, `“${name}” has the id of another entry.`);
    seenKeys.add(id);
  }
}

function reviewClasses(
  ids: readonly string[],
  context: PriceListContext,
  path: string,
  name: string,
  reportFault: ReportFault,
): void {
  for (const id of new Set(ids)) {
    const vehicleClass = context.vehicleClasses.find((each) => each.id === id);
    if (!vehicleClass)
      reportFault("error", path, `${name} uses a vehicle class that no longer exists.`);
    else if (!vehicleClass.active)
      reportFault("warning", path, `${name} uses ${vehicleClass.name}, which cannot be booked.`);
  }
}
