import { createRouter } from "../server/calls";
import { limitPerAddress, hideSecretAddress } from "../server/http";
import { readJsonOrForm } from "../server/multipart";
import { ReservationAnswer, SeenVersion } from "../reservations/contract";
import { answerQuestion, sendQuote, sendQuoteAgain, withdrawQuote } from "./actions";
import { answerQuote, openQuotePage } from "./answer-actions";
import {
  AnswerQuestion,
  AnswerQuote,
  QuotePage,
  QuoteToken,
  SendQuote,
  TripQuotesAnswer,
} from "./contract";
import { readQuotes, tripAnswer } from "./queries";

const staffCall = { who: "trips.manage", answer: TripQuotesAnswer } as const;

/** The calls for quotes that dispatch writes, for customers and staff. */
export const quoteRoutes = createRouter("quotes")
  .get(
    "/quote/:token",
    "Gives a quote by its link, and its state",
    {
      who: "public",
      param: QuoteToken,
      answer: QuotePage,
      refuses: ["quote.link_unknown"],
      use: [hideSecretAddress, limitPerAddress(120, 60)],
    },
    ({ deps, token }) => openQuotePage(deps, token),
  )
  .post(
    "/quote/:token",
    "Accepts a quote, declines it or asks a question. Takes JSON, or a plain form that is answered with a redirect",
    {
      who: "public",
      param: QuoteToken,
      body: readJsonOrForm(AnswerQuote, {
        done: (c) => `/quote/${c.req.param("token")}`,
        limit: limitPerAddress(20, 60),
      }),
      answer: QuotePage,
      redirects: { 303: "Redirects to the page of the quote" },
      refuses: [
        "quote.link_unknown",
        "quote.accepted",
        "quote.replaced",
        "quote.out_of_time",
        "quote.ended",
        "quote.payment_changed",
        "quote.too_many_questions",
        "company.suspended",
        "company.member_limit",
        "company.limit_reached",
      ],
      use: hideSecretAddress,
    },
    async ({ deps, token, body }) => {
      await answerQuote(deps, token, body);
      return openQuotePage(deps, token);
    },
  )
  .get(
    "/admin/reservations/:id/quote",
    "Lists the quotes of a request, newest first, and the questions about them",
    { ...staffCall, who: "dispatch.view" },
    ({ deps, id }) => readQuotes(deps, id),
  )
  .post(
    "/admin/reservations/:id/quote",
    "Sends a quote to the customer of a request, replacing an earlier one",
    {
      who: "trips.manage",
      body: SendQuote,
      answer: ReservationAnswer,
      refuses: ["reservation.stale", "reservation.illegal_transition", "quote.too_late"],
    },
    async ({ deps, actor, id, body }) => {
      await sendQuote(deps, actor, id, body);
      return tripAnswer(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/quote/message",
    "Sends the open quote again",
    staffCall,
    async ({ deps, actor, id }) => {
      await sendQuoteAgain(deps, actor, id);
      return readQuotes(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/quote/answers",
    "Answers a question about the open quote",
    { ...staffCall, body: AnswerQuestion },
    async ({ deps, actor, id, body }) => {
      await answerQuestion(deps, actor, id, body);
      return readQuotes(deps, id);
    },
  )
  .delete(
    "/admin/reservations/:id/quote",
    "Withdraws the open quote",
    {
      who: "trips.manage",
      body: SeenVersion,
      answer: ReservationAnswer,
      refuses: ["reservation.stale"],
    },
    async ({ deps, actor, id, body }) => {
      await withdrawQuote(deps, actor, id, body);
      return tripAnswer(deps, id);
    },
  );
