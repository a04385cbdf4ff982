import { z } from "zod";
import { Language } from "../accounts/contract";
import { Billing, BillTo } from "../companies/contract";
import { DriverRef } from "../drivers/contract";
import { FareLine, PayLine, ServiceType, TimeOfDay, WaitTerms } from "../fares/contract";
import { DriverEvent, ReservationEvent, RiderEvent } from "./event-contract";
import { CardName } from "./prepaying/card-contract";
import { TripTerms } from "./terms/terms-contract";
import { Prepayment } from "./prepaying/prepay-contract";
import { MAX_VEHICLES } from "./quotes/quote-contract";
import { NoShowWait } from "./waiting/no-show-contract";
import { Boarding } from "./waiting/boarding-contract";
import { flightNumberOf } from "./flight-number-contract";
import { Mobility } from "../vehicles/class-contract";
import { VehicleReference } from "../vehicles/contract";
import { line, lines } from "../settings/text-contract";

export const ReservationState = z.enum([
  "quote",
  "pending",
  "confirmed",
  "offered",
  "assigned",
  "en_route",
  "on_location",
  "passenger_on_board",
  "completed",
  "settled",
  "cancelled",
  "no_show",
  "rejected",
]);
export type ReservationState = z.infer<typeof ReservationState>;

/** How a trip is paid: in the car, or by a company's account. */
export const Payment = z.enum(["cash", "card", "account"]);
export type Payment = z.infer<typeof Payment>;

/** What is wrong with a vehicle that cannot go on. */
export const Trouble = z.enum([
  "flat_tyre",
  "battery",
  "no_fuel",
  "engine",
  "accident",
  "locked_out",
  "stuck",
  "other",
]);
export type Trouble = z.infer<typeof Trouble>;

/** What a kind of service asks for besides the way, each part only with its own service type. */
export const ServiceDetails = z.object({
  /** `airport_pickup`: the text of the sign. */
  greetingSign: line.min(1).max(80).optional(),
  care: z
    .object({
      /** People who come along to help, and others; all of them are among the passengers. */
      attendants: z.number().int().min(0).max(10),
      companions: z.number().int().min(0).max(10),
      /** When the passenger must be there, on the operator's clocks that day. */
      appointmentTime: TimeOfDay.nullable(),
      /** Steps, bells, keys: how to get the passenger through the door. */
      doorNote: lines.max(500),
    })
    .optional(),
  roadside: z
    .object({
      /** Make and model. */
      vehicle: line.min(1).max(120),
      plate: line.max(20),
      trouble: Trouble,
      words: lines.max(500),
    })
    .optional(),
  interpreter: z
    .object({
      languages: line.min(1).max(120),
      meeting: z.enum(["rides_along", "meets_there"]),
    })
    .optional(),
});
export type ServiceDetails = z.infer<typeof ServiceDetails>;

/** Airline and number as on a ticket, "WB 203" or "KLM1234A"; kept without the space. */
export const FlightNumber = z
  .string()
  .trim()
  .max(20)
  .transform((typed, ctx) => {
    const number = typed === "" ? "" : flightNumberOf(typed);
    if (number !== null) return number;
    ctx.addIssue({ code: "custom", message: "Write the flight number as on the ticket: WB 203." });
    return z.NEVER;
  });

/** Who is told of the reminder, the driver and the arrival: the rider who booked, the passenger, or both. */
export const DriverNewsRecipient = z.enum(["rider", "passenger", "both"]);
export type DriverNewsRecipient = z.infer<typeof DriverNewsRecipient>;

/** Who rides, where that is not the rider who books. */
export const PassengerInput = z.object({
  /** Defaults to the rider. */
  passengerName: z.string().max(160).optional(),
  passengerPhone: z.string().max(40).optional(),
  passengerEmail: z.string().max(254).optional(),
  /** Defaults to the rider's; "" in a change for that. */
  passengerLanguage: z.union([Language, z.literal("")]).optional(),
  /** Defaults to the passenger if they have a contact, else to the rider. */
  driverNewsTo: DriverNewsRecipient.optional(),
});
export type PassengerInput = z.infer<typeof PassengerInput>;

