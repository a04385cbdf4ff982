/**
 * What endpoints of others are told: the types of events, and what each says. Ids, numbers, states, times and amounts:
 * no name, contact, place or text that somebody typed. What is here is promised to others: fields are added, never
 * changed or removed.
 */
import { z } from "zod";
import { PaymentKind, PaymentMethod } from "../payments/contract";
import { ReservationState } from "../reservations/contract";

/** The types of events, in the order in which they are chosen; docs/webhooks.md says when each is sent. */
export const webhookTypes = [
  "reservation.created",
  "reservation.confirmed",
  "reservation.declined",
  "reservation.changed",
  "reservation.price_changed",
  "reservation.assigned",
  "reservation.unassigned",
  "reservation.en_route",
  "reservation.arrived",
  "reservation.started",
  "reservation.completed",
  "reservation.settled",
  "reservation.reopened",
  "reservation.cancelled",
  "reservation.no_show",
  "offer.sent",
  "offer.declined",
  "offer.expired",
  "offer.withdrawn",
  "payment.recorded",
  "payment.failed",
  "rider.created",
  "rider.merged",
  "rider.erased",
  "application.created",
  "application.changed",
  "application.approved",
  "application.rejected",
] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** What the test button sends; no endpoint can leave it out. */
export const TEST_TYPE = "webhook.test";

const id = z.string();
const moment = z.iso.datetime();
const minor = z.number().int();

/** Of `reservation.*` and `offer.*`: the reservation as it is then. */
export const ReservationData = z.object({
  id,
  /** What people call it by. */
  number: z.number().int(),
  state: ReservationState,
  /** Goes up with each change: of two events the one with the higher version is newer. */
  version: z.number().int(),
  serviceType: z.string(),
  source: z.string(),
  riderId: id.nullable(),
  companyId: id.nullable(),
  driverId: id.nullable(),
  vehicleId: id.nullable(),
  vehicleClassId: id,
  /** Of a booking of several vehicles, the first reservation. */
  orderId: id.nullable(),
  /** Of a return trip, the trip there. */
  returnOfId: id.nullable(),
  standingOrderId: id.nullable(),
  pickupAt: moment,
  timeZone: z.string(),
  currency: z.string(),
  /** In the smallest unit of the currency. */
  fareMinor: minor,
  /** The fee for a cancellation or no-show instead of the fare. */
  cancellationFeeMinor: minor.nullable(),
  isLateCancellation: z.boolean(),
  paidMinor: minor,
  payment: z.string(),
});

/** Of `payment.*`. Exactly one of reservation and invoice. */
export const PaymentData = z.object({
  id,
  reservationId: id.nullable(),
  invoiceId: id.nullable(),
  kind: PaymentKind,
  method: PaymentMethod.nullable(),
  state: z.string(),
  /** Below zero for a refund, a release or a reversal. */
  amountMinor: minor,
  currency: z.string(),
  provider: z.string().nullable(),
  /** The payment that it captures, releases or refunds, and the one that it reverses. */
  parentId: id.nullable(),
  reversesId: id.nullable(),
  paidOn: z.string(),
});

/** Of `rider.*`. */
export const RiderData = z.object({
  id,
  /** Of `rider.merged`: the account that no longer exists. */
  mergedRiderId: id.exactOptional(),
});

/** Of `application.*`. */
export const ApplicationData = z.object({ id });

/** The fact that an event is about. */
export type WebhookData =
  | z.infer<typeof ReservationData>
  | z.infer<typeof PaymentData>
  | z.infer<typeof RiderData>
  | z.infer<typeof ApplicationData>;
