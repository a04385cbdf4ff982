import { createRouter, json } from "../server/calls";
import { JSON_LIMIT_BYTES, limitPerApiKey, readIdempotencyKey, sendPdf } from "../server/http";
import {
  addWebhook,
  bookForPartner,
  cancelForPartner,
  changeForPartner,
  quoteChangeForPartner,
  quoteForPartner,
  removeWebhook,
} from "./actions";
import {
  PartnerAddWebhook,
  PartnerBook,
  PartnerBooking,
  PartnerCancel,
  PartnerCancellation,
  PartnerChange,
  PartnerChangeQuote,
  PartnerChangeTrip,
  PartnerBookings,
  PartnerBookingsQuery,
  PartnerQuote,
  PartnerQuoteRequest,
  PartnerTracking,
  PartnerWebhookSecret,
  PartnerWebhooks,
} from "./contract";
import { websiteRoutes } from "./website-routes";
import {
  listBookings,
  listWebhooks,
  cancellationPreviewForPartner,
  readBooking,
  receiptForPartner,
  readTrackingForPartner,
} from "./queries";

const tripRefusals = [
  "trip.past",
  "trip.outside_pickup",
  "trip.outside_dropoff",
  "trip.time_gap",
  "trip.time_ambiguous",
  "trip.no_vehicle",
] as const;

const changeRefusals = [
  "reservation.stale",
  "reservation.not_changeable",
  "reservation.change_too_late",
] as const;

/** The routes of the partner API, each with an API key. */
export const partnerRoutes = createRouter("partner")
  .with(websiteRoutes)
  .post(
    "/partner/v1/quotes",
    "Gives the prices of a trip and its return trip for every class that fits, valid for 15 minutes",
    {
      who: "key quotes",
      body: PartnerQuoteRequest,
      answer: PartnerQuote,
      refuses: [
        ...tripRefusals,
        "business.not_open",
        "booking.closed",
        "service.not_offered",
        "trip.too_soon",
        "trip.no_return_trip",
        "trip.return_too_early",
        "trip.extra",
        "key.company",
      ],
    },
    ({ c, deps, actor, body }) => quoteForPartner(deps, actor, body, c.req.raw.signal),
  )
  .post(
    "/partner/v1/bookings",
    "Books a quote with its return trip for a passenger. Needs an Idempotency-Key",
    {
      who: "key bookings",
      body: json(PartnerBook, 2 * JSON_LIMIT_BYTES),
      idempotencyKey: "required",
      created: PartnerBooking,
      refuses: [
        "business.not_open",
        "booking.closed",
        "rider.blocked",
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "promotion.used_by_rider",
        "company.not_member",
        "company.suspended",
        "company.cost_centre",
        "company.reference_missing",
        "company.reference_pattern",
        "company.member_limit",
        "company.limit_reached",
        "key.company",
        "terms.stale",
        "idempotency.reused",
      ],
      use: limitPerApiKey(600, 3_600),
    },
    async ({ c, deps, actor, body }) =>
      readBooking(deps, actor, await bookForPartner(deps, actor, body, readIdempotencyKey(c))),
  )
  .get(
    "/partner/v1/bookings",
    "Lists the bookings that the API key can see, newest first",
    { who: "key read", query: PartnerBookingsQuery, answer: PartnerBookings },
    ({ deps, actor, query }) => listBookings(deps, actor, query),
  )
  .get(
    "/partner/v1/bookings/:id",
    "Gives one booking with its state, driver and price",
    { who: "key read", answer: PartnerBooking },
    ({ deps, actor, id }) => readBooking(deps, actor, id),
  )
  .post(
    "/partner/v1/bookings/:id/change-quote",
    "Gives the price of a booking with another time, route or number of passengers",
    {
      who: "key bookings",
      body: PartnerChangeTrip,
      answer: PartnerChangeQuote,
      refuses: [...changeRefusals, ...tripRefusals, "trip.same_place", "trip.place_unknown"],
    },
    ({ c, deps, actor, id, body }) =>
      quoteChangeForPartner(deps, actor, id, body, c.req.raw.signal),
  )
  .put(
    "/partner/v1/bookings/:id",
    "Changes a booking by a change quote, or changes its passenger, flight or note",
    {
      who: "key bookings",
      body: PartnerChange,
      answer: PartnerBooking,
      refuses: [
        ...changeRefusals,
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "company.suspended",
        "company.member_limit",
        "company.limit_reached",
      ],
      use: limitPerApiKey(600, 3_600),
    },
    async ({ deps, actor, id, body }) => {
      await changeForPartner(deps, actor, id, body);
      return readBooking(deps, actor, id);
    },
  )
  .get(
    "/partner/v1/bookings/:id/cancellation",
    "Gives the cost of cancelling now",
    { who: "key bookings", answer: PartnerCancellation },
    ({ deps, actor, id }) => cancellationPreviewForPartner(deps, actor, id),
  )
  .post(
    "/partner/v1/bookings/:id/cancellation",
    "Cancels a booking",
    {
      who: "key bookings",
      body: PartnerCancel,
      answer: PartnerBooking,
      refuses: ["reservation.stale", "reservation.not_cancellable"],
    },
    async ({ deps, actor, id, body }) => {
      await cancelForPartner(deps, actor, id, body);
      return readBooking(deps, actor, id);
    },
  )
  .get(
    "/partner/v1/bookings/:id/tracking",
    "Says where the car is and when it arrives",
    { who: "key read", answer: PartnerTracking },
    ({ deps, actor, id }) => readTrackingForPartner(deps, actor, id),
  )
  .get(
    "/partner/v1/bookings/:id/receipt.pdf",
    "Gives the receipt of a finished trip that has a price",
    { who: "key read", answer: "application/pdf", refuses: ["reservation.no_receipt"] },
    async ({ c, deps, actor, id }) => sendPdf(c, await receiptForPartner(deps, actor, id)),
  )
  .get(
    "/partner/v1/webhooks",
    "Lists the endpoints that this API key has added",
    { who: "key events", answer: PartnerWebhooks, refuses: ["key.company"] },
    ({ deps, actor }) => listWebhooks(deps, actor),
  )
  .post(
    "/partner/v1/webhooks",
    "Adds an endpoint that receives events. Only this answer contains its secret",
    {
      who: "key events",
      body: PartnerAddWebhook,
      created: PartnerWebhookSecret,
      refuses: ["key.company", "webhook.too_many"],
      use: limitPerApiKey(60, 3_600),
    },
    ({ deps, actor, body }) => addWebhook(deps, actor, body),
  )
  .delete(
    "/partner/v1/webhooks/:id",
    "Deletes an endpoint that this API key has added",
    { who: "key events", answer: PartnerWebhooks, refuses: ["key.company"] },
    async ({ deps, actor, id }) => {
      await removeWebhook(deps, actor, id);
      return listWebhooks(deps, actor);
    },
  );
