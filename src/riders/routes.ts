import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { addRider, blockRider, unblockRider } from "./actions";
import { AddRider, BlockRider, RiderAnswer, RiderList, RidersQuery } from "./contract";
import { mergeRiders } from "./merge-actions";
import { DuplicateRiders, MergeAnswer, MergeRiders } from "./merge-contract";
import { listDuplicates, previewMerge } from "./merge-queries";
import { listRiders, readRider } from "./queries";

const answer = (deps: Deps, id: string) => ({ rider: readRider(deps, id) });

/**
 * The calls for riders, under `/admin`. Contacts and trips of riders are for staff who take calls. A merge cannot be
 * undone.
 */
export const dispatchRiderRoutes = createRouter("riders")
  .get(
    "/admin/riders",
    "Lists the newest riders, or the first 50 who match a phone number, name or e-mail address",
    { who: "riders.manage", query: RidersQuery, answer: RiderList, use: limitPerSession(600, 60) },
    ({ deps, query }) => listRiders(deps, query),
  )
  .post(
    "/admin/riders",
    "Adds a rider. Answers 409 if another rider has the e-mail address or phone number",
    {
      who: "riders.manage",
      body: AddRider,
      created: RiderAnswer,
      refuses: ["contact.taken"],
    },
    async ({ deps, actor, body }) => answer(deps, await addRider(deps, actor, body)),
  )
  .get(
    "/admin/riders/:id",
    "Gives one rider: contacts, note, companies, places, trips, ratings, reports and messages",
    { who: "riders.manage", answer: RiderAnswer },
    ({ deps, id }) => answer(deps, id),
  )
  .put(
    "/admin/riders/:id/block",
    "Blocks a rider from booking, with a reason",
    { who: "riders.manage", body: BlockRider, answer: RiderAnswer },
    runThenRead(blockRider, answer),
  )
  .delete(
    "/admin/riders/:id/block",
    "Unblocks a rider",
    { who: "riders.manage", answer: RiderAnswer },
    async ({ deps, actor, id }) => {
      await unblockRider(deps, actor, id);
      return answer(deps, id);
    },
  )
  .get(
    "/admin/riders/:id/duplicates",
    "Lists riders who may be the same person as this one, with the reasons",
    { who: "riders.merge", answer: DuplicateRiders },
    ({ deps, id }) => ({ riders: listDuplicates(deps, id) }),
  )
  .get(
    "/admin/riders/:id/merges/:mergedId",
    "Compares two riders before one is merged into the other",
    { who: "riders.merge", answer: MergeAnswer, refuses: ["rider_merge.self"] },
    ({ deps, id, mergedId }) => ({ merge: previewMerge(deps.db, deps, id, mergedId) }),
  )
  .post(
    "/admin/riders/:id/merges",
    "Merges another rider into this one, permanently",
    {
      who: "riders.merge",
      body: MergeRiders,
      answer: RiderAnswer,
      refuses: ["rider_merge.self", "rider_merge.stale", "rider_merge.companies"],
    },
    runThenRead(mergeRiders, answer),
  );
