/**
 * What webhook endpoints receive: the types of events and their data. Data are ids, numbers, states, times and amounts,
 * never a name, contact, place or text that somebody typed. Receivers rely on this contract: fields are added, never
 * changed or removed.
 */
import { z } from "zod";
import { PaymentKind, PaymentMethod } from "../payments/contract";
import { ReservationState } from "../reservations/contract";

/** The types of events, in the order in which owners choose them; docs/webhooks.md says when each is sent. */
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

/** The type that the test button sends; every endpoint receives it. */
export const TEST_TYPE = "webhook.test";

const id = z.string();
const moment = z.iso.datetime();
const minor = z.number().int();

/** The data of `reservation.*` and `offer.*`: the reservation at that time. */
export const ReservationData = z.object({
  id,
  /** The number that people use. */
  number: z.number().int(),
  state: ReservationState,
  /** Increases with each change: of two events, the one with the higher version is newer. */
  version: z.number().int(),
  serviceType: z.string(),
  source: z.string(),
  riderId: id.nullable(),
  companyId: id.nullable(),
  driverId: id.nullable(),
  vehicleId: id.nullable(),
  vehicleClassId: id,
  /** For a booking of several vehicles, the first reservation. */
  orderId: id.nullable(),
  /** For a return trip, the outbound trip. */
  returnOfId: id.nullable(),
  standingOrderId: id.nullable(),
  pickupAt: moment,
  timeZone: z.string(),
  currency: z.string(),
  /** In the currency's smallest unit. */
  fareMinor: minor,
  /** The fee charged for a cancellation or no-show instead of the fare. */
  cancellationFeeMinor: minor.nullable(),
  isLateCancellation: z.boolean(),
  paidMinor: minor,
  payment: z.string(),
});

/** The data of `payment.*`, for either a reservation or an invoice. */
export const PaymentData = z.object({
  id,
  reservationId: id.nullable(),
  invoiceId: id.nullable(),
  kind: PaymentKind,
  method: PaymentMethod.nullable(),
  state: z.string(),
  /** Negative for a refund, a release or a reversal. */
  amountMinor: minor,
  currency: z.string(),
  provider: z.string().nullable(),
  /** The payment that this one captures, releases or refunds; `reversesId` is the one that it reverses. */
  parentId: id.nullable(),
  reversesId: id.nullable(),
  paidOn: z.string(),
});

/** Of `rider.*`. */
export const RiderData = z.object({
  id,
  /** For `rider.merged`: the account that no longer exists. */
  mergedRiderId: id.exactOptional(),
});

/** Of `application.*`. */
export const ApplicationData = z.object({ id });

/** The data of an event. */
export type WebhookData =
  | z.infer<typeof ReservationData>
  | z.infer<typeof PaymentData>
  | z.infer<typeof RiderData>
  | z.infer<typeof ApplicationData>;
