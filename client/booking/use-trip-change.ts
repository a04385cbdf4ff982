/** A change of a trip while it is typed: its fields, its price, and the calls that send it. */
import { flightNumberOf } from "../../src/reservations/flight-number-contract";
import { type FormEvent, useEffect, useState } from "react";
import type {
  ChangeQuote,
  ChangeReservation,
  PaymentInput,
  SameChange,
} from "../../src/reservations/change-contract";
import type { PassengerInput, Reservation, TimelineEntry } from "../../src/reservations/contract";
import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { isOver } from "../../src/reservations/rules";
import { ApiError } from "../api-error";
import { useForm } from "../forms/use-form";
import { useWords } from "../words/use-words";
import { type BookingDraft, passengerInputOf, type PlaceEntry } from "./draft";
import { missingFaults } from "./fields/passenger-fields";
import { tripEndpoints } from "./trip-places";

/** Server refusals that are shown at a field. All others are shown under the form. */
const timeCodes = ["trip.past", "trip.too_far_ahead", "trip.time_gap"];
export const AMBIGUOUS_TIME_CODE = "trip.time_ambiguous";

interface ChangeRequest {
  pickup?: Stop;
  dropoff?: Stop;
  pickupLocal?: string;
  repeatedHour?: "earlier" | "later";
  passengers?: number;
  luggage?: number;
  extras?: { id: string; quantity: number }[];
  vehicleClassId?: string;
}

/** The calls that price a change and make it, for a rider or for dispatch. */
export interface ChangeCalls {
  /** Prices a change; null if the screen was left in the meantime. */
  quote: (request: ChangeRequest & { version: number }) => Promise<ChangeQuote | null>;
  /**
   * Makes the change. `sameChange` is the part that other trips can have too; empty if the change fits only this trip.
   */
  change: (change: ChangeReservation, sameChange: SameChange) => Promise<unknown>;
}

/** Returns the form's fields, filled from a trip. */
function fieldsOf(trip: Reservation) {
  const { from, to } = tripEndpoints(trip);
  const [date = "", time = ""] = trip.pickupLocal.split("T");
  return {
    from,
    to,
    // Day and time are one field, because somebody who moves the day has not agreed to the same hour.
    moment: { date, time, repeatedHour: null as "earlier" | "later" | null },
    passengers: trip.passengers,
    luggage: trip.luggage,
    vehicleClassId: trip.vehicleClass.id,
    extras: trip.extras.map(({ id, quantity }) => ({ id, quantity })),
    greetingSign: trip.details.greetingSign ?? "",
    note: trip.note,
    payment: trip.payment,
    // The trip names its card without an id, so a card with the same name counts as the chosen one.
    card: trip.savedCard ? { id: "", ...trip.savedCard } : null,
    billTo: trip.billing && {
      companyId: trip.billing.company.id,
      costCentreId: trip.billing.costCentre?.id ?? null,
      reference: trip.billing.reference,
    },
    flightNumber: trip.flightNumber ?? "",
    isForSomebodyElse: trip.rider?.name !== trip.passenger.name,
    passengerName: trip.passenger.name,
    passengerPhone: trip.passenger.phone ?? "",
    passengerEmail: trip.passengerNews?.email ?? "",
    passengerLanguage: trip.passengerNews?.language ?? "",
    driverNewsTo: trip.passengerNews?.driverNewsTo ?? "passenger",
  } satisfies PassengerInput & Partial<BookingDraft> & Record<string, unknown>;
}
export type ChangeValues = ReturnType<typeof fieldsOf>;

