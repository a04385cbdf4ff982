/** Reads the price list with examples. It belongs to this slice because it needs trips and their routes. */
import { eq } from "drizzle-orm";
import { places, type StoredPlace } from "../../../db/schema/places";
import type { Deps } from "../../deps";
import type { FeeSchedule, PriceListContext } from "../../fares/contract";
import { scheduleWithNames } from "../../fares/name-rules";
import type {
  FareExample,
  PriceList,
  PublishedPricesAnswer,
  WorkedExample,
} from "../../fares/price-list-contract";
import { offeredPrices, priceListOf, findSurchargeFreeTime } from "../../fares/price-list-rules";
import { lineTranslatorFor } from "../../fares/line-translators";
import { dayOf, readPriceListContext, versionInForce } from "../../fares/queries";
import { priceTrip } from "../../fares/rules";
import { publishedPrices } from "../../fares/published-prices-rules";
import { straightMeters } from "../../routing/rules";
import type { Language } from "../../settings/languages/languages-contract";
import { operatorNamesIn } from "../../settings/names/name-queries";
import { readOperator } from "../../settings/queries";
import { translatorFor } from "../../settings/translation/translators";
import { bookableClasses } from "../../vehicles/bookable-queries";
import { pricedTrip, pickupInstantOf, routeOf } from "./trip-facts";

const DAY_MS = 86_400_000;
const MAX_EXAMPLES = 6;
/** Riders do not look for the price of a very short ride, or of one to another country. */
const MIN_EXAMPLE_METERS = 1_000;
const MAX_EXAMPLE_METERS = 150_000;

/**
 * Returns the prices in force without examples, so that it need not wait for a router. Null without a price list in
 * force.
 */
export function readRates(
  deps: Deps,
  language?: Language,
): {
  list: NonNullable<ReturnType<typeof priceListOf>>;
  schedule: FeeSchedule;
  surchargeFreeTime: string;
} | null {
  const now = deps.now();
  const inForce = versionInForce(deps.db, now);
  if (!inForce) return null;
  const { services, timeZone } = readOperator(deps);
  // Without a language, names stay as staff wrote them.
  const names = language ? operatorNamesIn(deps, language) : {};
  const name = (text: string) => names[text] ?? text;
  const schedule = scheduleWithNames(offeredPrices(inForce.schedule, services), name);
  const surchargeFreeTime = findSurchargeFreeTime(schedule, dayOf(now + DAY_MS, timeZone));
  const list = priceListOf(
    schedule,
    withTranslatedNames(readPriceListContext(deps), name),
    bookableClasses(deps).map((each) => ({ ...each, name: name(each.name) })),
    surchargeFreeTime,
    translatorFor(language ?? "en"),
    lineTranslatorFor(language ?? "en", schedule.currency, names),
  );
  return list && { list, schedule, surchargeFreeTime };
}

/** Returns the context of a price list, with the names of classes and zones translated by `name`. */
function withTranslatedNames(
  context: PriceListContext,
  name: (text: string) => string,
): PriceListContext {
  const namedPart = <Part extends { name: string }>(part: Part): Part => ({
    ...part,
    name: name(part.name),
  });
  return {
    ...context,
    vehicleClasses: context.vehicleClasses.map(namedPart),
    zones: context.zones.map(namedPart),
  };
}

/**
 * Returns the prices in force with examples. Null without a price list in force. Waits for a router for at most three
 * seconds.
 */
export async function readPriceList(deps: Deps, language?: Language): Promise<PriceList | null> {
  const rates = readRates(deps, language);
  if (!rates) return null;
  const { list, schedule, surchargeFreeTime } = rates;
  const ids = list.classes.map(({ vehicleClass }) => vehicleClass.id);
  const pricedExamples = await Promise.all(
    exampleTrips(deps).map((exampleTrip) =>
      examplePriceOf(deps, schedule, ids, exampleTrip, surchargeFreeTime),
    ),
  );
  const examples = pricedExamples.filter((each) => each !== null);
  // The farthest example shows the most price lines, unless its route has a flat price.
  const meteredExample = examples.findLast(
    ({ workedExample: { fare } }) => fare.lines[0]?.kind !== "flat",
  );
  const workedExample = (meteredExample ?? examples.at(-1))?.workedExample ?? null;
  return {
    ...list,
    examples: examples.map(({ workedExample: _, ...example }) => example),
    workedExample,
  };
}

