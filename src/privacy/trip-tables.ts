/** The tables of a trip: its record and log, its route, its messages. */
import { eq } from "drizzle-orm";
import { farmOuts } from "../../db/schema/affiliates";
import * as dispatch from "../../db/schema/dispatch";
import * as fares from "../../db/schema/fares";
import * as messages from "../../db/schema/messages";
import * as links from "../../db/schema/payment-links";
import { expenses } from "../../db/schema/expenses";
import { payments } from "../../db/schema/payments";
import { flightTrips } from "../../db/schema/flights";
import { noShows } from "../../db/schema/no-shows";
import { prepayments } from "../../db/schema/prepayments";
import * as terms from "../../db/schema/terms";
import * as cards from "../../db/schema/saved-cards";
import { tripRatings } from "../../db/schema/ratings";
import * as reservations from "../../db/schema/reservations";
import * as orders from "../../db/schema/standing-orders";
import * as quotes from "../../db/schema/trip-quotes";
import * as approvals from "../../db/schema/trip-approvals";
import * as tracking from "../../db/schema/tracking";
import { findRows } from "../../db/rows";
import { copiedEvent } from "../reservations/event-rules";
import {
  riderFilter,
  tripRows,
  rowsOf,
  type PrivacyTreatment,
  tripKeysOf,
  tripsOf,
} from "./privacy-treatment";

