/** The types that describe the demo fleet: its people and cars, and what happened to its trips. */
import type { DemoClass, DemoStop } from "../../db/demo";
import type { Actor } from "../deps";
import type { Fare, FareLine, ServiceType } from "../fares/contract";
import type { PricedVersion } from "../fares/queries";
import type { ReservationState, ServiceDetails } from "../reservations/contract";
import type { Mobility } from "../vehicles/class-contract";
import type { ReservationEvent } from "../reservations/event-contract";

export type FleetPerson = Actor & { id: string; phone: string | null };
type FleetVehicle = {
  id: string;
  /** The name that timelines show. */
  name: string;
  kind: DemoClass;
  /** The vehicle may be driven before this time, because of its documents and maintenance. */
  until: number;
};
export type FleetDriver = FleetPerson & {
  vehicle: FleetVehicle;
  dayOff: number;
  /** The driver may drive before this time, because of their licence or a suspension. */
  until: number;
};

export type FleetClass = {
  id: string;
  passengers: number;
  luggage: number;
  mobility: string[];
  /** Returns the fare under the price list in force at the pickup. */
  price: (trip: PlannedTrip) => { fare: Fare; version: PricedVersion };
};

/** The fields of a trip that decide its price. */
export type PlannedTrip = Pick<
  Trip,
  | "serviceType"
  | "hours"
  | "pickup"
  | "dropoff"
  | "stops"
  | "pickupAt"
  | "pickupLocal"
  | "distanceMeters"
  | "durationSeconds"
  | "extras"
>;

export type Fleet = {
  now: number;
  timeZone: string;
  speedKmh: number;
  classes: Record<DemoClass, FleetClass>;
  drivers: readonly FleetDriver[];
  riders: readonly FleetPerson[];
  /** Riders whom messages about a trip that somebody else booked can reach. */
  reachableRiders: readonly FleetPerson[];
  dispatchers: readonly FleetPerson[];
  accountant: FleetPerson;
  places: readonly (DemoStop & { kind: string })[];
};

export type Step = {
  at: number;
  actor: Actor;
  to: ReservationState;
  reason: string;
  event: ReservationEvent;
};

export type ReportedTrip = {
  trip: Trip;
  steps: Step[];
  isLate: boolean;
  feeMinor: number | null;
  feeLines: FareLine[];
  driver: FleetDriver | null;
  assignments: { driver: FleetDriver; at: number; endedAt: number | null }[];
  offers: {
    driver: FleetDriver;
    state: "open" | "accepted" | "declined" | "expired";
    reason: string;
    at: number;
    expiresAt: number;
    answeredAt: number | null;
  }[];
};

export type Trip = {
  serviceType: ServiceType;
  kind: DemoClass;
  rider: FleetPerson | null;
  source: "web" | "phone";
  passengerName: string;
  passengerPhone: string | null;
  driverNewsTo: "rider" | "passenger";
  passengers: number;
  luggage: number;
  mobility: Mobility;
  flightNumber: string | null;
  hours: number | null;
  note: string;
  details: ServiceDetails | null;
  /** The destination in the rider's own words, if nobody has found the place yet. */
  placeInWords: string | null;
  /** The outbound trip of a return trip that waits for the patient's call. */
  outboundTrip: ReportedTrip | null;
  pickup: DemoStop;
  dropoff: DemoStop;
  /** The stops on the way, in order. */
  stops: DemoStop[];
  pickupAt: number;
  pickupLocal: string;
  distanceMeters: number;
  durationSeconds: number;
  startsAt: number;
  endsAt: number;
  extras: { id: string; name: string; quantity: number }[];
  fare: Fare;
  version: PricedVersion;
};

/** How a trip ends: the last step is its current state. */
export type FinalStep =
  | "quote"
  | "pending"
  | "confirmed"
  | "offered"
  | "assigned"
  | "en_route"
  | "on_location"
  | "passenger_on_board"
  | "done"
  | "cancelled"
  | "no_show"
  | "rejected"
  | "lapsed";

export type DemoTripSpec = {
  pickupAt: number;
  finalStep: FinalStep;
  serviceType?: ServiceType;
  kind?: DemoClass;
  rider?: FleetPerson;
  driver?: FleetDriver;
  hours?: number;
  placeInWords?: string;
  /** How many stops the trip has on the way. */
  stopCount?: number;
  outboundTrip?: ReportedTrip;
  /** Whether it has a return trip that waits for the patient's call. */
  hasReturnTrip?: boolean;
  /** How long before now it was booked, in ms. */
  bookedAgoMs?: number;
};
