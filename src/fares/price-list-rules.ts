/**
 * Prepares a price list for visitors. It lists what can be booked now: classes, places and zones that are switched off
 * are left out with their prices, and promotion codes and drivers' pay are never shown. Examples and "from" prices are
 * calculated by `priceTrip`, on a day on which no surcharge for time or date applies.
 */
import type { VehicleClass } from "../vehicles/class-contract";
import type {
  FeeSchedule,
  FlatPriceEnd,
  PricedTripEnd,
  PricedTrip,
  PriceListContext,
  ServiceType,
  Surcharge,
} from "./contract";
import { daysText, durationText, englishLineTranslator, type LineTranslator } from "./line-words";
import { joinList } from "../settings/languages/language-figures-contract";
import {
  joinNames,
  type Translator,
  englishTranslator,
  unitText,
} from "../settings/translation/translator-rules";
import { distanceTenths, tenthsText } from "./money-rules";
import { formatMoney, localizeNumber } from "../settings/money-rules";
import type {
  ClassPrices,
  ListedFlatPrice,
  PriceList,
  ListedExtra,
  ListedSurcharge,
} from "./price-list-contract";
import type { OfferableService } from "../settings/offerable-services-contract";
import { isOffered } from "../settings/services-rules";
import { priceTrip } from "./rules";
import { surchargeLines } from "./adjustment-rules";

/** The pickup time of the example rides. */
const EXAMPLE_TIME = "11:00";
/** How many days are searched for one without surcharges. */
const DAYS_CHECKED = 14;

const endWithoutPlace: PricedTripEnd = { zoneIds: [], placeIds: [], airport: false };

/** Returns a ride of no distance, whose price is the lowest possible. */
function shortestRide(
  pickupLocal: string,
  other: { pickup?: PricedTripEnd; dropoff?: PricedTripEnd; serviceType?: ServiceType } = {},
) {
  return {
    serviceType: "point_to_point",
    distanceMeters: 0,
    durationSeconds: 0,
    pickupLocal,
    bookedOn: pickupLocal.slice(0, 10),
    leadMinutes: 60 * 24 * 30,
    pickup: endWithoutPlace,
    dropoff: endWithoutPlace,
    ...other,
    stops: 0,
    deadheadMeters: 0,
    extras: [],
    promotion: null,
  } satisfies PricedTrip;
}

/** Returns the prices of the services on offer, without those that apply only to other kinds of trips. */
export function offeredPrices(
  schedule: FeeSchedule,
  services: readonly OfferableService[],
): FeeSchedule {
  const offered = <Priced extends Pick<Surcharge, "serviceTypes">>(priced: Priced): Priced[] => {
    const serviceTypes = priced.serviceTypes.filter((type) => isOffered(services, type));
    const appliesToOtherServices = priced.serviceTypes.length > 0 && serviceTypes.length === 0;
    return appliesToOtherServices ? [] : [{ ...priced, serviceTypes }];
  };
  return {
    ...schedule,
    rates: isOffered(services, "hourly")
      ? schedule.rates
      : schedule.rates.map((rates) => ({ ...rates, hourly: null })),
    surcharges: schedule.surcharges.flatMap(offered),
    // A surcharge for rides to the airport stays, because any ride may go there. Extras only for airport transfers are
    // left out.
    extras: schedule.extras
      .filter(
        ({ serviceTypes }) =>
          services.includes("airport") ||
          serviceTypes.length === 0 ||
          serviceTypes.some((type) => !type.startsWith("airport_")),
      )
      .flatMap(offered),
  };
}

