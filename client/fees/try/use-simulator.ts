import { useEffect, useMemo, useRef, useState } from "react";
import type { Place } from "../../../src/places/contract";
import { greatCircleMeters } from "../../../src/places/rules";
import { offeredExtras } from "../../../src/fares/rules";
import type { FeeSchedule, PricedTrip, ServiceType } from "../../../src/fares/contract";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { addDays, localClock } from "../../ui/local-clock";

/** Pickup or drop-off: the typed text, and the place once chosen. */
export interface SimulatedEnd {
  text: string;
  place: Place | null;
}

/** The test trip. */
interface SimulatedTrip {
  serviceType: ServiceType;
  pickup: SimulatedEnd;
  dropoff: SimulatedEnd;
  date: string;
  time: string;
  hours: number;
  stops: number;
  passengers: number;
  vehicleClassId: string;
  /** The quantity of each extra. */
  extras: Readonly<Record<string, number>>;
  promotionCode: string;
  /** The company that is billed; empty for none. */
  companyId: string;
}

/** The server's facts about the trip that the prices need. */
type SimulatedFacts = Pick<
  PricedTrip,
  "distanceMeters" | "durationSeconds" | "bookedOn" | "leadMinutes" | "pickup" | "dropoff"
> & { estimate: boolean };

/** A ready-made test trip. */
interface ExampleTrip {
  label: string;
  trip: Partial<SimulatedTrip>;
}

export type Simulator = ReturnType<typeof useSimulator>;

/** Delay between a change and loading the trip's facts, ms. */
const DEBOUNCE_MS = 200;

/**
 * The test trip with its facts, loaded once for each pair of places and time. `classIds` are the
 * classes to test; the first is preselected.
 */
export function useSimulator({
  timeZone,
  now,
  classIds,
}: {
  timeZone: string;
  now: string;
  classIds: readonly string[];
}) {
  const { api, call } = useOffice();
  const latestCall = useRef(call);
  latestCall.current = call;
  const [trip, setTrip] = useState<SimulatedTrip>(() => ({
    serviceType: "point_to_point",
    pickup: { text: "", place: null },
    dropoff: { text: "", place: null },
    date: addDays(localClock(Date.parse(now), timeZone).date, 1),
    time: "10:00",
    hours: 3,
    stops: 0,
    passengers: 1,
    vehicleClassId: classIds[0] ?? "",
    extras: {},
    promotionCode: "",
    companyId: "",
  }));
  const [examples, setExamples] = useState<readonly ExampleTrip[]>([]);
  const [facts, setFacts] = useState<SimulatedFacts | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);

  // The operator's own places make the examples; without any, the form waits for two places.
  useEffect(() => {
    let isUnmounted = false;
    void (async () => {
      try {
        const { places } = await latestCall.current(api.places.$get({ query: { limit: "20" } }));
        if (isUnmounted) return;
        const ownExamples = exampleTrips(places);
        setExamples(ownExamples);
        const [first] = ownExamples;
        if (first) setTrip((old) => (old.pickup.text === "" ? { ...old, ...first.trip } : old));
      } catch (error) {
        // Examples are optional: the place search reports its own failure.
        if (!(error instanceof LeftPageError)) setExamples([]);
      }
    })();
    return () => {
      isUnmounted = true;
    };
  }, [api]);

  const { serviceType, date, time, hours } = trip;
  const pickup = trip.pickup.place;
  const dropoff = trip.dropoff.place;
  useEffect(() => {
    if (!pickup || !dropoff || !date || !time) {
      setFacts(null);
      setFailure(null);
      setIsLoading(false);
      return;
    }
    let isSuperseded = false;
    setIsLoading(true);
    const timer = setTimeout(async () => {
      try {
        const answer = await latestCall.current(
          api.admin.fees.simulation.$post({
            json: {
              trip: {
                serviceType,
                pickup: stopOf(pickup),
                dropoff: stopOf(dropoff),
                pickupLocal: `${date}T${time}`,
                passengers: 1,
                luggage: 0,
                ...(serviceType === "hourly" && { hours }),
              },
            },
          }),
        );
        if (isSuperseded) return;
        setFacts({ ...answer.draft.facts, estimate: answer.route.estimate });
        setFailure(null);
      } catch (error) {
        if (isSuperseded || error instanceof LeftPageError) return;
        setFacts(null);
        setFailure(failureText(error));
      } finally {
        if (!isSuperseded) setIsLoading(false);
      }
    }, DEBOUNCE_MS);
    return () => {
      isSuperseded = true;
      clearTimeout(timer);
    };
  }, [api, serviceType, pickup, dropoff, date, time, hours]);

  return useMemo(
    () => ({
      trip,
      change: (changes: Partial<SimulatedTrip>) => setTrip((old) => ({ ...old, ...changes })),
      examples,
      facts,
      failure,
      isLoading,
    }),
    [trip, examples, facts, failure, isLoading],
  );
}

