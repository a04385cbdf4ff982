import { ReservationAnswer } from "../reservations/contract";
import { csvHeaders } from "../formats/csv";
import { createRouter, runThenRead } from "../server/calls";
import {
  auditDownload,
  hasPermission,
  limitPerAddress,
  limitPerSession,
  limitPerToken,
  hideSecretAddress,
} from "../server/http";
import { readJsonOrForm } from "../server/multipart";
import { PositionReport, PositionReportAnswer } from "../tracking/contract";
import {
  addAffiliate,
  agreeToBill,
  changeAffiliate,
  offerToAffiliate,
  sendOfferAgain,
} from "./actions";
import {
  ActOnFarmOut,
  AffiliateAnswer,
  AffiliateList,
  AffiliatesQuery,
  AffiliateStatement,
  AffiliateStatementQuery,
  AgreeToBill,
  ChangeAffiliate,
  FarmOutPage,
  FarmOutsAnswer,
  FarmOutToken,
  OfferToAffiliate,
  SaveAffiliate,
} from "./contract";
import { actOnFarmOut, openFarmOutPage, recordPositionsByLink } from "./link-actions";
import {
  affiliatesAsCsv,
  affiliateStatementAsCsv,
  listAffiliates,
  readAffiliate,
  readAffiliateStatement,
  readFarmOuts,
  reservationAnswerOf,
} from "./queries";
import type { Deps } from "../deps";

const answer = (deps: Deps, id: string) => ({ affiliate: readAffiliate(deps, id) });
const offers = (deps: Deps, id: string) => readFarmOuts(deps, id, true);
const fileLimit = limitPerSession(60, 60);

/** Calls for affiliates and their offers, and the affiliates' own calls by the link of an offer. */
export const affiliateRoutes = createRouter("affiliates")
  .get(
    "/admin/affiliates",
    "Lists the affiliates by name",
    { who: "dispatch.view", query: AffiliatesQuery, answer: AffiliateList },
    ({ deps, query }) => listAffiliates(deps, query),
  )
  .post(
    "/admin/affiliates",
    "Adds an affiliate",
    {
      who: "affiliates.manage",
      body: SaveAffiliate,
      created: AffiliateAnswer,
      refuses: ["affiliate.name_taken"],
    },
    async ({ deps, actor, body }) => answer(deps, await addAffiliate(deps, actor, body)),
  )
  .get(
    "/admin/affiliates.csv",
    "Gives all affiliates as CSV",
    {
      who: "affiliates.manage",
      answer: "text/csv",
      use: [auditDownload("affiliate", "all affiliates"), fileLimit],
    },
    ({ c, deps }) => {
      const { name, text } = affiliatesAsCsv(deps);
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/affiliates/:id",
    "Gives one affiliate",
    { who: "dispatch.view", answer: AffiliateAnswer },
    ({ deps, id }) => answer(deps, id),
  )
  .put(
    "/admin/affiliates/:id",
    "Changes or pauses an affiliate",
    {
      who: "affiliates.manage",
      body: ChangeAffiliate,
      answer: AffiliateAnswer,
      refuses: ["request.conflict", "affiliate.booked_there", "affiliate.name_taken"],
    },
    runThenRead(changeAffiliate, answer),
  )
  .get(
    "/admin/affiliates/:id/statement",
    "Gives an affiliate's statement: the amounts for the trips of a month",
    { who: "dispatch.view", query: AffiliateStatementQuery, answer: AffiliateStatement },
    ({ deps, id, query }) => readAffiliateStatement(deps, id, query.month),
  )
  .get(
    "/admin/affiliates/:id/statement.csv",
    "Gives an affiliate's statement of a month as CSV",
    {
      who: "dispatch.view",
      query: AffiliateStatementQuery,
      answer: "text/csv",
      heavy: true,
      use: [auditDownload("affiliate", "an affiliate's statement"), fileLimit],
    },
    ({ c, deps, id, query }) => {
      const { name, text } = affiliateStatementAsCsv(deps, id, query.month);
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/reservations/:id/farm-out",
    "Lists a reservation's offers to affiliates, and the affiliates that can be offered the trip, with the amount for each",
    { who: "dispatch.view", answer: FarmOutsAnswer },
    ({ deps, session, id }) => readFarmOuts(deps, id, hasPermission(session, "trips.manage")),
  )
  .post(
    "/admin/reservations/:id/farm-out",
    "Offers a trip to an affiliate and sends them a link",
    {
      who: "trips.manage",
      body: OfferToAffiliate,
      answer: ReservationAnswer,
      refuses: [
        "reservation.stale",
        "reservation.illegal_transition",
        "reservation.waits_for_call",
        "affiliate.too_late",
        "affiliate.paused",
        "affiliate.uninsured",
      ],
    },
    runThenRead(offerToAffiliate, reservationAnswerOf),
  )
  .post(
    "/admin/reservations/:id/farm-out/message",
    "Sends the link of a trip to its affiliate again",
    { who: "trips.manage", answer: FarmOutsAnswer },
    runThenRead(sendOfferAgain, offers),
  )
  .post(
    "/admin/reservations/:id/farm-out/bill",
    "Agrees to pay an amount that the affiliate's Livery bills on top of the agreed price",
    {
      who: "trips.manage",
      body: AgreeToBill,
      answer: FarmOutsAnswer,
      refuses: ["request.conflict"],
    },
    runThenRead(agreeToBill, offers),
  )
  .get(
    "/affiliate/:token",
    "Gives a trip as its affiliate sees it, by the affiliate's link",
    {
      who: "public",
      param: FarmOutToken,
      answer: FarmOutPage,
      refuses: ["affiliate.link_unknown"],
      use: [hideSecretAddress, limitPerAddress(240, 60)],
    },
    ({ deps, token }) => openFarmOutPage(deps, token),
  )
  .post(
    "/affiliate/:token",
    "Accepts or declines an offer, names the driver and the car, or reports a step. Takes JSON, or a plain form that is answered with a redirect",
    {
      who: "public",
      param: FarmOutToken,
      body: readJsonOrForm(ActOnFarmOut, {
        done: (c) => `/affiliate/${c.req.param("token")}`,
        // Naming a driver sends the customer a message, so the number of calls is limited.
        limit: limitPerToken(30, 3_600),
      }),
      answer: FarmOutPage,
      redirects: { 303: "Redirects to the page of the trip" },
      refuses: [
        "affiliate.link_unknown",
        "affiliate.ended",
        "affiliate.paused",
        "affiliate.uninsured",
        "affiliate.crew_busy",
        "affiliate.crew_missing",
        "reservation.stale",
        "reservation.illegal_transition",
        "tap.too_early",
        "no_show.too_early",
      ],
      use: [hideSecretAddress, limitPerAddress(240, 60)],
    },
    async ({ deps, token, body }) => {
      await actOnFarmOut(deps, token, body);
      return openFarmOutPage(deps, token);
    },
  )
  .post(
    "/affiliate/:token/positions",
    "Receives up to 100 positions of an affiliate driver's phone while the trip is under way",
    {
      who: "public",
      param: FarmOutToken,
      body: PositionReport,
      answer: PositionReportAnswer,
      refuses: ["affiliate.link_unknown", "tracking.off_duty"],
      use: [hideSecretAddress, limitPerAddress(120, 60)],
    },
    ({ deps, token, body }) => recordPositionsByLink(deps, token, body),
  );
