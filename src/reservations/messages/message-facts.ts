/** Returns the facts of a trip for messages, in the reader's language. */
import type { Translator } from "../../settings/translation/translator-rules";
import { operatorNamesIn } from "../../settings/names/name-queries";
import { drivers } from "../../../db/schema/drivers";
import type { StoredTrip } from "../../../db/schema/reservations";
import { vehicleClasses, vehicles } from "../../../db/schema/vehicles";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import type { FareLine } from "../../fares/contract";
import { fareLineWords } from "../../fares/line-words";
import { countsTowardsTotal } from "../../fares/money-rules";
import { lineTranslatorFor } from "../../fares/line-translators";
import { formatMoney } from "../../settings/money-rules";
import type { Message } from "../../notifications/message";
import {
  type ReturnTripFacts,
  type SplitPart,
  type TripFacts,
  tripReceipt,
} from "../../notifications/texts/trip-texts";
import type { DriverFacts } from "../../notifications/calendar-contract";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../../notifications/words/words";
import { momentText } from "../../settings/local-time";
import { type CalendarEntry, calendarFile } from "../papers/calendar-rules";
import type { ReservationState } from "../contract";
import { driverAndVehicleOfFarmOut, farmOutOf } from "../farm-out/farm-out-queries";
import { prepaymentOf } from "../prepaying/prepay-queries";
import { receiptTotal } from "../papers/receipt-rules";
import { withoutAutoLinks } from "../passenger-rules";
import { hasDriver, isOver } from "../rules";
import { ensureTipUrlInTransaction } from "../feedback/tip-link-actions";
import { storedTripPlaces } from "../stored-trip";
import { findRow } from "../../../db/rows";
import { termsUrl } from "../terms/terms-queries";
import { iso } from "../../formats/instants";
import { readOperator } from "../../settings/queries";
import { ownTexts } from "../../notifications/templates/template-queries";

/** Returns the price of a trip in a language. */
function fareText(row: StoredTrip, language: Language): string {
  return row.fareLines.length > 0
    ? formatMoney(row.fareMinor, row.currency, language)
    : wordsIn(language).onRequest;
}

/** Returns the facts that every message about a trip contains, in a language. */
export function factsOf(deps: Deps, row: StoredTrip, language: Language): TripFacts {
  return {
    language,
    brand: readOperator(deps).brand,
    url: `${deps.config.publicUrl}/trips/${row.id}`,
    path: `/trips/${row.id}`,
    number: row.number,
    pickupTime: row.willCall
      ? wordsIn(language).whenYouCall
      : momentText(row.pickupAt, row.timeZone, language),
    pickup: row.pickupName,
    dropoff: row.dropoffName,
    fare: fareText(row, language),
    texts: ownTexts(deps, language),
  };
}

/**
 * Returns the prepayment of all vehicles and both legs of a booking, and its deadline. Null if nothing is to be paid.
 */
export function prepaymentRequestOf(tx: Tx, trips: readonly StoredTrip[], language: Language) {
  const waitingPrepayments = trips.flatMap(({ id }) => {
    const prepayment = prepaymentOf(tx, id);
    return prepayment?.state === "waiting" && prepayment.payBy !== null
      ? [{ ...prepayment, payBy: prepayment.payBy }]
      : [];
  });
  const [first] = waitingPrepayments;
  const [row] = trips;
  if (!first || !row) return null;
  const amountMinor = waitingPrepayments.reduce(
    (sum, prepayment) => sum + prepayment.amountMinor,
    0,
  );
  return {
    amount: formatMoney(amountMinor, row.currency, language),
    until: momentText(first.payBy, row.timeZone, language),
    isHold: first.take === "hold",
  };
}

/** Returns the driver of a trip as its rider may see them. Null while there is none. */
export function driverFacts(tx: Tx, row: StoredTrip): DriverFacts | null {
  const driverAndVehicle = driverAndVehicleOfFarmOut(farmOutOf(tx, row));
  if (driverAndVehicle) {
    const vehicle = [driverAndVehicle.color, driverAndVehicle.make, driverAndVehicle.model]
      .filter(Boolean)
      .join(" ");
    return {
      firstName: withoutAutoLinks(driverAndVehicle.firstName),
      vehicle: withoutAutoLinks(vehicle),
      plate: withoutAutoLinks(driverAndVehicle.plate),
    };
  }
  if (!row.driverId || !row.vehicleId) return null;
  const driver = findRow(tx, drivers, { id: row.driverId });
  const vehicle = findRow(tx, vehicles, { id: row.vehicleId });
  if (!driver || !vehicle) return null;
  return {
    firstName: driver.firstName,
    vehicle: `${vehicle.color} ${vehicle.make} ${vehicle.model}`,
    plate: vehicle.plate,
  };
}

/**
 * Returns the receipt of an ended trip. Null if it costs nothing. `before` is the price before a correction, in minor
 * units.
 */
export function receipt(
  tx: Tx,
  deps: Deps,
  trip: TripFacts,
  row: StoredTrip,
  before: number | null = null,
): Message | null {
  const total = receiptTotal(row);
  if (total === null) return null;
  const isMissed = row.state === "no_show" || row.state === "cancelled";
  // Only Livery writes this column, from the lines of the fare function.
  const lines = (isMissed ? (row.feeLines ?? []) : row.fareLines) as FareLine[];
  const { language } = trip;
  const lineTranslator = lineTranslatorFor(language, row.currency, operatorNamesIn(deps, language));
  const money = (amountMinor: number) => formatMoney(amountMinor, row.currency, language);
  return {
    ...tripReceipt(trip, {
      ...(before === null
        ? { of: isMissed ? "missed" : "driven" }
        : { of: "corrected", before: money(before) }),
      lines: lines
        .filter(countsTowardsTotal)
        .map((line) => [fareLineWords(line, lineTranslator).label, money(line.amountMinor)]),
      total: money(total),
      tipUrl:
        before === null && trip.path !== undefined
          ? ensureTipUrlInTransaction(tx, deps, row)
          : null,
    }),
    receiptOf: row.id,
  };
}

