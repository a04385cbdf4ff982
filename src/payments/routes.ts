import { Ageing, InvoiceAnswer } from "../invoices/contract";
import { DriverReservationAnswer, ReservationAnswer, SeenVersion } from "../reservations/contract";
import { csvHeaders, streamText } from "../formats/csv";
import { createRouter } from "../server/calls";
import { auditDownload, limitPerSession, readIdempotencyKey } from "../server/http";
import { listUnsettledTrips, settleAccountTrips } from "./account-settlement-actions";
import { collectPayment } from "./collection-actions";
import {
  AccountSettlement,
  AccountSettlementQuery,
  AccountSettlementResult,
  CollectPayment,
  RecordCompanyPayment,
  RecordInvoicePayment,
  RecordTripPayment,
  RefundTrip,
  ReverseTripPayment,
  SettleAccountTrips,
  Takings,
  TakingsQuery,
  TripMoneyAnswer,
  UnpaidList,
  UnpaidQuery,
  WaiveAmountDue,
} from "./contract";
import { readTakings, takingsAsCsv } from "./takings-queries";
import { expenseRoutes } from "./expenses/expense-routes";
import {
  recordCompanyPayment,
  recordInvoicePayment,
  reverseInvoicePayment,
} from "./invoice-payment-actions";
import { cardRoutes } from "./cards/card-routes";
import { booksRoutes } from "./books/books-routes";
import { sentInvoiceRoutes } from "./invoices/invoice-routes";
import { linkRoutes } from "./links/link-routes";
import { onlineRoutes } from "./online/online-routes";
import {
  ageingAnswer,
  driverReservationAnswer,
  invoiceAnswer,
  listUnpaidTrips,
  readTripMoney,
  reservationAnswer,
} from "./queries";
import {
  recordTripPayment,
  refundTrip,
  reverseTripPayment,
  settleTrip,
  waiveAmountDue,
} from "./trip-payment-actions";

const staleRefusals = ["reservation.stale", "reservation.illegal_transition"] as const;
const entryRefusals = ["reservation.stale", "payment.no_driver", "idempotency.reused"] as const;

