import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  validate,
} from "../server/http";
import { blockRider, unblockRider } from "./actions";
import { BlockRider, RiderAnswer, RiderId, RiderList, RidersQuery } from "./contract";
import { mergeRiders } from "./merge-actions";
import { AlikeAnswer, MergeAnswer, MergeParams, MergeRiders } from "./merge-contract";
import { listAlike, viewMerge } from "./merge-queries";
import { listRiders, readRider } from "./queries";

const tag = "riders";
/** Whose number is whose, and where they ride, is for those who take calls. */
const keeping = requirePermission("riders.keep");
/** It touches what is personal of two people, if they are two, and nothing takes it back. */
const merging = requirePermission("riders.merge");

function ofOne(summary: string) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: RiderAnswer },
    refusals: ["request.not_found"],
  });
}

/** Riders, under `/admin`. */
export const riderDeskRoutes = createRouter()
  .get(
    "/admin/riders",
    describe({
      summary:
        "Riders, the newest first; or the first 50 that fit a number, name or e-mail address",
      tag,
      security: "admin",
      answers: { 200: RiderList },
      refusals: ["request.too_many"],
    }),
    keeping,
    limitPerSession(600, 60),
    validate("query", RidersQuery),
    (c) => c.json(listRiders(c.var.deps, c.req.valid("query")) satisfies RiderList),
  )
  .get(
    "/admin/riders/:id",
    ofOne("One rider: contacts, note, companies, places, trips, ratings, reports and messages"),
    keeping,
    validate("param", RiderId),
    (c) => {
      const rider = readRider(c.var.deps, c.req.valid("param").id);
      return c.json({ rider } satisfies RiderAnswer);
    },
  )
  .put(
    "/admin/riders/:id/block",
    ofOne("Keeps a rider from booking by themselves, with the reason"),
    keeping,
    validate("param", RiderId),
    validate("json", BlockRider),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await blockRider(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ rider: readRider(deps, id) } satisfies RiderAnswer);
    },
  )
  .delete(
    "/admin/riders/:id/block",
    ofOne("Lets a rider book again"),
    keeping,
    validate("param", RiderId),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await unblockRider(deps, actorOf(session), id);
      return c.json({ rider: readRider(deps, id) } satisfies RiderAnswer);
    },
  )
  .get(
    "/admin/riders/:id/alike",
    describe({
      summary: "Riders who may be the same person as this one, with why",
      tag,
      security: "admin",
      answers: { 200: AlikeAnswer },
      refusals: ["request.not_found"],
    }),
    merging,
    validate("param", RiderId),
    (c) => {
      const riders = listAlike(c.var.deps, c.req.valid("param").id);
      return c.json({ riders } satisfies AlikeAnswer);
    },
  )
  .get(
    "/admin/riders/:id/merges/:foldedId",
    describe({
      summary: "Two riders side by side, before one is folded into the other",
      tag,
      security: "admin",
      answers: { 200: MergeAnswer },
      refusals: ["request.not_found", "rider_merge.self"],
    }),
    merging,
    validate("param", MergeParams),
    (c) => {
      const { deps } = c.var;
      const { id, foldedId } = c.req.valid("param");
      return c.json({ merge: viewMerge(deps.db, deps, id, foldedId) } satisfies MergeAnswer);
    },
  )
  .post(
    "/admin/riders/:id/merges",
    describe({
      summary: "Folds another rider into this one, for good",
      tag,
      security: "admin",
      answers: { 200: RiderAnswer },
      refusals: [
        "request.not_found",
        "rider_merge.self",
        "rider_merge.stale",
        "rider_merge.companies",
      ],
    }),
    merging,
    validate("param", RiderId),
    validate("json", MergeRiders),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await mergeRiders(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ rider: readRider(deps, id) } satisfies RiderAnswer);
    },
  );
