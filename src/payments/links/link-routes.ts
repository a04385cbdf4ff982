import { createRouter } from "../../server/calls";
import { withoutIdleTimeout, limitPerAddress, hideSecretAddress } from "../../server/http";
import { startPaymentByLink } from "../online/attempt-actions";
import {
  MakePayLink,
  PayLinkAnswer,
  PayPage,
  PayToken,
  PrepaymentUrl,
  StartedPayment,
  StartPayment,
} from "./link-contract";
import { makePayLink, revokePayLink, sendPayLink } from "./link-actions";
import { chargeSavedCardBeforeTrip } from "../cards/charge-actions";
import { cardsOfTrip } from "../cards/card-queries";
import { canPayOnline, type Payable, readPayLink } from "./link-queries";
import { openPayPage } from "./pay-page-actions";
import type { Deps } from "../../deps";

const tripLinkCall = { who: "trips.settle", answer: PayLinkAnswer } as const;
const invoiceLinkCall = { who: "billing.manage", answer: PayLinkAnswer } as const;
const createRefusals = ["payment.nothing_due", "payment.link_too_much", "card.under_way"] as const;

const answer = (deps: Deps, of: Payable) => ({
  link: readPayLink(deps, of),
  canPay: canPayOnline(deps),
  cards: "reservationId" in of ? cardsOfTrip(deps, of.reservationId) : [],
});

/** The routes of payment links, for their holders and for staff. */
export const linkRoutes = createRouter("payments")
  .get(
    "/pay/:token",
    "Says what a payment link is for, and gives its state",
    {
      who: "public",
      param: PayToken,
      answer: PayPage,
      refuses: ["payment.link_unknown"],
      use: [hideSecretAddress, limitPerAddress(120, 60)],
    },
    ({ deps, token }) => openPayPage(deps, token),
  )
  .post(
    "/pay/:token",
    "Starts a payment by its link. Gives the provider's page, or null if the payer confirms on the phone",
    {
      who: "public",
      param: PayToken,
      body: StartPayment,
      answer: StartedPayment,
      refuses: [
        "payment.link_unknown",
        "payment.link_ended",
        "payment.paid",
        "payment.under_way",
        "tip.closed",
        "tip.too_much",
        "payment.no_provider",
        "payment.refused",
        "payment.no_answer",
      ],
      use: [hideSecretAddress, limitPerAddress(20, 60)],
    },
    // A provider waits for banks and phones longer than a connection may be silent.
    ({ c, deps, token, body }) =>
      withoutIdleTimeout(c, () => startPaymentByLink(deps, token, body)),
  )
  .post(
    "/reservations/:id/prepayment",
    "Charges the rider's saved card before the trip. Gives null if that pays, otherwise the link to pay",
    {
      who: "rider",
      answer: PrepaymentUrl,
      refuses: ["payment.nothing_due", "card.under_way", "payment.no_answer"],
    },
    ({ c, deps, actor, id }) =>
      withoutIdleTimeout(c, () => chargeSavedCardBeforeTrip(deps, actor, id)),
  )
  .get(
    "/admin/reservations/:id/pay-link",
    "Gives the payment link of a trip, or null",
    { ...tripLinkCall, who: "dispatch.view" },
    ({ deps, id }) => answer(deps, { reservationId: id }),
  )
  .post(
    "/admin/reservations/:id/pay-link",
    "Creates the payment link of a trip, replacing an earlier one",
    { ...tripLinkCall, body: MakePayLink, refuses: createRefusals },
    async ({ deps, actor, id, body }) => {
      await makePayLink(deps, actor, { reservationId: id }, body);
      return answer(deps, { reservationId: id });
    },
  )
  .post(
    "/admin/reservations/:id/pay-link/message",
    "Sends the payment link of a trip to its rider again",
    tripLinkCall,
    async ({ deps, actor, id }) => {
      await sendPayLink(deps, actor, { reservationId: id });
      return answer(deps, { reservationId: id });
    },
  )
  .delete(
    "/admin/reservations/:id/pay-link",
    "Revokes the payment link of a trip",
    { ...tripLinkCall, refuses: ["card.under_way"] },
    async ({ deps, actor, id }) => {
      await revokePayLink(deps, actor, { reservationId: id });
      return answer(deps, { reservationId: id });
    },
  )
  .get(
    "/admin/invoices/:id/pay-link",
    "Gives the payment link of an invoice, or null",
    { ...invoiceLinkCall, who: "dispatch.view" },
    ({ deps, id }) => answer(deps, { invoiceId: id }),
  )
  .post(
    "/admin/invoices/:id/pay-link",
    "Creates the payment link of an invoice, replacing an earlier one",
    { ...invoiceLinkCall, body: MakePayLink, refuses: [...createRefusals, "invoice.no_email"] },
    async ({ deps, actor, id, body }) => {
      await makePayLink(deps, actor, { invoiceId: id }, body);
      return answer(deps, { invoiceId: id });
    },
  )
  .post(
    "/admin/invoices/:id/pay-link/message",
    "Sends the payment link of an invoice to its company again",
    { ...invoiceLinkCall, refuses: ["invoice.no_email"] },
    async ({ deps, actor, id }) => {
      await sendPayLink(deps, actor, { invoiceId: id });
      return answer(deps, { invoiceId: id });
    },
  )
  .delete(
    "/admin/invoices/:id/pay-link",
    "Revokes the payment link of an invoice",
    invoiceLinkCall,
    async ({ deps, actor, id }) => {
      await revokePayLink(deps, actor, { invoiceId: id });
      return answer(deps, { invoiceId: id });
    },
  );