export const CreateReservation = PassengerInput.extend({
  quote: z.string().max(49_152),
  /** Of an option: that of a combination books a reservation for each of its vehicles. */
  vehicleClassId: z.string().max(520),
  flightNumber: FlightNumber.optional(),
  details: ServiceDetails.optional(),
  /** In cash where nothing is said; `account` with `billTo`. */
  payment: Payment.optional(),
  billTo: BillTo.optional(),
  note: lines.max(1000).optional(),
  /** The saved card that pays it, with `card`. */
  cardId: z.string().max(64).optional(),
  /** The version of the operator's terms that was accepted, where some are published. */
  terms: z.number().int().optional(),
  /** What the rider has seen is paid before the trip, and before the return trip; more is never asked for. */
  agreedBeforeMinor: z.number().int().min(0).optional(),
  /** The return trip that was quoted with it: both are booked, or neither. */
  returnTrip: z
    .object({ quote: z.string().max(49_152), flightNumber: FlightNumber.optional() })
    .optional(),
});
export type CreateReservation = z.input<typeof CreateReservation>;

/** An extra as it was booked. */
export const ReservationExtra = z.object({
  id: z.string(),
  name: z.string(),
  quantity: z.number().int(),
});
export type ReservationExtra = z.infer<typeof ReservationExtra>;

/** A stop as its readers see it. */
const SeenStop = z.object({
  name: z.string(),
  detail: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** The other trip of the pair: the outward trip of a return trip, or the return trip. */
export const OtherLegRef = z.object({ number: z.number().int(), leads: z.enum(["there", "back"]) });

/** Of a booking of several vehicles: which of them it is. */
const VehicleOfBooking = z.object({
  /** Of the first reservation. */
  id: z.string(),
  position: z.number().int(),
  count: z.number().int(),
});

/** A row of any list. A field that is for one reader alone belongs to the rows below. */
const TripRow = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  serviceType: ServiceType,
  pickupAt: z.iso.datetime(),
  pickup: SeenStop,
  dropoff: SeenStop,
  /** Between pickup and drop-off, in the order of the route. */
  stops: z.array(SeenStop),
  rider: z.object({ id: z.string(), name: z.string() }).nullable(),
  passenger: z.object({ name: z.string(), phone: z.string().nullable() }),
  vehicleClass: z.object({ id: z.string(), name: z.string() }),
  driver: DriverRef.pick({ id: true, firstName: true, lastName: true, phone: true }).nullable(),
  vehicle: VehicleReference.pick({
    id: true,
    plate: true,
    make: true,
    model: true,
    color: true,
  }).nullable(),
  fareMinor: z.number().int(),
  currency: z.string(),
  /** There is no price yet: dispatch pins a stop first. `fareMinor` is 0 until then. */
  onRequest: z.boolean(),
  /** A return trip that waits for its passenger's call: `pickupAt` is an estimate until then. */
  willCall: z.boolean(),
  otherLeg: OtherLegRef.nullable(),
  /** Absent for a trip in one vehicle. */
  order: VehicleOfBooking.exactOptional(),
  version: z.number().int(),
});

/** An affiliate on a row: their driver and car are null until they have named them. */
const RowAffiliate = z.object({
  name: z.string(),
  costMinor: z.number().int(),
  currency: z.string(),
  driver: DriverRef.pick({ firstName: true, lastName: true, phone: true }).nullable(),
  vehicle: VehicleReference.pick({ plate: true, make: true, model: true, color: true }).nullable(),
});

/** What is known of a flight; `waiting` while nothing is, `unknown` where the provider knows no such flight. */
export const FlightState = z.enum([
  "waiting",
  "unknown",
  "scheduled",
  "departed",
  "landed",
  "cancelled",
  "diverted",
]);
export type FlightState = z.infer<typeof FlightState>;

/** What dispatch's lists show of a trip's flight. */
const RowFlight = z.object({
  number: z.string(),
  state: FlightState,
  /** When it lands or leaves, or has; null while that is not known. */
  at: z.iso.datetime().nullable(),
  hasHappened: z.boolean(),
  /** How much later than planned, below zero for earlier; null where that is not known. */
  delayMinutes: z.number().int().nullable(),
  /** A pickup that was proposed after it; `proposedPickup` of `src/flights` tells whether and for when it still is. */
  proposedPickupAt: z.iso.datetime().nullable(),
});

/** A row as dispatch sees it. */
export const ReservationRow = TripRow.extend({
  /** Absent for a trip without a flight number. */
  flight: RowFlight.exactOptional(),
  /** The driver's pay for a finished trip; null before. */
  payMinor: z.number().int().nullable(),
  /** When a booking was made that dispatch has to confirm or price; absent for others. */
  waitingSince: z.iso.datetime().exactOptional(),
  /** A pending booking that waits for what its rider pays before the trip; absent for others. */
  awaitsPayment: z.literal(true).exactOptional(),
  /** A trip that a manager of the paying company must still approve; absent for others. */
  awaitsApproval: z.literal(true).exactOptional(),
  /** The affiliate that was offered the trip, or drives it; absent for others. */
  affiliate: RowAffiliate.exactOptional(),
});
export type ReservationRow = z.infer<typeof ReservationRow>;

