import { runThenRead, createRouter, json } from "../server/calls";
import {
  DiscardFeeDraft,
  FeeDraftAnswer,
  FeeScheduleAnswer,
  FeeScheduleList,
  FeeVersionsQuery,
  PublishFeeDraft,
  SaveFeeDraft,
  WithdrawFeeSchedule,
} from "./fee-contract";
import { discardDraft, publishDraft, saveDraft, withdrawVersion } from "./fee-actions";
import { listVersions, readDraft, readVersion } from "./queries";

/** A price list with every list full is much larger than other request bodies may be. */
const SCHEDULE_LIMIT_BYTES = 2 * 1024 * 1024;

/** The API for the price list, its draft and its versions. All of dispatch can read them, only the owner can write. */
export const feeRoutes = createRouter("fees")
  .get(
    "/admin/fees/versions",
    "Lists the versions of the price list, newest first",
    { who: "dispatch.view", query: FeeVersionsQuery, answer: FeeScheduleList },
    ({ deps, query }) => listVersions(deps, query),
  )
  .get(
    "/admin/fees/versions/:id",
    "Gives one version of the price list",
    { who: "dispatch.view", answer: FeeScheduleAnswer },
    ({ deps, id }) => readVersion(deps, id),
  )
  .post(
    "/admin/fees/versions/:id/withdrawal",
    "Withdraws a version of the price list that is not in force yet, with a reason",
    {
      who: "prices.publish",
      body: WithdrawFeeSchedule,
      answer: FeeScheduleAnswer,
      refuses: ["fees.started"],
    },
    runThenRead(withdrawVersion, readVersion),
  )
  .get(
    "/admin/fees/draft",
    "Gives the draft of the price list, and its errors",
    { who: "dispatch.view", answer: FeeDraftAnswer },
    ({ deps }) => readDraft(deps),
  )
  .put(
    "/admin/fees/draft",
    "Saves the draft of the price list, even with errors",
    {
      who: "prices.publish",
      body: json(SaveFeeDraft, SCHEDULE_LIMIT_BYTES),
      answer: FeeDraftAnswer,
      refuses: ["request.too_large", "fees.draft_stale"],
    },
    async ({ deps, actor, body }) => {
      await saveDraft(deps, actor, body);
      return readDraft(deps);
    },
  )
  .delete(
    "/admin/fees/draft",
    "Discards the changes to the draft, so that it equals the price list in force again",
    {
      who: "prices.publish",
      body: DiscardFeeDraft,
      answer: FeeDraftAnswer,
      refuses: ["fees.draft_stale"],
    },
    async ({ deps, actor, body }) => {
      await discardDraft(deps, actor, body.version);
      return readDraft(deps);
    },
  )
  .post(
    "/admin/fees/draft/publication",
    "Publishes the draft of the price list, in force now or from a later time",
    {
      who: "prices.publish",
      body: PublishFeeDraft,
      created: FeeScheduleAnswer,
      refuses: [
        "fees.draft_stale",
        "fees.unchanged",
        "fees.faulty",
        "fees.starts_past",
        "trip.time_gap",
      ],
    },
    async ({ deps, actor, body }) => {
      const id = await publishDraft(deps, actor, body);
      return readVersion(deps, id);
    },
  );