/** Returns a daytime (`2026-11-24T11:00`), from a day on, to which no surcharge for time or date applies. */
export function findSurchargeFreeTime(schedule: FeeSchedule, from: string): string {
  const days = Array.from({ length: DAYS_CHECKED }, (_, at) => addDays(from, at));
  const [vehicleClassId = ""] = schedule.rates.map((each) => each.vehicleClassId);
  const surchargeFreeDay = days.find((day) => {
    const ride = shortestRide(`${day}T${EXAMPLE_TIME}`);
    return surchargeLines(schedule, vehicleClassId, ride, 10_000).length === 0;
  });
  return `${surchargeFreeDay ?? from}T${EXAMPLE_TIME}`;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the classes that have prices, each with the lowest price of a ride. */
function classPrices(
  schedule: FeeSchedule,
  classes: readonly VehicleClass[],
  listedFlatPrices: readonly ListedFlatPrice[],
  surchargeFreeTime: string,
): ClassPrices[] {
  return classes.flatMap((vehicleClass) => {
    const rates = schedule.rates.find(({ vehicleClassId }) => vehicleClassId === vehicleClass.id);
    if (!rates) return [];
    const shownFlatPriceIds = new Set(listedFlatPrices.map(({ id }) => id));
    const flatRides = schedule.flatPrices
      .filter(({ id }) => shownFlatPriceIds.has(id))
      .map(({ from, to }) =>
        shortestRide(surchargeFreeTime, {
          pickup: pricedTripEndOf(from),
          dropoff: pricedTripEndOf(to),
        }),
      );
    const totals = [shortestRide(surchargeFreeTime), ...flatRides].flatMap(
      (ride) => priceTrip(schedule, vehicleClass.id, ride)?.totalMinor ?? [],
    );
    return [{ vehicleClass, rates, fromMinor: Math.min(...totals) }];
  });
}

/** Returns the lowest price of a ride for a service in any of the classes, or null if none has a price. */
export function minimumFareOf(
  schedule: FeeSchedule,
  vehicleClassIds: readonly string[],
  serviceType: ServiceType,
  surchargeFreeTime: string,
): number | null {
  const ride = shortestRide(surchargeFreeTime, { serviceType });
  const totals = vehicleClassIds.flatMap((id) => priceTrip(schedule, id, ride)?.totalMinor ?? []);
  return totals.length > 0 ? Math.min(...totals) : null;
}

function pricedTripEndOf(end: FlatPriceEnd): PricedTripEnd {
  return end.kind === "zone"
    ? { ...endWithoutPlace, zoneIds: [end.zoneId] }
    : { ...endWithoutPlace, placeIds: [end.placeId] };
}

/** Lists the flat prices whose two ends still exist and that apply to a class that can be booked. */
function listFlatPrices(
  schedule: FeeSchedule,
  context: Pick<PriceListContext, "zones" | "places">,
  classes: readonly VehicleClass[],
): ListedFlatPrice[] {
  const nameOf = (end: FlatPriceEnd) =>
    end.kind === "zone"
      ? context.zones.find(({ id, active }) => active && id === end.zoneId)?.name
      : context.places.find(({ id, active }) => active && id === end.placeId)?.name;
  return schedule.flatPrices.flatMap(({ id, name, bothWays, ...flatPrice }) => {
    const [from, to] = [nameOf(flatPrice.from), nameOf(flatPrice.to)];
    const prices = flatPrice.prices.filter((price) =>
      classes.some((vehicleClass) => vehicleClass.id === price.vehicleClassId),
    );
    return from && to && prices.length > 0 ? [{ id, name, from, to, bothWays, prices }] : [];
  });
}

const serviceWordsIn = (t: Translator): Record<ServiceType, string> => ({
  point_to_point: t("rides across town"),
  hourly: t("cars by the hour"),
  airport_pickup: t("airport pickups"),
  airport_dropoff: t("rides to the airport"),
  home_care: t("care rides"),
  roadside_assistance: t("help on the road"),
  interpreter: t("interpreters"),
});

type SurchargeLimits = Pick<Surcharge, "serviceTypes" | "vehicleClassIds">;

/**
 * Returns what something is limited to, such as "airport pickups only, Executive SUV only". Null if no class on offer
 * is left.
 */
function limitsText(
  limits: SurchargeLimits,
  classes: readonly VehicleClass[],
  t: Translator,
): string | null {
  const limitedClasses = classes.filter(({ id }) => limits.vehicleClassIds.includes(id));
  if (limits.vehicleClassIds.length > 0 && limitedClasses.length === 0) return null;
  const services = serviceWordsIn(t);
  const parts = [
    joinNames(
      limits.serviceTypes.map((type) => services[type]),
      t,
    ),
    limitedClasses.length === classes.length
      ? ""
      : joinNames(
          limitedClasses.map(({ name }) => name),
          t,
        ),
  ];
  return parts
    .filter((part) => part !== "")
    .map((what) => t("{what} only", { what }))
    .join(", ");
}

/** Lists the surcharges that can apply, with when they apply in words. */
function listedSurcharges(
  schedule: FeeSchedule,
  context: Pick<PriceListContext, "zones">,
  classes: readonly VehicleClass[],
  t: Translator,
  lineTranslator: LineTranslator,
): ListedSurcharge[] {
  return schedule.surcharges.flatMap((surcharge) => {
    const { id, name, amount } = surcharge;
    const isZero = (amount.kind === "fixed" ? amount.amountMinor : amount.percent) === 0;
    const when = whenText(schedule, surcharge.when, context, t, lineTranslator);
    const only = limitsText(surcharge, classes, t);
    return isZero || when === null || only === null ? [] : [{ id, name, when, only, amount }];
  });
}

/** Returns in words when a surcharge applies, or null if it never does. */
function whenText(
  { holidays }: FeeSchedule,
  when: Surcharge["when"],
  { zones }: Pick<PriceListContext, "zones">,
  t: Translator,
  lineTranslator: LineTranslator,
): string | null {
  switch (when.kind) {
    case "night":
      return t("Pickup between {from} and {to}", { from: when.from, to: when.to });
    case "weekday":
      return joinList(
        [
          daysText(when.days, lineTranslator),
          ...(when.from && when.to ? [t("{from} to {to}", { from: when.from, to: when.to })] : []),
        ],
        t.language,
      );
    case "holiday": {
      const names = [...new Set(holidays.map(({ name }) => name))];
      return names.length > 0 ? t("On holidays: {names}", { names: joinNames(names, t) }) : null;
    }
    case "airport":
      return endText(when.at, t("an airport"), t);
    case "zone": {
      const zone = zones.find(({ id, active }) => active && id === when.zoneId);
      return zone ? endText(when.at, zone.name, t) : null;
    }
    case "lead_time":
      return t("Booked less than {span} before the pickup", {
        span: durationText(when.underMinutes, lineTranslator),
      });
  }
}

function endText(at: "pickup" | "dropoff" | "either", place: string, t: Translator): string {
  if (at === "pickup") return t("From {place}", { place });
  return at === "dropoff" ? t("To {place}", { place }) : t("From or to {place}", { place });
}

/** Lists the extras that riders can order besides the ride. */
function listedExtras(
  schedule: FeeSchedule,
  classes: readonly VehicleClass[],
  t: Translator,
): ListedExtra[] {
  return schedule.extras.flatMap((extra) => {
    const { id, name, description, amountMinor } = extra;
    const only = limitsText(extra, classes, t);
    return only === null ? [] : [{ id, name, description, only, amountMinor }];
  });
}

/** Returns the charge for the empty drive as a sentence, or an empty string if it is free. */
function deadheadText(
  { deadhead, currency, distanceUnit: unit }: FeeSchedule,
  t: Translator,
): string {
  if (!deadhead || deadhead.perDistanceMinor === 0) return "";
  const { garage, legs, freeDistance, perDistanceMinor } = deadhead;
  const facts = {
    garage: garage.name,
    price: formatMoney(perDistanceMinor, currency, t.language),
    unit: unitText(unit, t),
    distance: localizeNumber(tenthsText(distanceTenths(freeDistance)), t.language),
  };
  const back = legs === "both";
  const cost =
    freeDistance > 0
      ? back
        ? t(
            "The drive from {garage} to the pickup, and back from the drop-off, costs {price} per {unit} beyond {distance} {unit}.",
            facts,
          )
        : t(
            "The drive from {garage} to the pickup costs {price} per {unit} beyond {distance} {unit}.",
            facts,
          )
      : back
        ? t(
            "The drive from {garage} to the pickup, and back from the drop-off, costs {price} per {unit}.",
            facts,
          )
        : t("The drive from {garage} to the pickup costs {price} per {unit}.", facts);
  return `${cost} ${t("Not charged on routes with a fixed price.")}`;
}

/** Returns the list without its examples, or null if no class that can be booked has a price. */
export function priceListOf(
  schedule: FeeSchedule,
  context: PriceListContext,
  classes: readonly VehicleClass[],
  surchargeFreeTime: string,
  t: Translator = englishTranslator,
  lineTranslator: LineTranslator = englishLineTranslator(schedule.currency),
): Omit<PriceList, "examples" | "workedExample"> | null {
  const pricedClasses = classes.filter(({ id }) =>
    schedule.rates.some(({ vehicleClassId }) => vehicleClassId === id),
  );
  if (pricedClasses.length === 0) return null;
  const listedFlatPrices = listFlatPrices(schedule, context, pricedClasses);
  const groups = schedule.surcharges.flatMap(({ group }) => group ?? []);
  const { currency, distanceUnit, taxes, gratuity } = schedule;
  return {
    currency,
    distanceUnit,
    classes: classPrices(schedule, pricedClasses, listedFlatPrices, surchargeFreeTime),
    flatDirections: listedFlatPrices,
    surcharges: listedSurcharges(schedule, context, pricedClasses, t, lineTranslator),
    highestOnly: new Set(groups).size < groups.length,
    extras: listedExtras(schedule, pricedClasses, t),
    taxes,
    gratuityPercent: gratuity.automaticPercent,
    deadhead: deadheadText(schedule, t),
  };
}
