import { AppError } from "../errors";
import { streamToAddress } from "../server/streams";
import {
  type AppContext,
  createRouter,
  describe,
  limitPerAddress,
  requireRider,
  validate,
} from "../server/http";
import { ReservationId } from "../reservations/contract";
import { Message } from "../settings/contract";
import { TrackedTrip, TrackingLinkAnswer, TrackingToken, TripTracking } from "./contract";
import { revokeLink, shareTrip } from "./link-actions";
import { type OpenedLink, openLink, readLink, readTracked, readTripTracking } from "./link-queries";
import { driverTrackingRoutes } from "./driver-routes";
import { dispatchTrackingRoutes } from "./dispatch-routes";

const tag = "tracking";

/** The rider's car and its link, and what the link shows to whoever has it. */
export const trackingRoutes = createRouter()
  .get(
    "/reservations/:id/tracking",
    describe({
      summary: "Where the car of the rider's trip is, when it arrives, and the trip's link",
      tag,
      security: "rider",
      answers: { 200: TripTracking },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      return c.json(readTripTracking(deps, session.accountId, id) satisfies TripTracking);
    },
  )
  .get(
    "/reservations/:id/tracking-link",
    describe({
      summary: "The link that shows the rider's trip without a sign-in, or null",
      tag,
      security: "rider",
      answers: { 200: TrackingLinkAnswer },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    (c) => {
      const { deps, session } = c.var;
      const link = readLink(deps, session.accountId, c.req.valid("param").id);
      return c.json({ link } satisfies TrackingLinkAnswer);
    },
  )
  .post(
    "/reservations/:id/tracking-link",
    describe({
      summary: "Makes the trip's link, or gives the one that is there",
      tag,
      security: "rider",
      answers: { 200: TrackingLinkAnswer },
      refusals: ["request.not_found", "tracking.trip_over", "request.too_many"],
    }),
    requireRider,
    limitPerAddress(120, 60),
    validate("param", ReservationId),
    async (c) => {
      const { deps, session } = c.var;
      const link = await shareTrip(deps, session.accountId, c.req.valid("param").id);
      return c.json({ link } satisfies TrackingLinkAnswer);
    },
  )
  .delete(
    "/reservations/:id/tracking-link",
    describe({
      summary: "Revokes the trip's link: whoever looks at it sees nothing more",
      tag,
      security: "rider",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    async (c) => {
      const { deps, session } = c.var;
      const rider = { kind: "rider" as const, id: session.accountId };
      await revokeLink(deps, rider, c.req.valid("param").id);
      return c.json({ message: "The link does not work any more." } satisfies Message);
    },
  )
  .get(
    "/track/:token",
    describe({
      summary: "A trip as its link shows it; any link that does not work is the same 404",
      tag,
      security: "public",
      answers: { 200: TrackedTrip },
      refusals: ["tracking.link_gone", "request.too_many"],
    }),
    limitPerAddress(240, 60),
    validate("param", TrackingToken),
    (c) => {
      const { reservationId } = opened(c, c.req.valid("param").token);
      return c.json(readTracked(c.var.deps, reservationId) satisfies TrackedTrip);
    },
  )
  .get(
    "/track/:token/events",
    describe({
      summary: "Server-sent events: the trip anew at each change, and `over` when the link ends",
      tag,
      security: "public",
      answers: { 200: "text/event-stream with events named trip, each a TrackedTrip, and over" },
      refusals: ["tracking.link_gone", "request.too_many"],
    }),
    limitPerAddress(240, 60),
    validate("param", TrackingToken),
    (c) => {
      const { deps } = c.var;
      const { token } = c.req.valid("param");
      let link = opened(c, token);
      const over = { event: "over", data: {}, last: true } as const;
      const trip = () => ({ event: "trip", data: readTracked(deps, link.reservationId) });
      return streamToAddress(c, {
        first: trip,
        everySecond: () => (link.endsAt <= deps.now() ? over : null),
        pick: (event) => {
          if (event.type === "tracking_link_ended")
            return event.linkId === link.linkId ? over : null;
          if (event.type === "position")
            return event.trips.some(({ id }) => id === link.reservationId) ? trip() : null;
          if (event.type !== "reservation" || event.id !== link.reservationId) return null;
          // A step may set the time at which the link ends.
          const still = openLink(deps, token);
          if (!still) return over;
          link = still;
          return trip();
        },
      });
    },
  )
  .route("/", driverTrackingRoutes)
  .route("/", dispatchTrackingRoutes);

/** What the token opens, else 404; whatever it is, no robot and no other site hears of it. */
function opened(c: AppContext, token: string): OpenedLink {
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  const link = openLink(c.var.deps, token);
  if (!link) throw new AppError("tracking.link_gone");
  return link;
}
