import { actorOf, createRouter, describe, requirePermission, validate } from "../../server/http";
import { saveBookingRules } from "./booking-rules-actions";
import { BookingRulesAnswer, SaveBookingRules } from "./booking-rules-contract";
import { readBookingRules } from "./booking-rules-queries";

const tag = "reservations";

/** How early and how late riders may book: read by dispatch, written by owners and dispatchers. */
export const bookingRulesRoutes = createRouter()
  .get(
    "/admin/booking-rules",
    describe({
      summary: "Lead times and how far ahead riders may book",
      tag,
      security: "admin",
      answers: { 200: BookingRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readBookingRules(c.var.deps) satisfies BookingRulesAnswer),
  )
  .put(
    "/admin/booking-rules",
    describe({
      summary: "Changes lead times and how far ahead riders may book",
      tag,
      security: "admin",
      answers: { 200: BookingRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("booking.rule"),
    validate("json", SaveBookingRules),
    async (c) => {
      await saveBookingRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readBookingRules(c.var.deps) satisfies BookingRulesAnswer);
    },
  );