/** Returns one receipt for all vehicles of a booking, when the last of them has ended. Null until then. */
export function receiptOfAllVehicles(
  tx: Tx,
  deps: Deps,
  trip: TripFacts,
  row: StoredTrip,
  vehicles: readonly StoredTrip[],
): Message | null {
  const [first] = vehicles;
  if (vehicles.length < 2 || !first) return receipt(tx, deps, trip, row);
  if (vehicles.some(({ state }) => !isOver(state))) return null;
  const { language } = trip;
  const money = (amountMinor: number) => formatMoney(amountMinor, row.currency, language);
  const vehicleCosts = vehicles.flatMap((one) => {
    const totalMinor = receiptTotal(one);
    return totalMinor === null ? [] : [{ one, totalMinor }];
  });
  if (vehicleCosts.length === 0) return null;
  const total = money(vehicleCosts.reduce((sum, { totalMinor }) => sum + totalMinor, 0));
  const name = ({ number, vehicleClassId }: StoredTrip) =>
    `${number}, ${findRow(tx, vehicleClasses, { id: vehicleClassId })?.name ?? ""}`;
  return {
    ...tripReceipt(
      { ...trip, number: first.number },
      {
        of: vehicleCosts.some(({ one }) => one.state !== "no_show" && one.state !== "cancelled")
          ? "driven"
          : "missed",
        lines: vehicleCosts.map(({ one, totalMinor }) => [name(one), money(totalMinor)]),
        total,
      },
    ),
    receiptOf: row.id,
  };
}

/**
 * Returns the facts of a trip with an entry for the reader's calendar: its next version, or its cancellation. Includes
 * other trips that the message names. A return trip that waits for its passenger's call has no time, so it gets no
 * entry.
 */
export function factsWithCalendar(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  facts: TripFacts,
  others: readonly StoredTrip[] = [],
): TripFacts {
  const entries = [row, ...others]
    .filter(({ willCall }) => !willCall)
    .map((one) =>
      calendarEntry(tx, deps, one, one === row ? facts : factsOf(deps, one, facts.language)),
    );
  return entries.length > 0 ? { ...facts, calendar: calendarFile(entries) } : facts;
}

function calendarEntry(tx: Tx, deps: Deps, row: StoredTrip, facts: TripFacts): CalendarEntry {
  return {
    trip: {
      ...row,
      pickupAt: iso(row.pickupAt),
      ...storedTripPlaces(row),
      driver: hasDriver(row.state) ? driverFacts(tx, row) : null,
    },
    facts: {
      heading: facts.brand,
      url: facts.url || deps.config.publicUrl,
      host: new URL(deps.config.publicUrl).hostname,
      pickupText: facts.pickupTime,
      stampedAt: deps.now(),
      words: wordsIn(facts.language).calendar,
    },
  };
}

/** Returns the facts of a booking's confirmation: the trip, its other vehicles and the accepted terms. */
export function bookingFacts(
  tx: Tx,
  deps: Deps,
  vehicles: StoredTrip[],
  row: StoredTrip,
  own: TripFacts,
): TripFacts {
  const terms = termsUrl(deps, tx, row.id);
  return { ...legFacts(vehicles, row, own), ...(terms && { termsUrl: terms }) };
}

/** Returns the facts of a booking. For several vehicles, they include the total price and each vehicle. */
export function legFacts(
  vehicles: readonly StoredTrip[],
  row: StoredTrip,
  facts: TripFacts,
): TripFacts {
  // A reader who does not see the price gets a message about each vehicle when it has a driver.
  if (vehicles.length < 2 || !facts.fare) return facts;
  const bookedVehicles = vehicles.filter(({ state }) => !isCancelledOrRejected(state));
  return factsOfVehicles(bookedVehicles, row, facts);
}

/**
 * Returns the facts of a booking with each of these vehicles, and with their total price for readers who see the price.
 */
export function factsOfVehicles(
  vehicles: readonly StoredTrip[],
  { currency }: Pick<StoredTrip, "currency">,
  facts: TripFacts,
): TripFacts {
  const { language } = facts;
  const totalMinor = vehicles.reduce((sum, { fareMinor }) => sum + fareMinor, 0);
  return {
    ...facts,
    fare: facts.fare && formatMoney(totalMinor, currency, language),
    vehicles: vehicles.map((one) => vehicleFacts(one, facts)),
  };
}

/** Whether the trip was cancelled or rejected, so that it is not driven. */
export const isCancelledOrRejected = (state: ReservationState) =>
  state === "cancelled" || state === "rejected";

/** Returns the facts of a return trip for the message about its booking. */
export function returnTripFacts(row: StoredTrip, language: Language): ReturnTripFacts {
  return {
    number: row.number,
    pickupTime: row.willCall ? null : momentText(row.pickupAt, row.timeZone, language),
    fare: fareText(row, language),
  };
}

/** Returns the facts of one vehicle in a list of vehicles. */
export function vehicleFacts(
  row: StoredTrip,
  { fare, language }: Pick<TripFacts, "fare" | "language">,
): SplitPart {
  const { number, passengers } = row;
  return { number, passengers, fare: fare && fareText(row, language) };
}

/** Returns the time, the pickup and the drop-off for a driver. */
export function timeAndPlacesOf(row: StoredTrip, { language }: Translator) {
  return {
    time: momentText(row.pickupAt, row.timeZone, language),
    pickup: row.pickupName,
    dropoff: row.dropoffName,
  };
}