/** A row as its rider sees it. */
const RiderRow = TripRow.extend({ payMinor: z.null() });

const NamedRecord = z.object({ name: z.string() });

/** A trip in its rider's list: what a card shows, and no more. The rest is asked for with the trip. */
const RiderTrip = TripRow.pick({
  id: true,
  number: true,
  state: true,
  serviceType: true,
  pickupAt: true,
  fareMinor: true,
  currency: true,
  onRequest: true,
  willCall: true,
  otherLeg: true,
  order: true,
}).extend({
  pickup: NamedRecord,
  dropoff: NamedRecord,
  /** Between pickup and drop-off, in the order of the route. */
  stops: z.array(NamedRecord),
  vehicleClass: NamedRecord,
  driver: DriverRef.pick({ firstName: true }).nullable(),
  vehicle: VehicleReference.pick({ plate: true }).nullable(),
});
export type RiderTrip = z.infer<typeof RiderTrip>;

/** A row as its driver sees it; `fareMinor` is 0 where the operator keeps prices from drivers. */
const DriverRow = TripRow.extend({
  /** What the driver earns from it: before its end by the agreed price. Null where that is not known. */
  payMinor: z.number().int().nullable(),
});

const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ reservations: z.array(row), nextCursor: z.string().nullable() });

export const ReservationList = listOf(ReservationRow);
export type ReservationList = z.infer<typeof ReservationList>;
export const RiderList = listOf(RiderTrip);
export type RiderList = z.infer<typeof RiderList>;
export const DriverList = listOf(DriverRow);
export type DriverList = z.infer<typeof DriverList>;

const TimelineStep = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(["rider", "driver", "admin", "system", "partner"]),
    name: z.string(),
  }),
  from: ReservationState.nullable(),
  to: ReservationState,
  /** As somebody typed it; to drivers and dispatch also what the event itself says of why. */
  reason: z.string(),
});

/** What an event says besides, in words: a bare text needs no label, an amount is money. */
export const EventFact = z.object({
  name: z.string(),
  text: z.string(),
  as: z.enum(["bare", "amount"]).exactOptional(),
});
export type EventFact = z.infer<typeof EventFact>;

/** When the server received it from a phone, if that was later than it happened. */
const receivedAt = z.iso.datetime().exactOptional();

