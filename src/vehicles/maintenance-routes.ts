import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import { fewAtOnce, receivedFiles, receiveForm } from "../server/received";
import { VehicleId } from "./contract";
import { sendInvoice } from "./invoice-answer";
import {
  addEntry,
  addPlan,
  addReading,
  changePlan,
  endPlan,
  strikeEntry,
} from "./maintenance-actions";
import {
  AddEntry,
  AddReading,
  ChangePlan,
  EntryId,
  EntryPage,
  FleetAttention,
  PageQuery,
  PlanId,
  ReadingPage,
  SavePlan,
  Schedule,
  SeenPlan,
} from "./maintenance-contract";
import { fleetAttention, listEntries, listReadings, readSchedule } from "./maintenance-queries";

const tag = "vehicles";
const mayKeep = requirePermission("fleet.keep");
const mayRead = requirePermission("dispatch.read");
const LARGEST_BYTES = 10 * 1024 * 1024;

/** A form with one file of 10 MB and what was done in words. */
const ENTRY_FORM = {
  parts: 12,
  files: 1,
  fileBytes: LARGEST_BYTES,
  allFilesBytes: LARGEST_BYTES,
  fieldsBytes: 16 * 1024,
};

function schedule(c: AppContext, id: string) {
  return c.json(readSchedule(c.var.deps, id) satisfies Schedule);
}

/** Maintenance of the fleet: what is due, what was done, and what odometers show. */
export const maintenanceRoutes = createRouter()
  .get(
    "/admin/maintenance",
    describe({
      summary: "Maintenance that is due, and trips whose vehicle is out of service at that time",
      tag,
      security: "admin",
      answers: { 200: FleetAttention },
    }),
    mayRead,
    (c) => c.json(fleetAttention(c.var.deps) satisfies FleetAttention),
  )
  .get(
    "/admin/vehicles/:id/maintenance",
    describe({
      summary: "What a vehicle needs again and again, the nearest first, and its odometer",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: ["request.not_found"],
    }),
    mayRead,
    validate("param", VehicleId),
    (c) => schedule(c, c.req.valid("param").id),
  )
  .post(
    "/admin/vehicles/:id/maintenance/plans",
    describe({
      summary: "Puts something on a vehicle's schedule",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: ["request.forbidden", "request.not_found", "vehicle.too_many_plans"],
    }),
    mayKeep,
    validate("param", VehicleId),
    validate("json", SavePlan),
    async (c) => {
      const { id } = c.req.valid("param");
      await addPlan(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return schedule(c, id);
    },
  )
  .put(
    "/admin/vehicles/:id/maintenance/plans/:planId",
    describe({
      summary: "Changes what is on a vehicle's schedule",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: ["request.forbidden", "request.not_found", "vehicle.plan_stale"],
    }),
    mayKeep,
    validate("param", PlanId),
    validate("json", ChangePlan),
    async (c) => {
      const { id, planId } = c.req.valid("param");
      await changePlan(c.var.deps, actorOf(c.var.session), id, planId, c.req.valid("json"));
      return schedule(c, id);
    },
  )
  .delete(
    "/admin/vehicles/:id/maintenance/plans/:planId",
    describe({
      summary: "Takes something off a vehicle's schedule",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: ["request.forbidden", "request.not_found", "vehicle.plan_stale"],
    }),
    mayKeep,
    validate("param", PlanId),
    validate("query", SeenPlan),
    async (c) => {
      const { id, planId } = c.req.valid("param");
      const { version } = c.req.valid("query");
      await endPlan(c.var.deps, actorOf(c.var.session), id, planId, version);
      return schedule(c, id);
    },
  )
  .get(
    "/admin/vehicles/:id/maintenance/entries",
    describe({
      summary: "What was done to a vehicle, the last first",
      tag,
      security: "admin",
      answers: { 200: EntryPage },
      refusals: ["request.not_found"],
    }),
    mayRead,
    validate("param", VehicleId),
    validate("query", PageQuery),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(listEntries(c.var.deps, id, c.req.valid("query")) satisfies EntryPage);
    },
  )
  .post(
    "/admin/vehicles/:id/maintenance/entries",
    describe({
      summary: "Logs what was done; a multipart form, with the invoice or a photo as `file`",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "request.malformed",
        "request.timeout",
        "request.too_large",
        "request.wrong_type",
        "paper.wrong_type",
        "paper.heic",
        "paper.damaged",
        "paper.locked",
        "paper.no_pages",
        "paper.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "server.disk_full",
      ],
    }),
    mayKeep,
    validate("param", VehicleId),
    fewAtOnce(8, "server.busy", 5),
    receiveForm(ENTRY_FORM),
    validate("form", AddEntry),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const file = receivedFiles(c).get("file");
      await addEntry(deps, actorOf(session), id, c.req.valid("form"), file);
      return schedule(c, id);
    },
  )
  .delete(
    "/admin/vehicles/:id/maintenance/entries/:entryId",
    describe({
      summary: "Strikes out a wrong entry, with the reading that came with it",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    mayKeep,
    validate("param", EntryId),
    async (c) => {
      const { id, entryId } = c.req.valid("param");
      await strikeEntry(c.var.deps, actorOf(c.var.session), id, entryId);
      return schedule(c, id);
    },
  )
  .get(
    "/admin/vehicles/:id/maintenance/entries/:entryId/file",
    describe({
      summary: "The invoice or photo of an entry",
      tag,
      security: "admin",
      answers: { 200: "The file" },
      refusals: ["request.not_found"],
    }),
    mayRead,
    validate("param", EntryId),
    (c) => {
      const { id, entryId } = c.req.valid("param");
      return sendInvoice(c, c.var.deps, id, entryId);
    },
  )
  .get(
    "/admin/vehicles/:id/odometer",
    describe({
      summary: "What a vehicle's odometer showed, the last first",
      tag,
      security: "admin",
      answers: { 200: ReadingPage },
      refusals: ["request.not_found"],
    }),
    mayRead,
    validate("param", VehicleId),
    validate("query", PageQuery),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(listReadings(c.var.deps, id, c.req.valid("query")) satisfies ReadingPage);
    },
  )
  .post(
    "/admin/vehicles/:id/odometer",
    describe({
      summary: "Writes down what a vehicle's odometer shows now",
      tag,
      security: "admin",
      answers: { 200: Schedule },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    mayKeep,
    validate("param", VehicleId),
    validate("json", AddReading),
    async (c) => {
      const { id } = c.req.valid("param");
      await addReading(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return schedule(c, id);
    },
  );