/** Returns the changed fields that affect the price. */
function changeRequestOf(typed: ChangeValues, trip: Reservation): ChangeRequest {
  const { passengers, luggage, vehicleClassId } = typed;
  const { date, time, repeatedHour } = typed.moment;
  const pickup = stopOf(typed.from);
  const dropoff = stopOf(typed.to);
  const pickupLocal = `${date}T${time}`;
  return {
    ...(pickup && isMoved(pickup, trip.pickup) && { pickup }),
    ...(!isHourly(trip) && dropoff && isMoved(dropoff, trip.dropoff) && { dropoff }),
    ...(pickupLocal !== trip.pickupLocal && { pickupLocal }),
    ...(repeatedHour && { pickupLocal, repeatedHour }),
    ...(passengers !== trip.passengers && { passengers }),
    ...(luggage !== trip.luggage && { luggage }),
    ...(extrasKey(typed.extras) !== extrasKey(trip.extras) && { extras: typed.extras }),
    ...(vehicleClassId !== trip.vehicleClass.id && { vehicleClassId }),
  };
}

/** Returns the extras in a fixed order, to compare them. */
function extrasKey(extras: readonly { id: string; quantity: number }[]): string {
  return JSON.stringify(extras.map(({ id, quantity }) => `${id} ${quantity}`).toSorted());
}

/** Returns the payment to send. */
function paymentOf({ payment, billTo, card }: ChangeValues): PaymentInput {
  return {
    payment,
    ...(payment === "account" && billTo && { billTo }),
    ...(payment === "card" && card && { cardId: card.id }),
  };
}

/** Returns the passenger to send; an empty name makes the rider the passenger. */
function passengerChangeOf(typed: ChangeValues): PassengerInput {
  return typed.isForSomebodyElse ? passengerInputOf(typed) : { passengerName: "" };
}

/**
 * Returns what others changed on the trip since the form was opened. `onPriceInputsChanged` runs when such a change
 * affects the price.
 */
function useTripNews(trip: Reservation, onPriceInputsChanged: () => void) {
  const [base, setBase] = useState(trip);
  const [news, setNews] = useState<readonly TimelineEntry[]>([]);
  if (trip.version !== base.version) {
    const oldEntryIds = new Set(base.timeline.map(({ id }) => id));
    setNews([...news, ...trip.timeline.filter(({ id }) => !oldEntryIds.has(id))]);
    setBase(trip);
    if (priceInputsKey(trip) !== priceInputsKey(base)) onPriceInputsChanged();
  }
  return { news, clearNews: () => setNews([]) };
}