/** The routes of payments for trips and invoices. */
export const paymentsRoutes = createRouter("payments")
  .get(
    "/admin/unpaid",
    "Lists trips and fees that are unpaid or overpaid, the oldest first",
    { who: "dispatch.view", query: UnpaidQuery, answer: UnpaidList },
    ({ deps, query }) => listUnpaidTrips(deps, query),
  )
  .get(
    "/admin/takings",
    "Gives the amounts received, refunded and waived on each day of a period, by currency and method",
    { who: "revenue.view", query: TakingsQuery, answer: Takings },
    ({ deps, query }) => readTakings(deps, query),
  )
  .get(
    "/admin/takings.csv",
    "Lists each payment, refund and waiver of a period, as CSV",
    {
      who: "revenue.view",
      query: TakingsQuery,
      answer: "text/csv",
      heavy: true,
      use: [auditDownload("report", "payments of a period"), limitPerSession(10, 60)],
    },
    ({ c, deps, query }) => {
      const name = `payments-${query.from}-${query.to}.csv`;
      return c.body(streamText(takingsAsCsv(deps, query)), 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/reservations/:id/payments",
    "Gives the cost of a trip, the amount paid, and each payment",
    { who: "dispatch.view", answer: TripMoneyAnswer },
    ({ deps, id }) => ({ money: readTripMoney(deps, id) }),
  )
  .post(
    "/admin/reservations/:id/payments",
    "Records a payment that no payment provider handled; idempotent with an Idempotency-Key",
    {
      who: "trips.settle",
      body: RecordTripPayment,
      created: ReservationAnswer,
      refuses: [...entryRefusals, "payment.on_account", "payment.nothing_due"],
    },
    async ({ c, deps, actor, id, body }) => {
      await recordTripPayment(deps, actor, id, body, readIdempotencyKey(c));
      return reservationAnswer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/payments/:paymentId/reversal",
    "Reverses a payment, refund or waiver that was recorded wrongly",
    {
      who: "billing.manage",
      body: ReverseTripPayment,
      created: ReservationAnswer,
      refuses: ["reservation.stale", "payment.of_provider", "payment.reversed", "payment.settled"],
    },
    async ({ deps, actor, id, paymentId, body }) => {
      await reverseTripPayment(deps, actor, id, paymentId, body);
      return reservationAnswer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/refunds",
    "Records a refund that no payment provider handled. A refund of more than was overpaid lowers the price; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: RefundTrip,
      created: ReservationAnswer,
      refuses: [...entryRefusals, "payment.refund_too_much"],
    },
    async ({ c, deps, actor, id, body }) => {
      await refundTrip(deps, actor, id, body, readIdempotencyKey(c));
      return reservationAnswer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/waiver",
    "Waives the amount due for a trip, and settles the trip if requested",
    {
      who: "billing.manage",
      body: WaiveAmountDue,
      answer: ReservationAnswer,
      refuses: [...staleRefusals, "payment.nothing_due"],
    },
    async ({ deps, actor, id, body }) => {
      await waiveAmountDue(deps, actor, id, body);
      return reservationAnswer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/settlement",
    "Settles a completed trip once nothing is due",
    {
      who: "trips.settle",
      body: SeenVersion,
      answer: ReservationAnswer,
      refuses: [...staleRefusals, "reservation.amount_due"],
    },
    async ({ deps, actor, id, body: { version } }) => {
      await settleTrip(deps, actor, id, version);
      return reservationAnswer(deps, id);
    },
  )
  .get(
    "/admin/companies/:id/settlement",
    "Lists a company's completed trips that are not settled yet, of one month or all",
    { who: "dispatch.view", query: AccountSettlementQuery, answer: AccountSettlement },
    ({ deps, id, query }) => listUnsettledTrips(deps, id, query.month),
  )
  .post(
    "/admin/companies/:id/settlement",
    "Settles trips of a company, and lists those that could not be settled, with the reason",
    { who: "trips.settle", body: SettleAccountTrips, answer: AccountSettlementResult },
    ({ deps, actor, id, body }) => settleAccountTrips(deps, actor, id, body),
  )
  .post(
    "/driver/reservations/:id/cash",
    "Records what the driver received from the passenger, with a reason if a different amount was due; idempotent with an Idempotency-Key",
    {
      who: "driver",
      body: CollectPayment,
      answer: DriverReservationAnswer,
      refuses: [
        ...staleRefusals,
        "idempotency.reused",
        "tap.in_future",
        "tap.before_former_step",
        "tap.too_old",
        "cash.not_due",
        "cash.confirmed",
      ],
    },
    async ({ c, deps, actor, id, body }) => {
      await collectPayment(deps, actor, id, body, readIdempotencyKey(c));
      return driverReservationAnswer(deps, actor.id, id);
    },
  )
  .post(
    "/admin/invoices/:id/payments",
    "Records a payment of an invoice; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: RecordInvoicePayment,
      created: InvoiceAnswer,
      refuses: ["invoice.too_much", "idempotency.reused"],
    },
    async ({ c, deps, actor, id, body }) => {
      await recordInvoicePayment(deps, actor, id, body, readIdempotencyKey(c));
      return invoiceAnswer(deps, id);
    },
  )
  .post(
    "/admin/companies/:id/payments",
    "Records one payment of a company for several of its invoices; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: RecordCompanyPayment,
      created: Ageing,
      refuses: [
        "invoice.too_much",
        "invoice.other_company",
        "invoice.other_currency",
        "idempotency.reused",
      ],
    },
    async ({ c, deps, actor, id, body }) => {
      await recordCompanyPayment(deps, actor, id, body, readIdempotencyKey(c));
      return ageingAnswer(deps);
    },
  )
  .post(
    "/admin/invoices/:id/payments/:paymentId/reversal",
    "Reverses a payment of an invoice",
    {
      who: "billing.manage",
      created: InvoiceAnswer,
      refuses: ["invoice.reversed", "payment.of_provider"],
    },
    async ({ deps, actor, id, paymentId }) => {
      await reverseInvoicePayment(deps, actor, id, paymentId);
      return invoiceAnswer(deps, id);
    },
  )
  .with(booksRoutes)
  .with(expenseRoutes)
  .with(sentInvoiceRoutes)
  .with(linkRoutes)
  .with(cardRoutes)
  .with(onlineRoutes);
