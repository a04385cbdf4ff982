/** The words in which the demo fleet is told: who there is, and what happened to a trip. */
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
  /** As timelines name it. */
  name: string;
  kind: DemoClass;
  /** May be driven before this moment: papers, maintenance. */
  until: number;
};
export type FleetDriver = FleetPerson & {
  vehicle: FleetVehicle;
  dayOff: number;
  /** May drive before this moment: licence, suspension. */
  until: number;
};

export type FleetClass = {
  id: string;
  passengers: number;
  luggage: number;
  mobility: string[];
  /** The fare function over the prices in force at the pickup. */
  price: (trip: PlannedTrip) => { fare: Fare; version: PricedVersion };
};

/** What of a trip decides its price. */
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
  /** Riders who can get the news of a trip that somebody else booked. */
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
  /** Where it goes in the rider's own words: nobody has found the place yet. */
  placeInWords: string | null;
  /** The trip there, of a return trip that waits for its call. */
  outboundTrip: ReportedTrip | null;
  pickup: DemoStop;
  dropoff: DemoStop;
  /** On the way, in their order. */
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

/** How a trip's life goes; the last word is its state now. */
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
  /** So many stops on the way. */
  stopCount?: number;
  outboundTrip?: ReportedTrip;
  /** With a return trip that waits for its call. */
  hasReturnTrip?: boolean;
  /** Booked this long before now. */
  bookedAgoMs?: number;
};