/** One entry of the timeline, as dispatch sees it. */
export const TimelineEntry = TimelineStep.extend({
  actor: z.object({
    /** `auto` is auto-dispatch, `rule` one that confirms bookings: both act by the operator's rules. */
    kind: z.enum(["rider", "driver", "admin", "system", "partner", "auto", "rule", "affiliate"]),
    name: z.string(),
  }),
  receivedAt,
  event: ReservationEvent,
  facts: z.array(EventFact).exactOptional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The other way of a trip there and back. */
const OtherLeg = OtherLegRef.extend({
  id: z.string(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  willCall: z.boolean(),
});

/** What all who may read a trip see of it beside its row; what only one of them sees is below. */
const trip = {
  otherLeg: OtherLeg.nullable(),
  isLateCancellation: z.boolean(),
  /** From when its driver may set off to it: until then changes are possible, and no driver is seen. */
  startsAt: z.iso.datetime(),
  /** Dispatch lets the driver set off before that. */
  earlyStart: z.boolean(),
  pickupLocal: z.string(),
  timeZone: z.string(),
  passengers: z.number().int(),
  luggage: z.number().int(),
  mobility: Mobility,
  flightNumber: z.string().nullable(),
  details: ServiceDetails,
  payment: Payment,
  hours: z.number().nullable(),
  note: z.string(),
  distanceMeters: z.number().int(),
  durationSeconds: z.number().int(),
  estimate: z.boolean(),
  /** The way as an encoded polyline of precision 5; null where no router measured it. */
  routeGeometry: z.string().nullable(),
  /** Where the driver waits, as the operator wrote it of the pickup; empty where nothing is known. */
  pickupInstructions: z.string(),
  lines: z.array(FareLine),
  cancellationFeeMinor: z.number().int().nullable(),
  /** The amounts paid and due: due is below zero when a refund is owed, and 0 where a company is billed. */
  paidMinor: z.number().int(),
  waivedMinor: z.number().int(),
  dueMinor: z.number().int(),
  /** What is asked for before the trip; absent for nothing. What is held of it is no longer in `dueMinor`. */
  prepayment: Prepayment.exactOptional(),
  /** Why a cancellation or a no-show costs, in lines that sum to its fee. */
  feeLines: z.array(FareLine),
  extras: z.array(ReservationExtra),
  promotionCode: z.string().nullable(),
  /** When the flight touched down, once dispatch knows. */
  landedAt: z.iso.datetime().nullable(),
  /** So many minutes after it free waiting begins. */
  minutesAfterLanding: z.number().int(),
  /** What waiting costs, while a driver is bound to the trip. */
  waitTerms: WaitTerms.nullable(),
  /** The standing order it belongs to; null where it was booked alone. */
  standingOrderId: z.string().nullable(),
  createdAt: z.iso.datetime(),
};

/** What dispatch and the driver see, and the rider does not. */
const driving = {
  /** How drivers get in at both ends. */
  entranceNotes: z.object({ pickup: z.string(), dropoff: z.string() }),
  /** So long ago that the cash is no longer requested. */
  isCashForgotten: z.boolean().exactOptional(),
  /** The driver has confirmed what they received from the passenger. */
  isCollected: z.boolean(),
  /** The driver's pay for a finished trip; null before. */
  pay: z.object({ totalMinor: z.number().int(), lines: z.array(PayLine) }).nullable(),
  /** The open offer, when the state is `offered`. */
  offer: z
    .object({ driver: DriverRef, vehicle: VehicleReference, expiresAt: z.iso.datetime() })
    .nullable(),
  /** How long the driver waits for the passenger; null when nobody is waited for. */
  noShow: NoShowWait.nullable(),
};

/** How a passenger who is not the rider is notified of the ride; null for drivers. */
const PassengerNews = z.object({
  email: z.string().nullable(),
  language: Language.nullable(),
  driverNewsTo: DriverNewsRecipient,
});

/** The vehicles of one booking, each a reservation, this one among them; absent for a trip in one vehicle. */
const vehicles = z
  .array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      state: ReservationState,
      isLateCancellation: z.boolean(),
      vehicleClass: NamedRecord,
      passengers: z.number().int(),
      luggage: z.number().int(),
      /** From the assignment on. */
      driver: NamedRecord.nullable(),
      vehicle: VehicleReference.pick({ plate: true }).nullable(),
      /** What it costs: the fare, or the fee of one that was cancelled. */
      costMinor: z.number().int(),
      dueMinor: z.number().int(),
    }),
  )
  .exactOptional();

/** Where the quote that waits for an answer is read; absent without one. */
const quoteUrl = z.string().exactOptional();

/** The operator's terms that were accepted for it; absent for none. */
const terms = TripTerms.exactOptional();

/** The manager of the company that pays who booked it for the rider; absent for none. */
const bookedBy = z.string().exactOptional();

/** The saved card that pays it; absent for none. */
const savedCard = CardName.exactOptional();

/** A trip as dispatch sees it. */
export const Reservation = ReservationRow.extend({
  ...trip,
  ...driving,
  savedCard,
  terms,
  passengerNews: PassengerNews.nullable(),
  /** The company that pays, with `account`. */
  billing: Billing.nullable(),
  bookedBy,
  vehicles,
  quoteUrl,
  /** From the assignment until the passenger boards, where the operator has codes. */
  boarding: Boarding.nullable(),
  timeline: z.array(TimelineEntry),
}).meta({ id: "Reservation" });
export type Reservation = z.infer<typeof Reservation>;

/** A trip as its rider sees it: a driver only once assigned. */
export const RiderReservation = RiderRow.extend({
  ...trip,
  passengerNews: PassengerNews.nullable(),
  entranceNotes: z.object({ pickup: z.literal(""), dropoff: z.literal("") }),
  isCashForgotten: z.literal(false),
  isCollected: z.literal(false),
  pay: z.null(),
  offer: z.null(),
  noShow: z.null(),
  savedCard,
  terms,
  billing: Billing.nullable(),
  bookedBy,
  vehicles,
  quoteUrl,
  boarding: Boarding.extend({ request: z.null() }).nullable(),
  timeline: z.array(TimelineStep.extend({ event: RiderEvent })),
}).meta({ id: "RiderReservation" });
export type RiderReservation = z.infer<typeof RiderReservation>;

