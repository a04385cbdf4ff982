import { z } from "zod";
import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import {
  CancellationPreview,
  CancelReservation,
  RecordLanding,
  RejectReservation,
  ReservationAnswer,
  ReservationId,
  ReservationList,
  ReservationsQuery,
  SeenVersion,
} from "../reservations/contract";
import { callForOperator, cancelForOperator, recordLanding, stepReservation } from "./actions";
import { correctFare, reopenReservation, settleReservation } from "./changes/fare-actions";
import { CorrectFare } from "./changes/fare-contract";
import {
  assignReservation,
  overrideAssignment,
  unassignReservation,
} from "./assignment/assignment-actions";
import {
  AssignReservation,
  BoardCounts,
  BoardCountsQuery,
  Candidates,
  ChangedQuery,
  ChangedRows,
  OfferList,
  OfferReservation,
  OfferToSeveral,
  OverrideAssignment,
  PinStop,
  UnassignReservation,
} from "./contract";
import { listCandidates } from "./assignment/candidate-queries";
import { allowEarlyStart } from "./driver-run/early-start-actions";
import { offerReservation, offerToSeveral, withdrawOffer } from "./assignment/offer-actions";
import { listOffers } from "./assignment/offer-queries";
import { pinStop } from "./assignment/pin-actions";
import { countBoard, listBoard, previewForDispatch, readChanged, readForDispatch } from "./queries";
import { providerTestRoutes } from "./providers/provider-routes";
import { tripChangeRoutes } from "./changes/change-routes";
import { orderChangeRoutes } from "./changes/order-change-routes";
import { splitRoutes } from "./changes/split-routes";
import { paymentRoutes } from "./changes/payment-routes";
import { boardingRoutes } from "./driver-run/boarding-routes";
import { driverTripRoutes } from "./driver-run/driver-routes";
import { noShowRoutes } from "./driver-run/no-show-routes";
import { auditRoutes } from "./board/audit-routes";
import { dispatchEventRoutes } from "./board/event-routes";
import { aroundRoutes } from "./board/around-routes";
import { dayRoutes } from "./board/day-routes";
import { viewRoutes } from "./board/view-routes";
import { documentNoticeRoutes } from "./papers/document-routes";
import { waybillRoutes } from "./papers/waybill-routes";
import { suspensionRoutes } from "./suspension/suspension-routes";
import { phoneRoutes } from "./phone-booking/phone-routes";

const tag = "dispatch";
const requireDispatcher = requirePermission("trips.run");
const stale = ["request.not_found", "reservation.stale", "reservation.illegal_transition"] as const;

/** The description of a step on one reservation: same answer, same refusals. */
function step(summary: string, ...refusals: Parameters<typeof describe>[0]["refusals"] & {}) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: ReservationAnswer },
    refusals: [...stale, ...refusals],
  });
}

function answer(c: AppContext, id: string) {
  const reservation = readForDispatch(c.var.deps, id);
  return c.json({ reservation } satisfies ReservationAnswer);
}

