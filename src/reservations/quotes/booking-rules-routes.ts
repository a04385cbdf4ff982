import { createRouter } from "../../server/calls";
import { saveBookingRules } from "./booking-rules-actions";
import { BookingRulesAnswer, SaveBookingRules } from "./booking-rules-contract";
import { readBookingRules } from "./booking-rules-queries";

/** The calls for the booking rules: read by dispatch, changed by owners and dispatchers. */
export const bookingRulesRoutes = createRouter("reservations")
  .get(
    "/admin/booking-rules",
    "Says how early and how late riders may book",
    { who: "dispatch.view", answer: BookingRulesAnswer },
    ({ deps }) => readBookingRules(deps),
  )
  .put(
    "/admin/booking-rules",
    "Changes how early and how late riders may book",
    {
      who: "booking_rules.manage",
      body: SaveBookingRules,
      answer: BookingRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveBookingRules(deps, actor, body);
      return readBookingRules(deps);
    },
  );