/** Loads the classes that can take the trip, with their prices, and its extras. Empty if they cannot be changed. */
function useAvailableOptions(
  trip: Reservation,
  { quote: fetchQuote }: ChangeCalls,
  newest?: ChangeQuote,
) {
  const [options, setOptions] = useState<Pick<ChangeQuote, "classes" | "extras">>(NO_OPTIONS);
  const { version } = trip;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each version of the trip
  useEffect(() => {
    let isUnmounted = false;
    fetchQuote({ version }).then(
      (answer) => !isUnmounted && answer && setOptions(answer),
      // Without an answer, the class stays. The form shows the reason when it is sent.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [version]);
  return newest ?? options;
}

const NO_OPTIONS = { classes: [], extras: [] };

export interface ChangeProps {
  trip: Reservation;
  calls: ChangeCalls;
  /** Called when a newer version has replaced the trip. */
  onStale: () => void;
}

/** The typed fields, their price, and the calls that request the price and send the change. */
export function useTripChange({ trip, calls, onStale }: ChangeProps) {
  const t = useWords();
  const [latestQuote, setLatestQuote] = useState<{ of: string; quote: ChangeQuote } | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const availableOptions = useAvailableOptions(trip, calls, latestQuote?.quote);
  const { news, clearNews } = useTripNews(trip, () => setLatestQuote(null));
  const form = useForm({
    initialValues: fieldsOf(trip),
    send: async () => {},
    failureTextOf: (error) => {
      if (!(error instanceof ApiError)) throw error;
      return error.code === AMBIGUOUS_TIME_CODE ? null : error.message;
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "quote.expired") setLatestQuote(null);
      if (error.code.startsWith("reservation.")) onStale();
    },
  });
  const { typed } = form;
  const changeRequest = changeRequestOf(typed, trip);
  const key = JSON.stringify(changeRequest);
  const quote = latestQuote?.of === key ? latestQuote.quote : null;
  const note = typed.note.trim();
  const sign = typed.greetingSign.trim();
  const paymentInput = paymentOf(typed);
  const passenger = passengerChangeOf(typed);
  const changes = {
    ...((flightNumberOf(typed.flightNumber) ?? typed.flightNumber) !==
      (trip.flightNumber ?? "") && {
      flightNumber: typed.flightNumber,
    }),
    ...(note !== trip.note && { note }),
    ...(sign !== (trip.details.greetingSign ?? "") && { greetingSign: sign }),
    ...(JSON.stringify(paymentInput) !== JSON.stringify(paymentOf(fieldsOf(trip))) && {
      pays: paymentInput,
    }),
    ...(JSON.stringify(passenger) !== JSON.stringify(passengerChangeOf(fieldsOf(trip))) &&
      passenger),
  };
  const needsPrice = key !== "{}";
  const isSame = !needsPrice && Object.keys(changes).length === 0;

  const { pickupLocal, repeatedHour: _, ...dailyFields } = changeRequest;
  const { flightNumber: __, ...otherChanges } = changes;
  // Somebody who moves the day has not agreed to that time on other days.
  const isSameDay = pickupLocal?.startsWith(trip.pickupLocal.slice(0, 10)) ?? false;
  const sameChange = {
    ...dailyFields,
    ...otherChanges,
    ...(isSameDay && { pickupTime: typed.moment.time }),
  };

  const send = async () => {
    const { version } = trip;
    try {
      if (!needsPrice || quote)
        return await calls.change(
          { version, ...(quote && { quote: quote.quote }), ...changes },
          sameChange,
        );
      const answer = await calls.quote({ version, ...changeRequest });
      if (answer) setLatestQuote({ of: key, quote: answer });
    } catch (error) {
      if (!(error instanceof ApiError && timeCodes.includes(error.code))) throw error;
      throw new ApiError(error.status, error.code, error.message, { time: error.message });
    }
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    setWasSubmitted(true);
    const placeFault = t("Choose a place from the list, so that we can find the route.");
    const faults = {
      ...(typed.isForSomebodyElse && missingFaults(typed, t)),
      ...(!typed.moment.date && { date: t("Choose a day.") }),
      ...(typed.from.place?.latitude == null && { "change-from": placeFault }),
      ...(!isHourly(trip) && typed.to.place?.latitude == null && { "change-to": placeFault }),
    };
    if (Object.keys(faults).length > 0) return form.refuse(faults);
    if (!isSame) await form.act("submit", send);
  };
  return {
    form: { ...form, submit },
    quote,
    available: availableOptions,
    needsPrice,
    isUnchanged: wasSubmitted && isSame,
    news,
    adoptCurrentValues: () => {
      form.reset();
      clearNews();
    },
  };
}

/** Returns a key of the parts of a trip that affect its price and that these fields change. */
function priceInputsKey(trip: Reservation): string {
  const { pickup, dropoff, stops, pickupLocal, passengers, luggage, extras } = trip;
  return JSON.stringify([pickup, dropoff, stops, pickupLocal, passengers, luggage, extras]);
}

export const isHourly = ({ serviceType }: Reservation) => serviceType === "hourly";

function stopOf({ place }: PlaceEntry): Stop | null {
  if (!place) return null;
  const { name, detail, latitude, longitude } = place;
  return { name, detail, latitude, longitude };
}

function isMoved(stop: Stop, before: Stop): boolean {
  return (
    stop.name !== before.name ||
    stop.latitude !== before.latitude ||
    stop.longitude !== before.longitude
  );
}

/** Returns the change to offer for other trips; null if this trip has no return trip and no other days. */
export function sameChangeFor(trip: Reservation, sameChange: SameChange): SameChange | null {
  const hasRelatedTrips =
    trip.standingOrderId !== null || (trip.otherLeg !== null && !isOver(trip.otherLeg.state));
  return hasRelatedTrips && Object.keys(sameChange).length > 0 ? sameChange : null;
}