function stopOf({ name, detail, latitude, longitude }: Place) {
  return { name, detail, latitude, longitude };
}

/** Returns example trips between the operator's own places that use different parts of a price list. */
function exampleTrips(places: readonly Place[]): ExampleTrip[] {
  const endAt = (place: Place): SimulatedEnd => ({ text: place.name, place });
  const airport = places.find(({ kind }) => kind === "airport");
  const hospital = places.find(({ kind }) => kind === "hospital");
  const others = places.filter(({ kind }) => kind !== "airport");
  const [first] = others;
  const second = first && placeAtDistance(first, others, 5_000);
  const third = hospital && placeAtDistance(hospital, others, 8_000);
  const defaultTrip = { extras: {}, promotionCode: "", companyId: "", stops: 0 };
  const examples: ExampleTrip[] = [];
  if (first && second)
    examples.push({
      label: "Short trip",
      trip: {
        ...defaultTrip,
        serviceType: "point_to_point",
        pickup: endAt(first),
        dropoff: endAt(second),
        time: "10:00",
      },
    });
  if (airport && first)
    examples.push({
      label: "Airport at night",
      trip: {
        ...defaultTrip,
        serviceType: "airport_pickup",
        pickup: endAt(airport),
        dropoff: endAt(first),
        time: "23:30",
      },
    });
  if (first && second)
    examples.push({
      label: "3 hours",
      trip: {
        ...defaultTrip,
        serviceType: "hourly",
        pickup: endAt(first),
        dropoff: endAt(second),
        time: "10:00",
        hours: 3,
      },
    });
  if (hospital && third)
    examples.push({
      label: "Care trip",
      trip: {
        ...defaultTrip,
        serviceType: "home_care",
        pickup: endAt(third),
        dropoff: endAt(hospital),
        time: "09:00",
      },
    });
  return examples;
}

/** Returns the place whose distance is closest to the wanted one. */
function placeAtDistance(from: Place, places: readonly Place[], meters: number): Place | undefined {
  const deviation = (place: Place) => Math.abs(greatCircleMeters(from, place) - meters);
  return places
    .filter(({ id }) => id !== from.id)
    .toSorted((a, b) => deviation(a) - deviation(b))[0];
}

/** Returns the trip in the form that pricing needs, for one price list; null until its facts are loaded. */
export function pricedTrip(
  schedule: FeeSchedule,
  { trip, facts }: Pick<Simulator, "trip" | "facts">,
  deadheadMeters: number,
): PricedTrip | null {
  if (!facts) return null;
  const { estimate: _, ...rest } = facts;
  const offered = offeredExtras(schedule, trip.serviceType).filter(
    ({ vehicleClassIds }) =>
      vehicleClassIds.length === 0 || vehicleClassIds.includes(trip.vehicleClassId),
  );
  return {
    ...rest,
    serviceType: trip.serviceType,
    pickupLocal: `${trip.date}T${trip.time}`,
    stops: trip.stops,
    ...(trip.serviceType === "hourly" && { hours: trip.hours }),
    deadheadMeters,
    // If a price list lacks an extra, the trip is priced without it.
    extras: offered
      .map(({ id, maxQuantity }) => ({
        id,
        quantity: Math.min(maxQuantity, trip.extras[id] ?? 0),
      }))
      .filter(({ quantity }) => quantity > 0),
    ...(trip.companyId && { companyId: trip.companyId }),
    promotion: trip.promotionCode ? { code: trip.promotionCode, uses: 0, usesByRider: 0 } : null,
  };
}
