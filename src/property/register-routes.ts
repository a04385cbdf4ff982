import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import { validateForm } from "../server/multipart";
import {
  PHOTO_FORM,
  PropertyId,
  RegisterFoundAtDesk,
  SeenProperty,
  TakeLostReport,
} from "./contract";
import { disposeOf, handOver, recordAttempt, registerAtDesk, storeItem } from "./item-actions";
import { sendPhoto } from "../server/photo-answer";
import { readPhoto } from "./queries";
import {
  CloseReport,
  DisposeOf,
  FoundItemAnswer,
  FoundItemList,
  FoundItemsQuery,
  HandOver,
  LostReportAnswer,
  LostReportList,
  LostReportsQuery,
  MatchReport,
  RecordAttempt,
  RecordSearch,
  StoreItem,
} from "./register-contract";
import { listItems, listReports, readItem, readReport } from "./register-queries";
import {
  closeReport,
  matchReport,
  recordSearch,
  reopenReport,
  takeReport,
  unmatchReport,
} from "./report-actions";

const tag = "property";
const requireDispatcher = requirePermission("property.keep");
const refusals = ["request.not_found", "property.stale", "property.over"] as const;

function stepOfReport(summary: string) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: LostReportAnswer },
    refusals,
  });
}

function stepOfItem(summary: string, ...more: Parameters<typeof describe>[0]["refusals"] & {}) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: FoundItemAnswer },
    refusals: [...refusals, ...more],
  });
}

function report(c: AppContext, id: string) {
  return c.json({ report: readReport(c.var.deps, id) } satisfies LostReportAnswer);
}

function item(c: AppContext, id: string) {
  return c.json({ item: readItem(c.var.deps, id) } satisfies FoundItemAnswer);
}

/** The register of lost and found, under `/admin`. */
export const propertyRegisterRoutes = createRouter()
  .get(
    "/admin/lost-reports",
    describe({
      summary: "What was reported lost, the newest first",
      tag,
      security: "admin",
      answers: { 200: LostReportList },
    }),
    requireDispatcher,
    validate("query", LostReportsQuery),
    (c) => c.json(listReports(c.var.deps, c.req.valid("query")) satisfies LostReportList),
  )
  .post(
    "/admin/lost-reports",
    describe({
      summary: "Takes down what somebody tells on the phone",
      tag,
      security: "admin",
      answers: { 201: LostReportAnswer },
    }),
    requireDispatcher,
    validate("json", TakeLostReport),
    async (c) => {
      const { deps, session } = c.var;
      const id = await takeReport(deps, actorOf(session), c.req.valid("json"));
      return c.json({ report: readReport(deps, id) } satisfies LostReportAnswer, 201);
    },
  )
  .get(
    "/admin/lost-reports/:id",
    stepOfReport("One report with its log and what may be it"),
    requireDispatcher,
    validate("param", PropertyId),
    (c) => report(c, c.req.valid("param").id),
  )
  .post(
    "/admin/lost-reports/:id/searches",
    stepOfReport("Writes down who searched the car"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", RecordSearch),
    async (c) => {
      const { id } = c.req.valid("param");
      await recordSearch(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return report(c, id);
    },
  )
  .post(
    "/admin/lost-reports/:id/match",
    stepOfReport("Says which found item it is; who reported it is told"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", MatchReport),
    async (c) => {
      const { id } = c.req.valid("param");
      await matchReport(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return report(c, id);
    },
  )
  .delete(
    "/admin/lost-reports/:id/match",
    stepOfReport("Takes a match back"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", SeenProperty),
    async (c) => {
      const { id } = c.req.valid("param");
      await unmatchReport(c.var.deps, actorOf(c.var.session), id, c.req.valid("json").version);
      return report(c, id);
    },
  )
  .post(
    "/admin/lost-reports/:id/closure",
    stepOfReport("Ends the search, with the reason"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", CloseReport),
    async (c) => {
      const { id } = c.req.valid("param");
      await closeReport(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return report(c, id);
    },
  )
  .delete(
    "/admin/lost-reports/:id/closure",
    stepOfReport("Looks for it again"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", SeenProperty),
    async (c) => {
      const { id } = c.req.valid("param");
      await reopenReport(c.var.deps, actorOf(c.var.session), id, c.req.valid("json").version);
      return report(c, id);
    },
  )
  .get(
    "/admin/found-items",
    describe({
      summary: "What was found, the newest first; or what is due, the longest kept first",
      tag,
      security: "admin",
      answers: { 200: FoundItemList },
    }),
    requireDispatcher,
    validate("query", FoundItemsQuery),
    (c) => c.json(listItems(c.var.deps, c.req.valid("query")) satisfies FoundItemList),
  )
  .post(
    "/admin/found-items",
    describe({
      summary: "Registers a found item, with a photo or without",
      tag,
      security: "admin",
      answers: { 201: FoundItemAnswer },
      refusals: [
        "picture.too_large",
        "picture.too_many_pixels",
        "picture.unreadable",
        "request.timeout",
        "server.busy",
      ],
    }),
    requireDispatcher,
    validateForm(RegisterFoundAtDesk, PHOTO_FORM),
    async (c) => {
      const { deps, session } = c.var;
      const id = await registerAtDesk(deps, actorOf(session), c.req.valid("form"));
      return c.json({ item: readItem(deps, id) } satisfies FoundItemAnswer, 201);
    },
  )
  .get(
    "/admin/found-items/:id",
    stepOfItem("One item with its log and whose it may be"),
    requireDispatcher,
    validate("param", PropertyId),
    (c) => item(c, c.req.valid("param").id),
  )
  .put(
    "/admin/found-items/:id/storage",
    stepOfItem("Says where it lies"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", StoreItem),
    async (c) => {
      const { id } = c.req.valid("param");
      await storeItem(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return item(c, id);
    },
  )
  .post(
    "/admin/found-items/:id/return-attempts",
    stepOfItem("Writes down that somebody tried to give it back"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", RecordAttempt),
    async (c) => {
      const { id } = c.req.valid("param");
      await recordAttempt(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return item(c, id);
    },
  )
  .post(
    "/admin/found-items/:id/handover",
    stepOfItem("Its owner has it"),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", HandOver),
    async (c) => {
      const { id } = c.req.valid("param");
      await handOver(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return item(c, id);
    },
  )
  .post(
    "/admin/found-items/:id/disposal",
    stepOfItem(
      "Its time is over: where it went, and why",
      "property.matched",
      "property.too_early",
    ),
    requireDispatcher,
    validate("param", PropertyId),
    validate("json", DisposeOf),
    async (c) => {
      const { id } = c.req.valid("param");
      await disposeOf(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return item(c, id);
    },
  )
  .get(
    "/admin/lost-reports/:id/photo",
    describe({
      summary: "The photo of a report",
      tag,
      security: "admin",
      answers: { 200: "The photo" },
      refusals: ["request.not_found"],
    }),
    requireDispatcher,
    validate("param", PropertyId),
    async (c) => {
      const photo = await readPhoto(c.var.deps, "report", c.req.valid("param").id, {
        kind: "admin",
      });
      return sendPhoto(c, photo);
    },
  )
  .get(
    "/admin/found-items/:id/photo",
    describe({
      summary: "The photo of a found item",
      tag,
      security: "admin",
      answers: { 200: "The photo" },
      refusals: ["request.not_found"],
    }),
    requireDispatcher,
    validate("param", PropertyId),
    async (c) => {
      const photo = await readPhoto(c.var.deps, "item", c.req.valid("param").id, { kind: "admin" });
      return sendPhoto(c, photo);
    },
  );
