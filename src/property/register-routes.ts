import type { Deps } from "../deps";
import { actThenRead, createRouter } from "../server/calls";
import { multipart } from "../server/multipart";
import { PHOTO_FORM, RegisterFoundAtDesk, SeenProperty, TakeLostReport } from "./contract";
import { disposeOf, handOver, recordAttempt, registerAtDesk, storeItem } from "./item-actions";
import { sendPhoto } from "../server/file-answer";
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

const refusals = ["property.stale", "property.over"] as const;

function report(deps: Deps, id: string) {
  return { report: readReport(deps, id) };
}

function item(deps: Deps, id: string) {
  return { item: readItem(deps, id) };
}

/** The register of lost and found, under `/admin`. */
export const propertyRegisterRoutes = createRouter("property")
  .get(
    "/admin/lost-reports",
    "What was reported lost, the newest first",
    { who: "property.manage", query: LostReportsQuery, answer: LostReportList },
    ({ deps, query }) => listReports(deps, query),
  )
  .post(
    "/admin/lost-reports",
    "Takes down what somebody tells on the phone",
    { who: "property.manage", body: TakeLostReport, created: LostReportAnswer },
    async ({ deps, actor, body }) => {
      const id = await takeReport(deps, actor, body);
      return { report: readReport(deps, id) };
    },
  )
  .get(
    "/admin/lost-reports/:id",
    "One report with its log and what may be it",
    { who: "property.manage", answer: LostReportAnswer, refuses: refusals },
    ({ deps, id }) => report(deps, id),
  )
  .post(
    "/admin/lost-reports/:id/searches",
    "Writes down who searched the car",
    { who: "property.manage", body: RecordSearch, answer: LostReportAnswer, refuses: refusals },
    actThenRead(recordSearch, report),
  )
  .post(
    "/admin/lost-reports/:id/match",
    "Says which found item it is; who reported it is told",
    { who: "property.manage", body: MatchReport, answer: LostReportAnswer, refuses: refusals },
    actThenRead(matchReport, report),
  )
  .delete(
    "/admin/lost-reports/:id/match",
    "Takes a match back",
    { who: "property.manage", body: SeenProperty, answer: LostReportAnswer, refuses: refusals },
    async ({ deps, actor, id, body }) => {
      await unmatchReport(deps, actor, id, body.version);
      return report(deps, id);
    },
  )
  .post(
    "/admin/lost-reports/:id/closure",
    "Ends the search, with the reason",
    { who: "property.manage", body: CloseReport, answer: LostReportAnswer, refuses: refusals },
    actThenRead(closeReport, report),
  )
  .delete(
    "/admin/lost-reports/:id/closure",
    "Looks for it again",
    { who: "property.manage", body: SeenProperty, answer: LostReportAnswer, refuses: refusals },
    async ({ deps, actor, id, body }) => {
      await reopenReport(deps, actor, id, body.version);
      return report(deps, id);
    },
  )
  .get(
    "/admin/found-items",
    "What was found, the newest first; or what is due, the longest kept first",
    { who: "property.manage", query: FoundItemsQuery, answer: FoundItemList },
    ({ deps, query }) => listItems(deps, query),
  )
  .post(
    "/admin/found-items",
    "Registers a found item, with a photo or without",
    {
      who: "property.manage",
      form: multipart(RegisterFoundAtDesk, PHOTO_FORM),
      created: FoundItemAnswer,
    },
    async ({ deps, actor, form }) => {
      const id = await registerAtDesk(deps, actor, form);
      return { item: readItem(deps, id) };
    },
  )
  .get(
    "/admin/found-items/:id",
    "One item with its log and whose it may be",
    { who: "property.manage", answer: FoundItemAnswer, refuses: refusals },
    ({ deps, id }) => item(deps, id),
  )
  .put(
    "/admin/found-items/:id/storage",
    "Says where it lies",
    { who: "property.manage", body: StoreItem, answer: FoundItemAnswer, refuses: refusals },
    actThenRead(storeItem, item),
  )
  .post(
    "/admin/found-items/:id/return-attempts",
    "Writes down that somebody tried to give it back",
    { who: "property.manage", body: RecordAttempt, answer: FoundItemAnswer, refuses: refusals },
    actThenRead(recordAttempt, item),
  )
  .post(
    "/admin/found-items/:id/handover",
    "Its owner has it",
    { who: "property.manage", body: HandOver, answer: FoundItemAnswer, refuses: refusals },
    actThenRead(handOver, item),
  )
  .post(
    "/admin/found-items/:id/disposal",
    "Its time is over: where it went, and why",
    {
      who: "property.manage",
      body: DisposeOf,
      answer: FoundItemAnswer,
      refuses: [...refusals, "property.matched", "property.too_early"],
    },
    actThenRead(disposeOf, item),
  )
  .get(
    "/admin/lost-reports/:id/photo",
    "The photo of a report",
    { who: "property.manage", answer: "The photo" },
    async ({ c, deps, id }) => {
      const photo = await readPhoto(deps, "report", id, {
        kind: "admin",
      });
      return sendPhoto(c, photo);
    },
  )
  .get(
    "/admin/found-items/:id/photo",
    "The photo of a found item",
    { who: "property.manage", answer: "The photo" },
    async ({ c, deps, id }) => {
      const photo = await readPhoto(deps, "item", id, { kind: "admin" });
      return sendPhoto(c, photo);
    },
  );
