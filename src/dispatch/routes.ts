import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { z } from "zod";
import {
  CancellationPreview,
  CancelReservation,
  ConfirmReservation,
  RecordLanding,
  RejectReservation,
  ReservationAnswer,
  ReservationList,
  ReservationsQuery,
  SeenVersion,
} from "../reservations/contract";
import {
  callReturnTripForOperator,
  cancelForOperator,
  confirmReservation,
  recordLanding,
  changeReservationState,
} from "./actions";
import { agreePrice, correctFare, reopenReservation } from "./changes/fare-actions";
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
  ChangedTripsQuery,
  ChangedTripRows,
  OfferList,
  OfferReservation,
  OfferToSeveral,
  OverrideAssignment,
  SetRequestPrice,
  PinStop,
  UnassignReservation,
} from "./contract";
import { listCandidates } from "./assignment/candidate-queries";
import { allowEarlyStart } from "./driver-run/early-start-actions";
import { offerReservation, offerToSeveral, withdrawOffer } from "./assignment/offer-actions";
import { listOffers } from "./assignment/offer-queries";
import { setRequestPrice, pinStop } from "./assignment/pin-actions";
import {
  readBoardCounts,
  listBoard,
  cancellationPreviewForDispatch,
  readChangedTrips,
  readReservationForDispatch,
} from "./queries";
import { providerRoutes } from "./providers/provider-routes";
import { tripChangeRoutes } from "./changes/change-routes";
import { orderChangeRoutes } from "./changes/order-change-routes";
import { splitRoutes } from "./changes/split-routes";
import { extraVehicleRoutes } from "./changes/extra-vehicle-routes";
import { paymentRoutes } from "./changes/payment-routes";
import { boardingRoutes } from "./driver-run/boarding-routes";
import { driverTripRoutes } from "./driver-run/driver-routes";
import { noShowRoutes } from "./driver-run/no-show-routes";
import { auditRoutes } from "./board/audit-routes";
import { dispatchEventRoutes } from "./board/event-routes";
import { relatedRecordsRoutes } from "./board/related-records-routes";
import { dayRoutes } from "./board/day-routes";
import { viewRoutes } from "./board/view-routes";
import { documentNoticeRoutes } from "./papers/document-routes";
import { waybillRoutes } from "./papers/waybill-routes";
import { suspensionRoutes } from "./suspension/suspension-routes";
import { phoneRoutes } from "./phone-booking/phone-routes";

const staleRefusals = ["reservation.stale", "reservation.illegal_transition"] as const;

/** The error codes of a failed assignment. */
const assignmentRefusals = [
  ...staleRefusals,
  "assignment.refused",
  "assignment.driver_overlap",
  "assignment.vehicle_overlap",
  "assignment.vehicle_out_of_service",
  "reservation.waits_for_call",
  "trip.not_on_map",
] as const;

function answer(deps: Deps, id: string) {
  const reservation = readReservationForDispatch(deps, id);
  return { reservation };
}

