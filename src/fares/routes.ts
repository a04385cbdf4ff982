import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import {
  DiscardFeeDraft,
  FeeDraftAnswer,
  FeeScheduleAnswer,
  FeeScheduleId,
  FeeScheduleList,
  FeeVersionsQuery,
  PublishFeeDraft,
  SaveFeeDraft,
  WithdrawFeeSchedule,
} from "./fee-contract";
import { discardDraft, publishDraft, saveDraft, withdrawVersion } from "./fee-actions";
import { listVersions, readDraft, readVersion } from "./queries";

const tag = "fees";
/** A price list with every list full is far above what other bodies may weigh. */
const SCHEDULE_LIMIT_BYTES = 2 * 1024 * 1024;

/** The price list, its draft and its versions. All of dispatch reads them, the owner writes. */
export const feeRoutes = createRouter()
  .get(
    "/admin/fees/versions",
    describe({
      summary: "The versions of the price list, the newest first",
      tag,
      security: "admin",
      answers: { 200: FeeScheduleList },
    }),
    requirePermission("dispatch.read"),
    validate("query", FeeVersionsQuery),
    (c) => c.json(listVersions(c.var.deps, c.req.valid("query")) satisfies FeeScheduleList),
  )
  .get(
    "/admin/fees/versions/:id",
    describe({
      summary: "One version with its prices",
      tag,
      security: "admin",
      answers: { 200: FeeScheduleAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", FeeScheduleId),
    (c) => c.json(readVersion(c.var.deps, c.req.valid("param").id) satisfies FeeScheduleAnswer),
  )
  .post(
    "/admin/fees/versions/:id/withdrawal",
    describe({
      summary: "Takes a version back that has not started, with the reason",
      tag,
      security: "admin",
      answers: { 200: FeeScheduleAnswer },
      refusals: ["request.forbidden", "request.not_found", "fees.started"],
    }),
    requirePermission("prices.publish"),
    validate("param", FeeScheduleId),
    validate("json", WithdrawFeeSchedule),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await withdrawVersion(deps, actorOf(session), id, c.req.valid("json"));
      return c.json(readVersion(deps, id) satisfies FeeScheduleAnswer);
    },
  )
  .get(
    "/admin/fees/draft",
    describe({
      summary: "The draft of the price list with its faults",
      tag,
      security: "admin",
      answers: { 200: FeeDraftAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readDraft(c.var.deps) satisfies FeeDraftAnswer),
  )
  .put(
    "/admin/fees/draft",
    describe({
      summary: "Saves the draft, faults and all",
      tag,
      security: "admin",
      answers: { 200: FeeDraftAnswer },
      refusals: ["request.forbidden", "request.too_large", "fees.draft_stale"],
    }),
    requirePermission("prices.publish"),
    validate("json", SaveFeeDraft, SCHEDULE_LIMIT_BYTES),
    async (c) => {
      const { deps, session } = c.var;
      await saveDraft(deps, actorOf(session), c.req.valid("json"));
      return c.json(readDraft(deps) satisfies FeeDraftAnswer);
    },
  )
  .delete(
    "/admin/fees/draft",
    describe({
      summary: "Throws the draft away: it is the price list in force again",
      tag,
      security: "admin",
      answers: { 200: FeeDraftAnswer },
      refusals: ["request.forbidden", "fees.draft_stale"],
    }),
    requirePermission("prices.publish"),
    validate("json", DiscardFeeDraft),
    async (c) => {
      const { deps, session } = c.var;
      await discardDraft(deps, actorOf(session), c.req.valid("json").version);
      return c.json(readDraft(deps) satisfies FeeDraftAnswer);
    },
  )
  .post(
    "/admin/fees/draft/publication",
    describe({
      summary: "Publishes the draft from now or from a moment to come",
      tag,
      security: "admin",
      answers: { 201: FeeScheduleAnswer },
      refusals: [
        "request.forbidden",
        "fees.draft_stale",
        "fees.unchanged",
        "fees.faulty",
        "fees.starts_past",
        "trip.time_gap",
      ],
    }),
    requirePermission("prices.publish"),
    validate("json", PublishFeeDraft),
    async (c) => {
      const { deps, session } = c.var;
      const id = await publishDraft(deps, actorOf(session), c.req.valid("json"));
      return c.json(readVersion(deps, id) satisfies FeeScheduleAnswer, 201);
    },
  );
