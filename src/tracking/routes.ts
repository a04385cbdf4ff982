import { createRouter } from "../server/calls";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { streamToAddress } from "../server/streams";
import { limitPerAddress, hideSecretAddress } from "../server/http";
import { Message } from "../settings/contract";
import { TrackedTrip, TrackingLinkAnswer, TrackingToken, TripTracking } from "./contract";
import { revokeLink, shareTrip } from "./link-actions";
import {
  type OpenedLink,
  openLink,
  readTrackingLink,
  readTrackedTrip,
  readTripTracking,
} from "./link-queries";
import { driverTrackingRoutes } from "./driver-routes";
import { dispatchTrackingRoutes } from "./dispatch-routes";

/** Calls for the rider's car and its link, and for what the link shows to anyone who has it. */
export const trackingRoutes = createRouter("tracking")
  .get(
    "/reservations/:id/tracking",
    "Says where the rider's car is and when it arrives, and gives the tracking link",
    { who: "rider", answer: TripTracking },
    ({ deps, actor, id }) => readTripTracking(deps, actor.id, id),
  )
  .get(
    "/reservations/:id/tracking-link",
    "Gives the trip's tracking link, or null if there is none. The link works without signing in",
    { who: "rider", answer: TrackingLinkAnswer },
    ({ deps, actor, id }) => ({ link: readTrackingLink(deps, actor.id, id) }),
  )
  .post(
    "/reservations/:id/tracking-link",
    "Creates the tracking link of a trip, or returns the existing one",
    {
      who: "rider",
      answer: TrackingLinkAnswer,
      refuses: ["tracking.trip_over"],
      use: limitPerAddress(120, 60),
    },
    async ({ deps, actor, id }) => ({ link: await shareTrip(deps, actor.id, id) }),
  )
  .delete(
    "/reservations/:id/tracking-link",
    "Revokes the tracking link of a trip at once",
    { who: "rider", answer: Message },
    async ({ deps, actor, id }) => {
      await revokeLink(deps, actor, id);
      return { message: "The link no longer works." };
    },
  )
  .get(
    "/track/:token",
    "Gives a trip by its tracking link. Every link that does not work gets the same 404",
    {
      who: "public",
      param: TrackingToken,
      answer: TrackedTrip,
      refuses: ["tracking.link_gone"],
      use: [hideSecretAddress, limitPerAddress(240, 60)],
    },
    ({ deps, token }) => readTrackedTrip(deps, requireOpenLink(deps, token).reservationId),
  )
  .get(
    "/track/:token/events",
    "Sends server-sent events: `trip` each time the trip changes, `over` once the link has expired",
    {
      who: "public",
      param: TrackingToken,
      answer: "text/event-stream with events named trip, each a TrackedTrip, and over",
      refuses: ["tracking.link_gone"],
      use: [hideSecretAddress, limitPerAddress(240, 60)],
    },
    ({ c, deps, token }) => {
      let link = requireOpenLink(deps, token);
      const overMessage = { event: "over", data: {}, last: true } as const;
      const trip = () => ({ event: "trip", data: readTrackedTrip(deps, link.reservationId) });
      return streamToAddress(c, {
        first: trip,
        onSecond: () => (link.endsAt <= deps.now() ? overMessage : null),
        pick: (event) => {
          if (event.type === "tracking_link_ended")
            return event.linkId === link.linkId ? overMessage : null;
          if (event.type === "position")
            return event.trips.some(({ id }) => id === link.reservationId) ? trip() : null;
          if (event.type !== "reservation" || event.id !== link.reservationId) return null;
          // A step may set the time at which the link expires.
          const currentLink = openLink(deps, token);
          if (!currentLink) return overMessage;
          link = currentLink;
          return trip();
        },
      });
    },
  )
  .with(driverTrackingRoutes)
  .with(dispatchTrackingRoutes);

/** Returns what the token opens, otherwise throws 404. */
function requireOpenLink(deps: Deps, token: string): OpenedLink {
  const link = openLink(deps, token);
  if (!link) throw new AppError("tracking.link_gone");
  return link;
}
