import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { multipart } from "../server/multipart";
import { PHOTO_FORM, RegisterFoundAtDesk, SeenProperty, RecordLostReport } from "./contract";
import {
  disposeOfItem,
  handOverItem,
  recordReturnAttempt,
  registerFoundItemAtDesk,
  storeItem,
} from "./item-actions";
import { sendPhoto } from "../server/file-answer";
import { readPhoto } from "./queries";
import {
  CloseReport,
  DisposeOfItem,
  FoundItemAnswer,
  FoundItemList,
  FoundItemsQuery,
  HandOverItem,
  LostReportAnswer,
  LostReportList,
  LostReportsQuery,
  MatchLostReport,
  RecordReturnAttempt,
  RecordSearch,
  StoreItem,
} from "./register-contract";
import { listItems, listReports, readItem, readReport } from "./register-queries";
import {
  closeReport,
  matchLostReport,
  recordSearch,
  reopenReport,
  recordPhoneReport,
  unmatchReport,
} from "./report-actions";

const refusals = ["property.stale", "property.over"] as const;

function report(deps: Deps, id: string) {
  return { report: readReport(deps, id) };
}

function item(deps: Deps, id: string) {
  return { item: readItem(deps, id) };
}

/** The calls of the lost and found register, under `/admin`. */
export const propertyRegisterRoutes = createRouter("property")
  .get(
    "/admin/lost-reports",
    "Lists lost reports, newest first",
    { who: "property.manage", query: LostReportsQuery, answer: LostReportList },
    ({ deps, query }) => listReports(deps, query),
  )
  .post(
    "/admin/lost-reports",
    "Adds a lost report for a caller",
    { who: "property.manage", body: RecordLostReport, created: LostReportAnswer },
    async ({ deps, actor, body }) => {
      const id = await recordPhoneReport(deps, actor, body);
      return { report: readReport(deps, id) };
    },
  )
  .get(
    "/admin/lost-reports/:id",
    "Gives one lost report with its log and possible matches",
    { who: "property.manage", answer: LostReportAnswer, refuses: refusals },
    ({ deps, id }) => report(deps, id),
  )
  .post(
    "/admin/lost-reports/:id/searches",
    "Records a search of the car",
    { who: "property.manage", body: RecordSearch, answer: LostReportAnswer, refuses: refusals },
    runThenRead(recordSearch, report),
  )
  .post(
    "/admin/lost-reports/:id/match",
    "Matches a lost report with a found item and notifies the person who reported it",
    { who: "property.manage", body: MatchLostReport, answer: LostReportAnswer, refuses: refusals },
    runThenRead(matchLostReport, report),
  )
  .delete(
    "/admin/lost-reports/:id/match",
    "Removes the match of a lost report",
    { who: "property.manage", body: SeenProperty, answer: LostReportAnswer, refuses: refusals },
    async ({ deps, actor, id, body }) => {
      await unmatchReport(deps, actor, id, body.version);
      return report(deps, id);
    },
  )
  .post(
    "/admin/lost-reports/:id/closure",
    "Closes a lost report, with a reason",
    { who: "property.manage", body: CloseReport, answer: LostReportAnswer, refuses: refusals },
    runThenRead(closeReport, report),
  )
  .delete(
    "/admin/lost-reports/:id/closure",
    "Reopens a lost report",
    { who: "property.manage", body: SeenProperty, answer: LostReportAnswer, refuses: refusals },
    async ({ deps, actor, id, body }) => {
      await reopenReport(deps, actor, id, body.version);
      return report(deps, id);
    },
  )
  .get(
    "/admin/found-items",
    "Lists found items, newest first, or those due for disposal, oldest first",
    { who: "property.manage", query: FoundItemsQuery, answer: FoundItemList },
    ({ deps, query }) => listItems(deps, query),
  )
  .post(
    "/admin/found-items",
    "Adds a found item, with or without a photo",
    {
      who: "property.manage",
      form: multipart(RegisterFoundAtDesk, PHOTO_FORM),
      created: FoundItemAnswer,
    },
    async ({ deps, actor, form }) => {
      const id = await registerFoundItemAtDesk(deps, actor, form);
      return { item: readItem(deps, id) };
    },
  )
  .get(
    "/admin/found-items/:id",
    "Gives one found item with its log and possible matches",
    { who: "property.manage", answer: FoundItemAnswer, refuses: refusals },
    ({ deps, id }) => item(deps, id),
  )
  .put(
    "/admin/found-items/:id/storage",
    "Sets the storage place of a found item",
    { who: "property.manage", body: StoreItem, answer: FoundItemAnswer, refuses: refusals },
    runThenRead(storeItem, item),
  )
  .post(
    "/admin/found-items/:id/return-attempts",
    "Records an attempt to return a found item",
    {
      who: "property.manage",
      body: RecordReturnAttempt,
      answer: FoundItemAnswer,
      refuses: refusals,
    },
    runThenRead(recordReturnAttempt, item),
  )
  .post(
    "/admin/found-items/:id/handover",
    "Records that a found item was handed to its owner",
    { who: "property.manage", body: HandOverItem, answer: FoundItemAnswer, refuses: refusals },
    runThenRead(handOverItem, item),
  )
  .post(
    "/admin/found-items/:id/disposal",
    "Records how and why a found item was disposed of after the storage period",
    {
      who: "property.manage",
      body: DisposeOfItem,
      answer: FoundItemAnswer,
      refuses: [...refusals, "property.matched", "property.too_early"],
    },
    runThenRead(disposeOfItem, item),
  )
  .get(
    "/admin/lost-reports/:id/photo",
    "Gives the photo of a lost report",
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
    "Gives the photo of a found item",
    { who: "property.manage", answer: "The photo" },
    async ({ c, deps, id }) => {
      const photo = await readPhoto(deps, "item", id, { kind: "admin" });
      return sendPhoto(c, photo);
    },
  );