/**
 * Returns the prices in force with examples, as texts for the page of published prices. Without a requested language,
 * in the site's main language.
 */
export async function readPublishedPrices(
  deps: Deps,
  requestedLanguage: Language | undefined,
): Promise<PublishedPricesAnswer> {
  const { town, riderLanguage } = readOperator(deps);
  const language = requestedLanguage ?? riderLanguage;
  const list = await readPriceList(deps, language);
  const lineTranslator = lineTranslatorFor(
    language,
    list?.currency ?? "",
    operatorNamesIn(deps, language),
  );
  return {
    classes: bookableClasses(deps),
    ...publishedPrices(list, town, translatorFor(language), lineTranslator),
  };
}

type PlaceRow = Pick<StoredPlace, "id" | "name" | "kind" | "address" | "latitude" | "longitude">;
type ExampleTrip = { from: PlaceRow; to: PlaceRow };

/**
 * Returns trips from the operator's airport, or otherwise its first place, to the other places: one of each kind before
 * a second.
 */
function exampleTrips({ db }: Deps): ExampleTrip[] {
  const { id, name, kind, address, latitude, longitude } = places;
  const ownPlaces = db
    .select({ id, name, kind, address, latitude, longitude })
    .from(places)
    .where(eq(places.active, true))
    .orderBy(name, id)
    .limit(500)
    .all();
  const from = ownPlaces.find((place) => place.kind === "airport") ?? ownPlaces[0];
  if (!from) return [];
  const tripsInRange = ownPlaces
    .map((to) => ({ from, to, meters: straightMeters([from, to]) }))
    .filter(({ to, meters }) => {
      return to.id !== from.id && meters >= MIN_EXAMPLE_METERS && meters <= MAX_EXAMPLE_METERS;
    });
  const countByKind = new Map<string, number>();
  return tripsInRange
    .map((exampleTrip) => {
      const turn = countByKind.get(exampleTrip.to.kind) ?? 0;
      countByKind.set(exampleTrip.to.kind, turn + 1);
      return { ...exampleTrip, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.meters - b.meters)
    .slice(0, MAX_EXAMPLES)
    .sort((a, b) => a.meters - b.meters);
}

async function examplePriceOf(
  deps: Deps,
  schedule: FeeSchedule,
  vehicleClassIds: readonly string[],
  { from, to }: ExampleTrip,
  pickupLocal: string,
): Promise<(FareExample & { workedExample: WorkedExample }) | null> {
  const { timeZone } = readOperator(deps);
  const stop = ({ name, address, latitude, longitude }: PlaceRow) => {
    return { name, detail: address, latitude, longitude };
  };
  const trip = {
    serviceType:
      from.kind === "airport"
        ? ("airport_pickup" as const)
        : to.kind === "airport"
          ? ("airport_dropoff" as const)
          : ("point_to_point" as const),
    pickup: stop(from),
    dropoff: stop(to),
    stops: [],
    extras: [],
    pickupLocal,
  };
  const pickupAt = pickupInstantOf({ pickupLocal, repeatedHour: "earlier" }, timeZone);
  const route = await routeOf(deps, trip, pickupAt);
  if (!route) return null;
  // Booked long before the pickup. The surcharge for short notice is shown beside the examples.
  const pricingContext = {
    pickupAt,
    bookedAt: pickupAt - 30 * DAY_MS,
    timeZone,
    route,
    riderId: null,
  };
  const facts = pricedTrip(deps, schedule, trip, pricingContext);
  const fares = vehicleClassIds.flatMap((vehicleClassId) => {
    const fare = facts && priceTrip(schedule, vehicleClassId, facts);
    return fare ? [{ vehicleClassId, fare }] : [];
  });
  const { distanceMeters, durationSeconds, estimate } = route;
  const ends = { from: from.name, to: to.name };
  const [first] = fares;
  if (!first) return null;
  return {
    ...ends,
    distanceMeters,
    durationSeconds,
    estimate,
    fares: fares.map(({ vehicleClassId, fare: { totalMinor } }) => ({
      vehicleClassId,
      totalMinor,
    })),
    workedExample: { ...ends, ...first },
  };
}
