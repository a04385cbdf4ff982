import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { Message } from "../../settings/contract";
import { rateTrip, markRatingSeen, tipTrip } from "./feedback-actions";
import {
  TripFeedback,
  DriverRatingAverage,
  RatedTrips,
  RateTrip,
  RatingsQuery,
  TipUrl,
  TipTrip,
} from "./feedback-contract";
import { ensureTipUrl } from "./tip-link-actions";
import { driverRatingAverage, listRatings, readTripFeedback } from "./feedback-queries";

/** The calls after a trip: the rider's rating and tip, and what drivers and dispatch see of them. */
export const feedbackRoutes = createRouter("reservations")
  .get(
    "/reservations/:id/afterwards",
    "Says how the rider can rate and tip after a trip",
    { who: "rider", answer: TripFeedback },
    ({ deps, actor, id }) => readTripFeedback(deps, actor.id, id),
  )
  .put(
    "/reservations/:id/rating",
    "Rates a trip. The rating can be changed for a week",
    {
      who: "rider",
      body: RateTrip,
      answer: TripFeedback,
      refuses: ["rating.closed"],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id, body }) => {
      await rateTrip(deps, actor, id, body);
      return readTripFeedback(deps, actor.id, id);
    },
  )
  .post(
    "/reservations/:id/tip-link",
    "Gives the link where the rider can pay a tip online",
    {
      who: "rider",
      answer: TipUrl,
      refuses: ["tip.closed"],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id }) => ({ url: await ensureTipUrl(deps, actor, id) }),
  )
  .put(
    "/reservations/:id/tip",
    "Adds or changes a tip. An amount of 0 removes the tip",
    {
      who: "rider",
      body: TipTrip,
      answer: TripFeedback,
      refuses: [
        "reservation.stale",
        "tip.closed",
        "tip.settled",
        "tip.too_much",
        "company.invoiced",
        "company.not_member",
        "company.not_approved",
        "company.suspended",
        "company.member_limit",
        "company.limit_reached",
      ],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id, body }) => {
      await tipTrip(deps, actor, id, body);
      return readTripFeedback(deps, actor.id, id);
    },
  )
  .get(
    "/driver/rating",
    "Gives the average of the driver's last 100 ratings, once there are 5",
    { who: "driver", answer: DriverRatingAverage },
    ({ deps, actor }) => driverRatingAverage(deps, actor.id),
  )
  .get(
    "/admin/ratings",
    "Lists the ratings of a trip or a driver, or the low ratings that staff have not seen",
    { who: "trips.manage", query: RatingsQuery, answer: RatedTrips },
    ({ deps, query }) => listRatings(deps, query),
  )
  .get(
    "/admin/drivers/:id/rating",
    "Gives the average of a driver's last 100 ratings, as the driver sees it",
    { who: "trips.manage", answer: DriverRatingAverage },
    ({ deps, id }) => driverRatingAverage(deps, id),
  )
  .post(
    "/admin/ratings/:id/seen",
    "Marks a trip's rating as seen",
    { who: "trips.manage", answer: Message },
    async ({ deps, actor, id }) => {
      await markRatingSeen(deps, actor, id);
      return { message: "The rating is marked as seen." };
    },
  );