export const tripTables: readonly PrivacyTreatment[] = [
  {
    table: reservations.reservations,
    shows: `id number state isLateCancellation serviceType source riderId passengerName passengerPhone
      passengerEmail passengerLanguage driverNewsTo passengers luggage mobility flightNumber hours note pickupAt pickupLocal timeZone
      pickupName pickupDetail pickupLatitude pickupLongitude dropoffName dropoffDetail
      dropoffLatitude dropoffLongitude distanceMeters durationSeconds estimate
      vehicleClassId fareMinor currency fareLines stops extras promotionCode
      gratuityPercent deadheadMeters landedAt minutesAfterLanding waitSeconds feeLines cancellationFeeMinor
      createdAt updatedAt routeGeometry pickupPinned dropoffPinned details payment
      returnOfId orderId willCall erasedAt companyId costCentreId billingReference invoiceId
      standingOrderId occurrenceDay remindedOfPickupAt paidMinor waivedMinor
      arrivedAt boardedAt endedAt`,
    // Data of a trip about the driver or the operator isn't the rider's data.
    copy: (db, { id }) => tripsOf(db, id),
    erasure: "person removed",
  },
  {
    table: orders.standingOrders,
    shows: `id state riderId passengerName passengerPhone sourceReservationId weekdays
      everyWeeks startsOn endsOn endsAfter pickupTime skipHolidays template bookedUntil
      createdAt updatedAt endedAt`,
    copy: rowsOf(orders.standingOrders, riderFilter(orders.standingOrders.riderId)),
    erasure: "removed",
  },
  {
    table: orders.standingOrderExceptions,
    shows: "standingOrderId day kind createdAt",
    copy: (db, { id }) =>
      db
        .select({
          standingOrderId: orders.standingOrderExceptions.standingOrderId,
          day: orders.standingOrderExceptions.day,
          kind: orders.standingOrderExceptions.kind,
          createdAt: orders.standingOrderExceptions.createdAt,
        })
        .from(orders.standingOrderExceptions)
        .innerJoin(
          orders.standingOrders,
          eq(orders.standingOrders.id, orders.standingOrderExceptions.standingOrderId),
        )
        .where(eq(orders.standingOrders.riderId, id))
        .all(),
    erasure: "removed",
  },
  {
    table: reservations.reservationEvents,
    shows: `reservationNumber id reservationId at actorKind fromState toState reason kind
      facts receivedAt version`,
    // The member of staff or driver who did it isn't the rider's data.
    copy: function* (db, subject) {
      for (const { id, number } of tripKeysOf(db, subject.id))
        for (const row of findRows(db, reservations.reservationEvents, { reservationId: id })) {
          const copied = copiedEvent(row);
          if (copied) yield { reservationNumber: number, ...copied };
        }
    },
    erasure: "person removed",
  },
  {
    table: reservations.idempotencyKeys,
    shows: "id accountId reservationId createdAt keptUntil",
    copy: rowsOf(reservations.idempotencyKeys, riderFilter(reservations.idempotencyKeys.accountId)),
    erasure: "removed",
  },
  {
    table: fares.promotionUses,
    shows: "reservationId promotionId code riderId at releasedAt",
    copy: rowsOf(fares.promotionUses, riderFilter(fares.promotionUses.riderId)),
    erasure: "person removed",
  },
  {
    table: payments,
    shows: `reservationNumber id reservationId kind method amountMinor currency state parentId reversesId
      paidOn reference createdAt concludedAt`,
    // The reason, who recorded it, who holds the money and the provider's id are the operator's own data.
    copy: tripRows(payments, payments.reservationId),
    erasure: "person removed",
  },
  {
    table: flightTrips,
    copy: "The table says how a pickup follows its flight. The trip has the flight number.",
    erasure: "removed",
  },
  {
    table: prepayments,
    copy: "The table has the amount requested before a trip. The payments show the amount paid.",
    erasure: {
      kept: "The table has the amount requested before a trip, and the time of the request.",
    },
  },
  {
    table: terms.acceptedTerms,
    shows: "reservationNumber reservationId version how acceptedAt",
    copy: tripRows(terms.acceptedTerms, terms.acceptedTerms.reservationId),
    erasure: { kept: "The table says which terms were accepted for a trip, and when." },
  },
  {
    table: cards.cardAgreements,
    copy: "The table has the highest amount that may be charged to a saved card. The payments show the amount paid.",
    erasure: { kept: "The table has only an amount. The card is removed." },
  },
  {
    table: expenses,
    shows: "reservationNumber id reservationId kind name amountMinor currency decidedAt",
    // Only expenses that the rider pays are copied. Other requests are the driver's and the operator's own data.
    copy: function* (db, subject) {
      for (const row of tripRows(expenses, expenses.reservationId)(db, subject))
        if (row.chargesCustomer) yield row;
    },
    erasure: "person removed",
  },
  {
    table: quotes.tripQuotes,
    shows: `reservationNumber id reservationId version items vehicles totalMinor currency text terms validUntil
      createdAt openedAt state endedAt acceptedBy reason`,
    copy: tripRows(quotes.tripQuotes, quotes.tripQuotes.reservationId),
    erasure: "person removed",
  },
  {
    table: quotes.tripQuoteQuestions,
    shows: "reservationNumber id reservationId sender body createdAt",
    copy: tripRows(quotes.tripQuoteQuestions, quotes.tripQuoteQuestions.reservationId),
    erasure: "removed",
  },
  {
    table: approvals.tripApprovals,
    shows:
      "reservationNumber reservationId requestId companyId amountMinor state deadlineAt createdAt answeredAt",
    copy: tripRows(approvals.tripApprovals, approvals.tripApprovals.reservationId),
    erasure: { kept: "The table says when a company approved a trip. It names nobody." },
  },
  {
    table: approvals.approvalLinks,
    copy: "The table has links for approving trips, stored as hashes.",
    erasure: "removed",
  },
  {
    table: farmOuts,
    copy: "The table has offers to other businesses that drive for the operator. The trip shows who drove.",
    erasure: "person removed",
  },
  {
    table: links.payLinks,
    copy: "The table has requests for payments. The payments show the amounts paid.",
    erasure: {
      kept: "The table has the amount requested, and the member of staff who requested it.",
    },
  },
  {
    table: links.paymentAttempts,
    copy: "The table has payments that were started at a provider. The payments show the amounts paid.",
    erasure: "person removed",
  },
  {
    table: links.paymentWebhooks,
    copy: "The table has the messages of payment providers, kept for 30 days. The payments show the amounts paid.",
    erasure: "removed",
  },
  {
    table: links.paymentDifferences,
    copy: "The table has differences between the operator’s books and a provider’s.",
    erasure: { kept: "The table has amounts and a provider’s reference, which the books need." },
  },
  {
    table: tripRatings,
    shows: "reservationNumber reservationId stars chips words createdAt updatedAt",
    // The member of staff who looked at it isn't the rider's data.
    copy: tripRows(tripRatings, tripRatings.reservationId),
    erasure: "person removed",
  },
  {
    table: tracking.trackPoints,
    shows: "reservationNumber reservationId recordedAt latitude longitude headingDegrees",
    copy: tripRows(tracking.trackPoints, tracking.trackPoints.reservationId),
    erasure: "removed",
  },
  {
    table: tracking.trackingLinks,
    shows: "reservationNumber id reservationId createdAt createdBy revokedAt revokedBy",
    copy: tripRows(tracking.trackingLinks, tracking.trackingLinks.reservationId),
    erasure: "removed",
  },
  {
    table: messages.tripMessages,
    shows: "reservationNumber id reservationId sender recipient body createdAt",
    // Messages only between dispatch and the driver aren't the rider's data.
    copy: function* (db, subject) {
      const all = tripRows(messages.tripMessages, messages.tripMessages.reservationId)(db, subject);
      for (const row of all)
        if (row.sender === "rider" || row.recipient === "rider" || row.recipient === "both")
          yield row;
    },
    erasure: "removed",
  },
  {
    table: messages.tripThreads,
    shows: `reservationNumber reservationId riderReadId riderUnread riderNotifyAt riderNotifiedAt
      closedAt updatedAt`,
    copy: tripRows(messages.tripThreads, messages.tripThreads.reservationId),
    erasure: "removed",
  },
  {
    table: dispatch.boardings,
    shows: `reservationNumber reservationId onlyWithCode wrongCodes askedAt askedReason
      confirmedAt`,
    copy: tripRows(dispatch.boardings, dispatch.boardings.reservationId),
    erasure: "removed",
  },
  {
    table: noShows,
    shows: "reservationNumber reservationId declaredAt distanceMeters called messages",
    // The driver's position and the photo are the driver's data.
    copy: tripRows(noShows, noShows.reservationId),
    erasure: "removed",
  },
];
