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

/** How a trip is paid: in the car, in cash or by card, or by a company's account. */
export const Payment = z.enum(["cash", "card", "account"]);
export type Payment = z.infer<typeof Payment>;

/** The problem of a vehicle that cannot be driven on. */
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

/** The details that a service needs besides the route, each only for its own service type. */
export const ServiceDetails = z.object({
  /** `airport_pickup`: the text of the sign. */
  greetingSign: line.min(1).max(80).optional(),
  care: z
    .object({
      /** Attendants help the passenger, companions only ride along. All of them count as passengers. */
      attendants: z.number().int().min(0).max(10),
      companions: z.number().int().min(0).max(10),
      /** When the passenger must arrive, in the operator's local time on that day. */
      appointmentTime: TimeOfDay.nullable(),
      /** How to get the passenger through the door: steps, bells, keys. */
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

/** Airline and number as on a ticket, "WB 203" or "KLM1234A". Stored without the space. */
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

/**
 * Who gets the messages about the reminder, the driver and the arrival: the rider who booked, the passenger, or both.
 */
export const DriverNewsRecipient = z.enum(["rider", "passenger", "both"]);
export type DriverNewsRecipient = z.infer<typeof DriverNewsRecipient>;

/** The passenger, if that is not the rider who books. */
export const PassengerInput = z.object({
  /** Defaults to the rider. */
  passengerName: z.string().max(160).optional(),
  passengerPhone: z.string().max(40).optional(),
  passengerEmail: z.string().max(254).optional(),
  /** Defaults to the rider's. "" in a change returns to that default. */
  passengerLanguage: z.union([Language, z.literal("")]).optional(),
  /** Defaults to the passenger if they have a contact, otherwise to the rider. */
  driverNewsTo: DriverNewsRecipient.optional(),
});
export type PassengerInput = z.infer<typeof PassengerInput>;

export const CreateReservation = PassengerInput.extend({
  quote: z.string().max(49_152),
  /** The class of a quoted option. A combination of classes books a reservation for each of its vehicles. */
  vehicleClassId: z.string().max(520),
  flightNumber: FlightNumber.optional(),
  details: ServiceDetails.optional(),
  /** Cash by default. `account` needs `billTo`. */
  payment: Payment.optional(),
  billTo: BillTo.optional(),
  note: lines.max(1000).optional(),
  /** The saved card that pays for the trip. Needs `card`. */
  cardId: z.string().max(64).optional(),
  /** The accepted version of the operator's terms, if any are published. */
  terms: z.number().int().optional(),
  /** The prepayment that the rider saw, for the trip and for the return trip. Livery never requests more. */
  agreedBeforeMinor: z.number().int().min(0).optional(),
  /** The return trip that was quoted with it. Both are booked, or neither. */
  returnTrip: z
    .object({ quote: z.string().max(49_152), flightNumber: FlightNumber.optional() })
    .optional(),
});
export type CreateReservation = z.input<typeof CreateReservation>;

/** An extra, with its name at the time of booking. */
export const ReservationExtra = z.object({
  id: z.string(),
  name: z.string(),
  quantity: z.number().int(),
});
export type ReservationExtra = z.infer<typeof ReservationExtra>;

/** A stop as readers of a trip see it. */
const SeenStop = z.object({
  name: z.string(),
  detail: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** The other trip of the pair: the outbound trip of a return trip, or the return trip. */
export const OtherLegRef = z.object({ number: z.number().int(), leads: z.enum(["there", "back"]) });

/** The position of a vehicle in a booking of several vehicles. */
const VehicleOfBooking = z.object({
  /** The id of the first reservation. */
  id: z.string(),
  position: z.number().int(),
  count: z.number().int(),
});

/** A row of any list. A field for only one kind of reader belongs to the rows below. */
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
  /** The trip has no price until dispatch pins a stop. Until then `fareMinor` is 0. */
  onRequest: z.boolean(),
  /** A return trip that waits for its passenger's call. Until then `pickupAt` is an estimate. */
  willCall: z.boolean(),
  otherLeg: OtherLegRef.nullable(),
  /** Absent for a trip in one vehicle. */
  order: VehicleOfBooking.exactOptional(),
  version: z.number().int(),
});

/** An affiliate on a row. The driver and the car are null until the affiliate names them. */
const RowAffiliate = z.object({
  name: z.string(),
  costMinor: z.number().int(),
  currency: z.string(),
  driver: DriverRef.pick({ firstName: true, lastName: true, phone: true }).nullable(),
  vehicle: VehicleReference.pick({ plate: true, make: true, model: true, color: true }).nullable(),
});

/** The state of a flight: `waiting` before anything is known, `unknown` if the provider has no such flight. */
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

/** What the lists of dispatch show of a trip's flight. */
const RowFlight = z.object({
  number: z.string(),
  state: FlightState,
  /** When it lands or departs, or did so. Null while unknown. */
  at: z.iso.datetime().nullable(),
  hasHappened: z.boolean(),
  /** The delay, negative if early. Null if unknown. */
  delayMinutes: z.number().int().nullable(),
  /**
   * The pickup time proposed because of the flight. `proposedPickup` of `src/flights` decides whether it still applies.
   */
  proposedPickupAt: z.iso.datetime().nullable(),
});

/** A row as dispatch sees it. */
export const ReservationRow = TripRow.extend({
  /** Absent for a trip without a flight number. */
  flight: RowFlight.exactOptional(),
  /** The driver's pay for a finished trip. Null before the end. */
  payMinor: z.number().int().nullable(),
  /** When a booking was made that dispatch has to confirm or price. Absent for other trips. */
  waitingSince: z.iso.datetime().exactOptional(),
  /** A pending booking that waits for its rider's prepayment. Absent for other trips. */
  awaitsPayment: z.literal(true).exactOptional(),
  /** A trip that a manager of the paying company must still approve. Absent for other trips. */
  awaitsApproval: z.literal(true).exactOptional(),
  /** The affiliate that was offered the trip, or drives it. Absent for other trips. */
  affiliate: RowAffiliate.exactOptional(),
});
export type ReservationRow = z.infer<typeof ReservationRow>;

/** A row as its rider sees it. */
const RiderRow = TripRow.extend({ payMinor: z.null() });

const NamedRecord = z.object({ name: z.string() });

/** A trip in its rider's list: only what a card shows. The rest is loaded with the trip. */
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

/** A row as its driver sees it. `fareMinor` is 0 if the operator hides prices from drivers. */
const DriverRow = TripRow.extend({
  /** The driver's pay: before the end of the trip, by the agreed price. Null if unknown. */
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
  /** The reason as somebody typed it. For drivers and dispatch, otherwise the reason that the event itself has. */
  reason: z.string(),
});

/** A further fact of an event, in words. A bare text needs no label; an amount is money. */
export const EventFact = z.object({
  name: z.string(),
  text: z.string(),
  as: z.enum(["bare", "amount"]).exactOptional(),
});
export type EventFact = z.infer<typeof EventFact>;

/** When the server received an event from a phone, if later than the event. */
const receivedAt = z.iso.datetime().exactOptional();

/** One entry of the timeline, as dispatch sees it. */
export const TimelineEntry = TimelineStep.extend({
  actor: z.object({
    /** `auto` is auto-dispatch, `rule` a rule that confirms bookings. Both follow the operator's rules. */
    kind: z.enum(["rider", "driver", "admin", "system", "partner", "auto", "rule", "affiliate"]),
    name: z.string(),
  }),
  receivedAt,
  event: ReservationEvent,
  facts: z.array(EventFact).exactOptional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The other leg of a trip with a return trip. */
const OtherLeg = OtherLegRef.extend({
  id: z.string(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  willCall: z.boolean(),
});

/** The fields of a trip, beside its row, that all its readers see. Fields for one kind of reader are below. */
const commonFields = {
  otherLeg: OtherLeg.nullable(),
  isLateCancellation: z.boolean(),
  /** From when the driver may set off. Until then the trip can be changed, and the rider sees no driver. */
  startsAt: z.iso.datetime(),
  /** Whether dispatch lets the driver set off earlier. */
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
  /** The route as an encoded polyline of precision 5. Null if no router measured it. */
  routeGeometry: z.string().nullable(),
  /** Where the driver waits, from the operator's note about the pickup. Empty if there is none. */
  pickupInstructions: z.string(),
  lines: z.array(FareLine),
  cancellationFeeMinor: z.number().int().nullable(),
  /** The amounts paid and due. `dueMinor` is negative if a refund is owed, and 0 if a company is billed. */
  paidMinor: z.number().int(),
  waivedMinor: z.number().int(),
  dueMinor: z.number().int(),
  /** The prepayment. Absent if none is requested. `dueMinor` no longer includes the amount that is held of it. */
  prepayment: Prepayment.exactOptional(),
  /** The lines of a cancellation or no-show fee. Their sum is the fee. */
  feeLines: z.array(FareLine),
  extras: z.array(ReservationExtra),
  promotionCode: z.string().nullable(),
  /** When the flight landed, once dispatch knows. */
  landedAt: z.iso.datetime().nullable(),
  /** How many minutes after landing free waiting begins. */
  minutesAfterLanding: z.number().int(),
  /** The price of waiting, while a driver is assigned to the trip. */
  waitTerms: WaitTerms.nullable(),
  /** The standing order of the trip. Null if it was booked alone. */
  standingOrderId: z.string().nullable(),
  createdAt: z.iso.datetime(),
};

/** What dispatch and the driver see, but the rider does not. */
const nonRiderFields = {
  /** How drivers enter at the pickup and at the drop-off. */
  entranceNotes: z.object({ pickup: z.string(), dropoff: z.string() }),
  /** Whether the trip ended too long ago for its cash to be requested. */
  isCashForgotten: z.boolean().exactOptional(),
  /** Whether the driver has confirmed what they received from the passenger. */
  isCollected: z.boolean(),
  /** The driver's pay for a finished trip. Null before the end. */
  pay: z.object({ totalMinor: z.number().int(), lines: z.array(PayLine) }).nullable(),
  /** The open offer, when the state is `offered`. */
  offer: z
    .object({ driver: DriverRef, vehicle: VehicleReference, expiresAt: z.iso.datetime() })
    .nullable(),
  /** How long the driver waits for the passenger. Null if no wait applies. */
  noShow: NoShowWait.nullable(),
};

/** How a passenger who is not the rider is notified. Null for drivers. */
const PassengerNews = z.object({
  email: z.string().nullable(),
  language: Language.nullable(),
  driverNewsTo: DriverNewsRecipient,
});

/** The vehicles of one booking, each a reservation, including this one. Absent for a trip in one vehicle. */
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
      /** Null before the assignment. */
      driver: NamedRecord.nullable(),
      vehicle: VehicleReference.pick({ plate: true }).nullable(),
      /** The fare, or the fee of a cancelled trip. */
      costMinor: z.number().int(),
      dueMinor: z.number().int(),
    }),
  )
  .exactOptional();

/** The page of the open quote. Absent without one. */
const quoteUrl = z.string().exactOptional();

/** The operator's terms that were accepted for the trip. Absent if none were. */
const terms = TripTerms.exactOptional();

/** The manager of the paying company who booked the trip for the rider. Absent for other trips. */
const bookedBy = z.string().exactOptional();

/** The saved card that pays for the trip. Absent without one. */
const savedCard = CardName.exactOptional();

/** A trip as dispatch sees it. */
export const Reservation = ReservationRow.extend({
  ...commonFields,
  ...nonRiderFields,
  savedCard,
  terms,
  passengerNews: PassengerNews.nullable(),
  /** The company that pays, if `payment` is `account`. */
  billing: Billing.nullable(),
  bookedBy,
  vehicles,
  quoteUrl,
  /** From the assignment until the passenger boards, if the operator uses codes. */
  boarding: Boarding.nullable(),
  timeline: z.array(TimelineEntry),
}).meta({ id: "Reservation" });
export type Reservation = z.infer<typeof Reservation>;

/** A trip as its rider sees it. It has a driver only after the assignment. */
export const RiderReservation = RiderRow.extend({
  ...commonFields,
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

/** A passenger as the partner named them. */
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
 * A trip as a partner's program sees it. It has only the passenger that the partner named, and what riders see of the
 * driver.
 */
export const PartnerReservation = z
  .object({
    ...partnerRow,
    passenger: PartnerPassenger,
    driver: TripRow.shape.driver.unwrap().omit({ id: true }).nullable(),
    vehicle: TripRow.shape.vehicle.unwrap().omit({ id: true }).nullable(),
    otherLeg: OtherLeg.nullable(),
    pickupLocal: commonFields.pickupLocal,
    timeZone: commonFields.timeZone,
    passengers: commonFields.passengers,
    luggage: commonFields.luggage,
    mobility: commonFields.mobility,
    flightNumber: commonFields.flightNumber,
    details: commonFields.details,
    hours: commonFields.hours,
    note: commonFields.note,
    extras: commonFields.extras,
    promotionCode: commonFields.promotionCode,
    distanceMeters: commonFields.distanceMeters,
    durationSeconds: commonFields.durationSeconds,
    estimate: commonFields.estimate,
    lines: commonFields.lines,
    payment: commonFields.payment,
    billing: Billing.nullable(),
    prepayment: commonFields.prepayment,
    paidMinor: commonFields.paidMinor,
    dueMinor: commonFields.dueMinor,
    isLateCancellation: commonFields.isLateCancellation,
    cancellationFeeMinor: commonFields.cancellationFeeMinor,
    feeLines: commonFields.feeLines,
    timeline: z.array(TimelineStep.pick({ at: true, from: true, to: true })),
    createdAt: commonFields.createdAt,
  })
  .meta({ id: "PartnerReservation" });
export type PartnerReservation = z.infer<typeof PartnerReservation>;

/**
 * A trip as its driver sees it. It has only the payment method of the payer, and no price if the operator hides prices
 * from drivers.
 */
export const DriverReservation = DriverRow.extend({
  ...commonFields,
  ...nonRiderFields,
  /** Present if a saved card pays for the trip. Does not say which one. */
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

/** The version of the reservation that the caller saw. If it has changed, the call answers 409. */
const version = z.number().int().min(1);

/** A vehicle of a booking, with the version that the caller saw. */
const SeenVehicle = z.object({ id: z.string().max(64), version });

export const CancelReservation = z.object({
  version,
  reason: lines.max(500).optional(),
  /** The version of the other leg, to cancel both. */
  otherLegVersion: version.optional(),
  /**
   * Other vehicles of the booking, to cancel all of them or none. `otherLegVersion` also cancels a vehicle's other leg.
   */
  vehicles: z
    .array(SeenVehicle.extend({ otherLegVersion: version.optional() }))
    .max(MAX_VEHICLES - 1)
    .default([]),
});
export type CancelReservation = z.input<typeof CancelReservation>;

/** Confirms a booking and other vehicles of it, at the versions that the caller saw: all of them or none. */
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

/** The fee for cancelling now, and the other leg if it could be cancelled too. */
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
  /** The other vehicles of the booking that could be cancelled too, each with its other leg if possible. */
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

/** When a flight landed, in the operator's local time. Null clears it. */
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
  /** Words of the number, the places, the passenger, the plate or the driver's first name. */
  q: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** A day in a year for which reservations may exist. */
export const Day = z.iso.date().regex(/^2[01]/, "is not a day of this century or the next");

/** Only trips with a flight: any, or one that is late, diverted or cancelled. */
export const FlightFilter = z.enum(["any", "late", "diverted", "cancelled"]);

/** The list of dispatch. `from` and `to` are pickup days in the operator's time zone, inclusive. */
export const ReservationsQuery = z.object({
  state: z.union([ReservationState, z.array(ReservationState)]).optional(),
  from: Day.optional(),
  to: Day.optional(),
  q: z.string().max(200).optional(),
  service: z.union([ServiceType, z.array(ServiceType)]).optional(),
  /** Only trips whose pickup time has passed. */
  overdue: z.enum(["true"]).optional(),
  /** Only trips that wait for the approval of a manager of the paying company. */
  approval: z.enum(["true"]).optional(),
  /** The trips that a figure of a report counts: by driver, class, company (`none`: no company) or source. */
  driver: z.string().max(64).optional(),
  vehicle: z.string().max(64).optional(),
  vehicleClass: z.string().max(64).optional(),
  company: z.string().max(64).optional(),
  /** The vehicles of one booking, by the id of the first. */
  order: z.string().max(64).optional(),
  source: z.enum(["web", "phone", "demo"]).optional(),
  /** Whether the driver was at the pickup in time. Trips with an unknown arrival match neither. */
  arrival: z.enum(["on_time", "late"]).optional(),
  flight: FlightFilter.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  sort: z.enum(["pickupAt", "-pickupAt", "createdAt", "-createdAt"]).default("pickupAt"),
});

/** The driver's list: their assignments and open offers, by day in the operator's time zone. */
export const DriverReservationsQuery = z.object({
  when: z.enum(["today", "future", "past"]).default("today"),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** The data of the event `reservation` of a live stream. */
export const ReservationChanged = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  version: z.number().int(),
  /** Only its flight data has changed. */
  flightOnly: z.literal(true).exactOptional(),
});
export type ReservationChanged = z.infer<typeof ReservationChanged>;

/** The path parameter of one reservation. */
export const ReservationId = z.object({ id: z.string().max(64) });