const riderShape = RiderReservation.shape;

/** A passenger as a partner named them. */
const PartnerPassenger = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/** What a partner sees of a trip in a list. */
const partnerRow = {
  id: riderShape.id,
  number: riderShape.number,
  state: riderShape.state,
  version: riderShape.version,
  serviceType: riderShape.serviceType,
  pickupAt: riderShape.pickupAt,
  pickup: riderShape.pickup,
  dropoff: riderShape.dropoff,
  stops: riderShape.stops,
  vehicleClass: riderShape.vehicleClass,
  fareMinor: riderShape.fareMinor,
  currency: riderShape.currency,
  onRequest: riderShape.onRequest,
  willCall: riderShape.willCall,
  order: riderShape.order,
};

/** A trip in a partner's list. */
export const PartnerRow = z
  .object({ ...partnerRow, passenger: PartnerPassenger.pick({ name: true, phone: true }) })
  .meta({ id: "PartnerRow" });
export type PartnerRow = z.infer<typeof PartnerRow>;

/**
 * A trip as the program of a partner sees it: of its rider no more than the passenger whom it named, of the driver what
 * riders see.
 */
export const PartnerReservation = z
  .object({
    ...partnerRow,
    passenger: PartnerPassenger,
    driver: TripRow.shape.driver.unwrap().omit({ id: true }).nullable(),
    vehicle: TripRow.shape.vehicle.unwrap().omit({ id: true }).nullable(),
    otherLeg: OtherLeg.nullable(),
    pickupLocal: trip.pickupLocal,
    timeZone: trip.timeZone,
    passengers: trip.passengers,
    luggage: trip.luggage,
    mobility: trip.mobility,
    flightNumber: trip.flightNumber,
    details: trip.details,
    hours: trip.hours,
    note: trip.note,
    extras: trip.extras,
    promotionCode: trip.promotionCode,
    distanceMeters: trip.distanceMeters,
    durationSeconds: trip.durationSeconds,
    estimate: trip.estimate,
    lines: trip.lines,
    payment: trip.payment,
    billing: Billing.nullable(),
    prepayment: trip.prepayment,
    paidMinor: trip.paidMinor,
    dueMinor: trip.dueMinor,
    isLateCancellation: trip.isLateCancellation,
    cancellationFeeMinor: trip.cancellationFeeMinor,
    feeLines: trip.feeLines,
    timeline: z.array(TimelineStep.pick({ at: true, from: true, to: true })),
    createdAt: trip.createdAt,
  })
  .meta({ id: "PartnerReservation" });
export type PartnerReservation = z.infer<typeof PartnerReservation>;

/**
 * A trip as its driver sees it: of who pays no more than the payment, and of the price nothing where the operator keeps
 * prices from drivers.
 */
export const DriverReservation = DriverRow.extend({
  ...trip,
  ...driving,
  /** That a saved card pays it, and nothing of which. */
  savedCard: z.object({ brand: z.literal(""), last4: z.literal("") }).exactOptional(),
  passengerNews: z.null(),
  billing: z.null(),
  boarding: Boarding.extend({ code: z.null() }).nullable(),
  timeline: z.array(TimelineStep.extend({ receivedAt, event: DriverEvent })),
}).meta({ id: "DriverReservation" });
export type DriverReservation = z.infer<typeof DriverReservation>;

export const ReservationAnswer = z.object({ reservation: Reservation });
export type ReservationAnswer = z.infer<typeof ReservationAnswer>;
export const RiderReservationAnswer = z.object({ reservation: RiderReservation });
export type RiderReservationAnswer = z.infer<typeof RiderReservationAnswer>;
export const DriverReservationAnswer = z.object({ reservation: DriverReservation });
export type DriverReservationAnswer = z.infer<typeof DriverReservationAnswer>;

/** The version of the reservation the caller saw; answers 409 if it has changed. */
const version = z.number().int().min(1);

/** A vehicle of a booking, with the version that was seen. */
const SeenVehicle = z.object({ id: z.string().max(64), version });

export const CancelReservation = z.object({
  version,
  reason: lines.max(500).optional(),
  /** The version of the other way, to cancel both. */
  otherLegVersion: version.optional(),
  /** Other vehicles of the booking, to cancel all of them or none, each with its other way where that goes too. */
  vehicles: z
    .array(SeenVehicle.extend({ otherLegVersion: version.optional() }))
    .max(MAX_VEHICLES - 1)
    .default([]),
});
export type CancelReservation = z.input<typeof CancelReservation>;

