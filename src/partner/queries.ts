/** The reads of partners. Every answer is parsed by its contract, so that it contains nothing else. */
import type { z } from "zod";
import { reservations } from "../../db/schema/reservations";
import type { Partner } from "../accounts/keys/key-queries";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { listReservations } from "../reservations/list/list-queries";
import { readReceipt } from "../reservations/papers/document-queries";
import { previewCancellation } from "../reservations/cancellation-queries";
import { readReservation } from "../reservations/queries";
import { loadTrip } from "../reservations/trip-queries";
import { canAccessRow, requireRow } from "../rows";
import { readOperator } from "../settings/queries";
import { readTrackedTrip } from "../tracking/link-queries";
import { readWebhooks } from "../webhooks/queries";
import {
  type PartnerBooking,
  PartnerCancellation,
  PartnerBookings,
  type PartnerBookingsQuery,
  PartnerTracking,
  PartnerWebhooks,
} from "./contract";

/** Returns a booking. Throws 404 if it isn't the partner's. */
export function readBooking(deps: Deps, partner: Partner, id: string): PartnerBooking {
  return { booking: readReservation(deps, id, partner) };
}

/** Lists the partner's bookings, newest first. */
export function listBookings(
  deps: Deps,
  { companyId }: Partner,
  query: z.output<typeof PartnerBookingsQuery>,
): z.infer<typeof PartnerBookings> {
  const { reservations, nextCursor } = listReservations(deps, () => readOperator(deps).timeZone, {
    ...query,
    sort: "-createdAt",
    ...(companyId !== null && { company: companyId }),
  });
  return PartnerBookings.parse({ bookings: reservations, nextCursor });
}

/** Returns what cancelling now would cost. Throws 404 if the booking isn't the partner's. */
export function cancellationPreviewForPartner(deps: Deps, partner: Partner, id: string) {
  return PartnerCancellation.parse(previewCancellation(deps, id, partner));
}

/** Returns where the car is. Throws 404 if the trip isn't the partner's. */
export function readTrackingForPartner(deps: Deps, partner: Partner, id: string) {
  loadTrip(deps.db, { actor: partner, id });
  return PartnerTracking.parse(readTrackedTrip(deps, id));
}

/**
 * Returns the receipt that the rider gets, without vehicles of the booking that others pay for. Throws 404 if the trip
 * isn't the partner's, 409 while it costs nothing.
 */
export function receiptForPartner(deps: Deps, partner: Partner, id: string) {
  loadTrip(deps.db, { actor: partner, id });
  return readReceipt(deps, id, { kind: "admin" }, (vehicle) =>
    canAccessRow(requireRow(deps.db, reservations, { id: vehicle.id }), partner),
  );
}

/**
 * Lists the endpoints that the program has added, oldest first. Throws 403 for a company's key, because events report
 * all trips.
 */
export function listWebhooks(deps: Deps, partner: Partner): z.infer<typeof PartnerWebhooks> {
  requireOperatorKey(partner);
  return PartnerWebhooks.parse({ webhooks: readWebhooks(deps, partner.id).endpoints });
}

/** Throws 403 for a key that only reaches the trips of one company. */
export function requireOperatorKey({ companyId }: Partner): void {
  if (companyId !== null)
    throw new AppError("key.company", {
      message:
        "This API key is limited to one company, so it cannot add webhooks: they report all trips.",
    });
}
