import { createRouter } from "../server/calls";
import { limitPerAddress, limitPerApiKey, readIdempotencyKey } from "../server/http";
import { bookForWebsite, findPlaces, quoteForWebsite } from "./website-actions";
import {
  BookingPage,
  WebsiteBook,
  WebsiteBooking,
  WebsitePlaceSearch,
  WebsitePlaces,
  WebsiteQuote,
  WebsiteQuoteRequest,
} from "./website-contract";
import { bookingPageHtml } from "./website-queries";

/** The routes for web pages, by a key with the scope `website`, from any website and from pages saved to a disk. */
export const websiteRoutes = createRouter("website")
  .get(
    "/website/v1/places",
    "Lists places that match the typed text",
    { who: "key website", query: WebsitePlaceSearch, answer: WebsitePlaces },
    ({ deps, query }) => findPlaces(deps, query.q),
  )
  .post(
    "/website/v1/quotes",
    "Gives the prices of a trip for every class that fits, valid for 15 minutes",
    {
      who: "key website",
      body: WebsiteQuoteRequest,
      answer: WebsiteQuote,
      refuses: [
        ...(["business.not_open", "booking.closed", "service.not_offered", "trip.past"] as const),
        ...(["trip.too_soon", "trip.outside_pickup", "trip.outside_dropoff"] as const),
        ...(["trip.time_gap", "trip.time_ambiguous", "trip.no_vehicle", "trip.extra"] as const),
      ],
    },
    ({ c, deps, body }) => quoteForWebsite(deps, body, c.req.raw.signal),
  )
  .post(
    "/website/v1/bookings",
    "Books a quote. Dispatch then confirms the booking. Needs an Idempotency-Key",
    {
      who: "key website",
      body: WebsiteBook,
      idempotencyKey: "required",
      created: WebsiteBooking,
      refuses: [
        ...(["business.not_open", "booking.closed", "rider.blocked", "quote.expired"] as const),
        ...(["quote.refused", "promotion.used_up", "promotion.used_by_rider"] as const),
        ...(["terms.stale", "idempotency.reused", "code.sms_country"] as const),
      ],
      use: [limitPerAddress(5, 3_600), limitPerApiKey(60, 3_600)],
    },
    ({ c, deps, actor, body }) => bookForWebsite(deps, actor, body, readIdempotencyKey(c)),
  )
  .get(
    "/admin/booking-page",
    "Gives an example web page that takes bookings, with this server's address and a place for the key",
    { who: "keys.manage", answer: BookingPage },
    ({ c, deps }) => ({ html: bookingPageHtml(deps, new URL(c.req.url).origin) }),
  );