/** The dispatch board's calls, under `/admin`. */
export const dispatchRoutes = createRouter()
  .get(
    "/admin/reservations",
    describe({
      summary: "Reservations by state, day and words, 25 a page",
      tag,
      security: "admin",
      answers: { 200: ReservationList },
    }),
    requirePermission("dispatch.read"),
    validate("query", ReservationsQuery),
    (c) => c.json(listBoard(c.var.deps, c.req.valid("query")) satisfies ReservationList),
  )
  .get(
    "/admin/reservations/counts",
    describe({
      summary: "How many reservations are in each state, with pickups on these days",
      tag,
      security: "admin",
      answers: { 200: BoardCounts },
    }),
    requirePermission("dispatch.read"),
    validate("query", BoardCountsQuery),
    (c) => {
      const counts = countBoard(c.var.deps, c.req.valid("query"));
      return c.json({ counts } satisfies BoardCounts);
    },
  )
  .get(
    "/admin/reservations/changed",
    describe({
      summary: "Some reservations by id, and which of them a list with these filters holds",
      tag,
      security: "admin",
      answers: { 200: ChangedRows },
    }),
    requirePermission("dispatch.read"),
    validate("query", ChangedQuery),
    (c) => c.json(readChanged(c.var.deps, c.req.valid("query")) satisfies ChangedRows),
  )
  .get(
    "/admin/reservations/:id",
    describe({
      summary: "One reservation with its fare lines and timeline",
      tag,
      security: "admin",
      answers: { 200: ReservationAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", ReservationId),
    (c) => answer(c, c.req.valid("param").id),
  )
  .get(
    "/admin/reservations/:id/candidates",
    describe({
      summary: "Drivers and vehicles for a reservation, with the reasons why not",
      tag,
      security: "admin",
      answers: { 200: Candidates },
      refusals: ["request.not_found"],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    (c) => c.json(listCandidates(c.var.deps, c.req.valid("param").id) satisfies Candidates),
  )
  .post(
    "/admin/reservations/:id/pin",
    step(
      "Puts a stop that was given in words on the map; the last one prices the trip",
      "trip.same_place",
      "trip.no_vehicle",
      "company.limit_reached",
    ),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", PinStop),
    async (c) => {
      const { id } = c.req.valid("param");
      await pinStop(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/confirmation",
    step("Takes a booking on"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", SeenVersion),
    async (c) => {
      const { id } = c.req.valid("param");
      const { version } = c.req.valid("json");
      await stepReservation(c.var.deps, actorOf(c.var.session), id, { to: "confirmed", version });
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/rejection",
    step("Turns a booking down, with the reason"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", RejectReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      await stepReservation(c.var.deps, actorOf(c.var.session), id, { to: "rejected", ...input });
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/offer",
    step(
      "Asks a driver to take the trip",
      "assignment.refused",
      "assignment.driver_overlap",
      "reservation.waits_for_call",
    ),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", OfferReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      await offerReservation(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .get(
    "/admin/reservations/:id/offers",
    describe({
      summary: "Who was asked for a reservation, what they said and whether they saw it",
      tag,
      security: "admin",
      answers: { 200: OfferList },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", ReservationId),
    (c) => c.json(listOffers(c.var.deps, c.req.valid("param").id) satisfies OfferList),
  )
  .post(
    "/admin/reservations/:id/offers",
    step(
      "Asks several drivers at once, or one after another",
      "assignment.refused",
      "assignment.driver_overlap",
      "assignment.vehicle_overlap",
      "reservation.waits_for_call",
    ),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", OfferToSeveral),
    async (c) => {
      const { id } = c.req.valid("param");
      await offerToSeveral(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .delete(
    "/admin/reservations/:id/offer",
    step("Takes an offer back"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", SeenVersion),
    async (c) => {
      const { id } = c.req.valid("param");
      await withdrawOffer(c.var.deps, actorOf(c.var.session), id, c.req.valid("json").version);
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/assignment",
    step(
      "Gives the trip to a driver with a vehicle",
      "assignment.refused",
      "assignment.driver_overlap",
      "assignment.vehicle_overlap",
      "assignment.vehicle_out_of_service",
      "reservation.waits_for_call",
    ),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", AssignReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      await assignReservation(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/override",
    step(
      "Gives the trip to a driver with a vehicle against refusals that an owner may override",
      "request.forbidden",
      "assignment.refused",
      "assignment.driver_overlap",
      "assignment.vehicle_overlap",
      "assignment.vehicle_out_of_service",
      "reservation.waits_for_call",
    ),
    requirePermission("assignment.override"),
    validate("param", ReservationId),
    validate("json", OverrideAssignment),
    async (c) => {
      const { id } = c.req.valid("param");
      await overrideAssignment(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .delete(
    "/admin/reservations/:id/assignment",
    step("Takes the driver off"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", UnassignReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      await unassignReservation(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .get(
    "/admin/reservations/:id/cancellation",
    describe({
      summary: "What cancelling now would cost, and why",
      tag,
      security: "admin",
      answers: { 200: CancellationPreview },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", ReservationId),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(previewForDispatch(c.var.deps, id) satisfies CancellationPreview);
    },
  )
  .post(
    "/admin/reservations/:id/cancellation",
    step("Cancels, with the fee of the rule or without", "reservation.not_cancellable"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", CancelReservation.extend({ waiveFee: z.boolean().optional() })),
    async (c) => {
      const { id } = c.req.valid("param");
      await cancelForOperator(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/call",
    step("The passenger of a way back without a time is ready: as soon as possible now"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", SeenVersion),
    async (c) => {
      const { id } = c.req.valid("param");
      await callForOperator(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/early-start",
    step("Lets the driver set off before drivers may, with the reason"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", RejectReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      await allowEarlyStart(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/landing",
    step("Writes down when the flight of an airport pickup touched down"),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", RecordLanding),
    async (c) => {
      const { id } = c.req.valid("param");
      await recordLanding(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .post(
    "/admin/reservations/:id/settlement",
    step("Closes a completed trip's money"),
    requirePermission("trips.settle"),
    validate("param", ReservationId),
    validate("json", SeenVersion),
    async (c) => {
      const { id } = c.req.valid("param");
      const { version } = c.req.valid("json");
      await settleReservation(c.var.deps, actorOf(c.var.session), id, version);
      return answer(c, id);
    },
  )
  .delete(
    "/admin/reservations/:id/settlement",
    step("Reopens a settled trip"),
    requirePermission("money.book"),
    validate("param", ReservationId),
    validate("json", RejectReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      await reopenReservation(c.var.deps, actorOf(c.var.session), id, input);
      return answer(c, id);
    },
  )
  .put(
    "/admin/reservations/:id/fare",
    step("Corrects what a trip that is over costs"),
    requirePermission("money.book"),
    validate("param", ReservationId),
    validate("json", CorrectFare),
    async (c) => {
      const { id } = c.req.valid("param");
      await correctFare(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .route("/", providerTestRoutes)
  .route("/", tripChangeRoutes)
  .route("/", orderChangeRoutes)
  .route("/", splitRoutes)
  .route("/", paymentRoutes)
  .route("/", boardingRoutes)
  .route("/", driverTripRoutes)
  .route("/", noShowRoutes)
  .route("/", auditRoutes)
  .route("/", dispatchEventRoutes)
  .route("/", aroundRoutes)
  .route("/", dayRoutes)
  .route("/", viewRoutes)
  .route("/", documentNoticeRoutes)
  .route("/", waybillRoutes)
  .route("/", suspensionRoutes)
  .route("/", phoneRoutes);