/** The API for the board, under `/admin`. */
export const dispatchRoutes = createRouter("dispatch")
  .get(
    "/admin/reservations",
    "Lists reservations by state, day and search text, 25 a page",
    { who: "dispatch.view", query: ReservationsQuery, answer: ReservationList },
    ({ deps, query }) => listBoard(deps, query),
  )
  .get(
    "/admin/reservations/counts",
    "Counts the reservations in each state with pickups on the given days",
    { who: "dispatch.view", query: BoardCountsQuery, answer: BoardCounts },
    ({ deps, query }) => ({ counts: readBoardCounts(deps, query) }),
  )
  .get(
    "/admin/reservations/changed",
    "Gives reservations by id, and says which of them match the filters",
    { who: "dispatch.view", query: ChangedTripsQuery, answer: ChangedTripRows },
    ({ deps, query }) => readChangedTrips(deps, query),
  )
  .get(
    "/admin/reservations/:id",
    "Gives one reservation with its fare lines and timeline",
    { who: "dispatch.view", answer: ReservationAnswer },
    ({ deps, id }) => answer(deps, id),
  )
  .get(
    "/admin/reservations/:id/candidates",
    "Lists drivers and vehicles for a reservation, with the reasons against each",
    { who: "trips.manage", answer: Candidates },
    ({ deps, id }) => listCandidates(deps, id),
  )
  .post(
    "/admin/reservations/:id/pin",
    "Sets the position of a stop that was described in words. Once every stop has a position, the trip gets a price",
    {
      who: "trips.manage",
      body: PinStop,
      answer: ReservationAnswer,
      refuses: [...staleRefusals, "trip.same_place", "trip.no_vehicle", "company.limit_reached"],
    },
    runThenRead(pinStop, answer),
  )
  .put(
    "/admin/reservations/:id/price",
    "Sets the price of a request whose places are all known: your own price, or that of the price list",
    {
      who: "trips.manage",
      body: SetRequestPrice,
      answer: ReservationAnswer,
      refuses: [...staleRefusals, "quote.open", "trip.place_unknown", "company.limit_reached"],
    },
    runThenRead(setRequestPrice, answer),
  )
  .post(
    "/admin/reservations/:id/confirmation",
    "Confirms a booking, and its other vehicles if requested",
    {
      who: "trips.manage",
      body: ConfirmReservation,
      answer: ReservationAnswer,
      refuses: staleRefusals,
    },
    runThenRead(confirmReservation, answer),
  )
  .post(
    "/admin/reservations/:id/rejection",
    "Rejects a booking, with a reason",
    {
      who: "trips.manage",
      body: RejectReservation,
      answer: ReservationAnswer,
      refuses: staleRefusals,
    },
    async ({ deps, actor, id, body }) => {
      await changeReservationState(deps, actor, id, { to: "rejected", ...body });
      return answer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/offer",
    "Offers a trip to a driver",
    {
      who: "trips.manage",
      body: OfferReservation,
      answer: ReservationAnswer,
      refuses: [
        ...staleRefusals,
        "assignment.refused",
        "assignment.driver_overlap",
        "reservation.waits_for_call",
        "trip.not_on_map",
      ],
    },
    runThenRead(offerReservation, answer),
  )
  .get(
    "/admin/reservations/:id/offers",
    "Lists the offers of a reservation, with the drivers' answers and whether they saw them",
    { who: "dispatch.view", answer: OfferList },
    ({ deps, id }) => listOffers(deps, id),
  )
  .post(
    "/admin/reservations/:id/offers",
    "Offers a trip to several drivers, at the same time or one after another",
    {
      who: "trips.manage",
      body: OfferToSeveral,
      answer: ReservationAnswer,
      refuses: [
        ...staleRefusals,
        "assignment.refused",
        "assignment.driver_overlap",
        "assignment.vehicle_overlap",
        "reservation.waits_for_call",
        "trip.not_on_map",
      ],
    },
    runThenRead(offerToSeveral, answer),
  )
  .delete(
    "/admin/reservations/:id/offer",
    "Withdraws an offer",
    { who: "trips.manage", body: SeenVersion, answer: ReservationAnswer, refuses: staleRefusals },
    async ({ deps, actor, id, body }) => {
      await withdrawOffer(deps, actor, id, body.version);
      return answer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/assignment",
    "Assigns a driver and a vehicle to a trip",
    {
      who: "trips.manage",
      body: AssignReservation,
      answer: ReservationAnswer,
      refuses: assignmentRefusals,
    },
    runThenRead(assignReservation, answer),
  )
  .post(
    "/admin/reservations/:id/override",
    "Assigns a driver and a vehicle, overriding refusals that only an owner may override",
    {
      who: "assignment.override",
      body: OverrideAssignment,
      answer: ReservationAnswer,
      refuses: assignmentRefusals,
    },
    runThenRead(overrideAssignment, answer),
  )
  .delete(
    "/admin/reservations/:id/assignment",
    "Unassigns the driver of a trip",
    {
      who: "trips.manage",
      body: UnassignReservation,
      answer: ReservationAnswer,
      refuses: staleRefusals,
    },
    runThenRead(unassignReservation, answer),
  )
  .get(
    "/admin/reservations/:id/cancellation",
    "Gives the cost of cancelling now, with the reason for it",
    { who: "dispatch.view", answer: CancellationPreview },
    ({ deps, id }) => cancellationPreviewForDispatch(deps, id),
  )
  .post(
    "/admin/reservations/:id/cancellation",
    "Cancels a reservation, and its return trip and other vehicles if requested. The fee is charged or waived",
    {
      who: "trips.manage",
      body: CancelReservation.extend({ waiveFee: z.boolean().optional() }),
      answer: ReservationAnswer,
      refuses: [...staleRefusals, "reservation.not_cancellable"],
    },
    runThenRead(cancelForOperator, answer),
  )
  .post(
    "/admin/reservations/:id/call",
    "Starts a return trip that waits for the passenger's call: the pickup is as soon as possible",
    { who: "trips.manage", body: SeenVersion, answer: ReservationAnswer, refuses: staleRefusals },
    runThenRead(callReturnTripForOperator, answer),
  )
  .post(
    "/admin/reservations/:id/early-start",
    "Lets the driver set off earlier than the rule allows, with a reason",
    {
      who: "trips.manage",
      body: RejectReservation,
      answer: ReservationAnswer,
      refuses: staleRefusals,
    },
    runThenRead(allowEarlyStart, answer),
  )
  .post(
    "/admin/reservations/:id/landing",
    "Records when the flight for an airport pickup landed",
    { who: "trips.manage", body: RecordLanding, answer: ReservationAnswer, refuses: staleRefusals },
    runThenRead(recordLanding, answer),
  )
  .delete(
    "/admin/reservations/:id/settlement",
    "Reopens a settled trip",
    {
      who: "billing.manage",
      body: RejectReservation,
      answer: ReservationAnswer,
      refuses: staleRefusals,
    },
    async ({ deps, actor, id, body }) => {
      await reopenReservation(deps, actor, id, body);
      return answer(deps, id);
    },
  )
  .put(
    "/admin/reservations/:id/agreed-price",
    "Agrees on another price before the trip, with a reason, and tells the rider",
    {
      who: "trips.manage",
      body: CorrectFare,
      answer: ReservationAnswer,
      refuses: [...staleRefusals, "company.limit_reached"],
    },
    runThenRead(agreePrice, answer),
  )
  .put(
    "/admin/reservations/:id/fare",
    "Corrects the price of a finished trip",
    { who: "billing.manage", body: CorrectFare, answer: ReservationAnswer, refuses: staleRefusals },
    runThenRead(correctFare, answer),
  )
  .with(providerRoutes)
  .with(tripChangeRoutes)
  .with(orderChangeRoutes)
  .with(splitRoutes)
  .with(extraVehicleRoutes)
  .with(paymentRoutes)
  .with(boardingRoutes)
  .with(driverTripRoutes)
  .with(noShowRoutes)
  .with(auditRoutes)
  .with(dispatchEventRoutes)
  .with(relatedRecordsRoutes)
  .with(dayRoutes)
  .with(viewRoutes)
  .with(documentNoticeRoutes)
  .with(waybillRoutes)
  .with(suspensionRoutes)
  .with(phoneRoutes);