/** Confirms a booking, and other vehicles of it that were seen: all of them or none. */
export const ConfirmReservation = z.object({
  version,
  vehicles: z
    .array(SeenVehicle)
    .max(MAX_VEHICLES - 1)
    .default([]),
});
export type ConfirmReservation = z.input<typeof ConfirmReservation>;

const cancellationCost = z.object({
  allowed: z.boolean(),
  isLateCancellation: z.boolean(),
  feeMinor: z.number().int(),
  currency: z.string(),
});

/** What cancelling now would cost; beside it the other way, if that could be cancelled with it. */
export const CancellationPreview = cancellationCost.extend({
  otherLeg: z
    .object({
      number: z.number().int(),
      leads: z.enum(["there", "back"]),
      version,
      pickupAt: z.iso.datetime(),
      willCall: z.boolean(),
      isLateCancellation: z.boolean(),
      feeMinor: z.number().int(),
    })
    .nullable()
    .default(null),
  /** The other vehicles of the booking that could be cancelled with it, each with its other way if that could be too. */
  vehicles: z
    .array(
      SeenVehicle.extend({
        number: z.number().int(),
        vehicleClass: NamedRecord,
        feeMinor: z.number().int(),
        otherLeg: z.object({ version, feeMinor: z.number().int() }).nullable(),
      }),
    )
    .default([]),
});
export type CancellationPreview = z.infer<typeof CancellationPreview>;

/** When a flight touched down, on the operator's wall clock; null clears it. */
export const RecordLanding = z.object({
  version,
  landedLocal: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 2026-12-01T14:10")
    .nullable(),
});
export type RecordLanding = z.infer<typeof RecordLanding>;

export const SeenVersion = z.object({ version });
export type SeenVersion = z.infer<typeof SeenVersion>;

export const RejectReservation = z.object({ version, reason: lines.min(1).max(500) });
export type RejectReservation = z.infer<typeof RejectReservation>;

/** The rider's own list: upcoming, driven or missed, and cancelled trips. */
export const MyReservationsQuery = z.object({
  when: z.enum(["upcoming", "past", "cancelled"]).default("upcoming"),
  /** Words of the number, the places, the passenger, the plate, or the driver's first name. */
  q: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** A day of the years we keep reservations of. */
export const Day = z.iso.date().regex(/^2[01]/, "is not a day of this century or the next");

/** Only trips with a flight: any, or one that is late, diverted or cancelled. */
export const FlightFilter = z.enum(["any", "late", "diverted", "cancelled"]);

/** Dispatch's list. `from` and `to` are dates in the operator's zone, inclusive, on the pickup. */
export const ReservationsQuery = z.object({
  state: z.union([ReservationState, z.array(ReservationState)]).optional(),
  from: Day.optional(),
  to: Day.optional(),
  q: z.string().max(200).optional(),
  service: z.union([ServiceType, z.array(ServiceType)]).optional(),
  /** Only those whose pickup time has passed. */
  overdue: z.enum(["true"]).optional(),
  /** Only those that wait for the approval of a manager of the company that pays. */
  approval: z.enum(["true"]).optional(),
  /** What a figure of a report counts: of one driver, class, company (`none`: of nobody's), source. */
  driver: z.string().max(64).optional(),
  vehicle: z.string().max(64).optional(),
  vehicleClass: z.string().max(64).optional(),
  company: z.string().max(64).optional(),
  /** The vehicles of one booking, by the id of the first. */
  order: z.string().max(64).optional(),
  source: z.enum(["web", "phone", "demo"]).optional(),
  /** Whether the driver was at the pickup in time; those of whom it is not known are neither. */
  arrival: z.enum(["on_time", "late"]).optional(),
  flight: FlightFilter.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  sort: z.enum(["pickupAt", "-pickupAt", "createdAt", "-createdAt"]).default("pickupAt"),
});

/** The driver's list: their assignments and open offers, by the operator's calendar day. */
export const DriverReservationsQuery = z.object({
  when: z.enum(["today", "future", "past"]).default("today"),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** What a live stream sends as event `reservation`. */
export const ReservationChanged = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  version: z.number().int(),
  /** Only what is known of its flight has changed. */
  flightOnly: z.literal(true).exactOptional(),
});
export type ReservationChanged = z.infer<typeof ReservationChanged>;

/** The path parameter of one reservation. */
export const ReservationId = z.object({ id: z.string().max(64) });
