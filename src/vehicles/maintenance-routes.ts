import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { limitConcurrentUploads, receivedFiles, receiveForm } from "../server/received-forms";
import { sendFile } from "../server/file-answer";
import {
  addEntry,
  addPlan,
  addOdometerReading,
  changePlan,
  endPlan,
  strikeOutEntry,
} from "./maintenance-actions";
import {
  AddEntry,
  AddReading,
  ChangePlan,
  EntryPage,
  FleetAttention,
  PageQuery,
  OdometerReadingPage,
  SavePlan,
  MaintenanceSchedule,
  SeenPlanVersion,
} from "./maintenance-contract";
import {
  readFleetAttention,
  listEntries,
  listReadings,
  readEntryFile,
  readMaintenanceSchedule,
} from "./maintenance-queries";

const MAX_INVOICE_BYTES = 10 * 1024 * 1024;

/** A form with one file of at most 10 MB and the entry's fields. */
const ENTRY_FORM = {
  parts: 12,
  files: 1,
  fileBytes: MAX_INVOICE_BYTES,
  allFilesBytes: MAX_INVOICE_BYTES,
  fieldsBytes: 16 * 1024,
};

function schedule(deps: Deps, id: string) {
  return readMaintenanceSchedule(deps, id);
}

/** Calls for maintenance of the fleet: schedule, log and odometers. */
export const maintenanceRoutes = createRouter("vehicles")
  .get(
    "/admin/maintenance",
    "Lists maintenance that is due, and trips whose vehicle will be out of service",
    { who: "dispatch.view", answer: FleetAttention },
    ({ deps }) => readFleetAttention(deps),
  )
  .get(
    "/admin/vehicles/:id/maintenance",
    "Gives a vehicle's maintenance schedule, the next due first, and its odometer reading",
    { who: "dispatch.view", answer: MaintenanceSchedule },
    ({ deps, id }) => schedule(deps, id),
  )
  .post(
    "/admin/vehicles/:id/maintenance/plans",
    "Adds an item to a vehicle's maintenance schedule",
    {
      who: "fleet.manage",
      body: SavePlan,
      answer: MaintenanceSchedule,
      refuses: ["vehicle.too_many_plans"],
    },
    runThenRead(addPlan, schedule),
  )
  .put(
    "/admin/vehicles/:id/maintenance/plans/:planId",
    "Changes an item of a vehicle's maintenance schedule",
    {
      who: "fleet.manage",
      body: ChangePlan,
      answer: MaintenanceSchedule,
      refuses: ["vehicle.plan_stale"],
    },
    async ({ deps, actor, id, planId, body }) => {
      await changePlan(deps, actor, id, planId, body);
      return schedule(deps, id);
    },
  )
  .delete(
    "/admin/vehicles/:id/maintenance/plans/:planId",
    "Removes an item from a vehicle's maintenance schedule",
    {
      who: "fleet.manage",
      query: SeenPlanVersion,
      answer: MaintenanceSchedule,
      refuses: ["vehicle.plan_stale"],
    },
    async ({ deps, actor, id, planId, query: { version } }) => {
      await endPlan(deps, actor, id, planId, version);
      return schedule(deps, id);
    },
  )
  .get(
    "/admin/vehicles/:id/maintenance/entries",
    "Lists the maintenance log of a vehicle, newest first",
    { who: "dispatch.view", query: PageQuery, answer: EntryPage },
    ({ deps, id, query }) => listEntries(deps, id, query),
  )
  .post(
    "/admin/vehicles/:id/maintenance/entries",
    "Adds an entry to a vehicle's maintenance log. Takes a multipart form, with the invoice or a photo as `file`",
    {
      who: "fleet.manage",
      form: receiveForm(AddEntry, ENTRY_FORM),
      answer: MaintenanceSchedule,
      refuses: [
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
      use: limitConcurrentUploads(8, "server.busy", 5),
    },
    async ({ c, deps, actor, id, form }) => {
      const file = receivedFiles(c).get("file");
      await addEntry(deps, actor, id, form, file);
      return schedule(deps, id);
    },
  )
  .delete(
    "/admin/vehicles/:id/maintenance/entries/:entryId",
    "Deletes an entry of the maintenance log and its odometer reading",
    { who: "fleet.manage", answer: MaintenanceSchedule },
    async ({ deps, actor, id, entryId }) => {
      await strikeOutEntry(deps, actor, id, entryId);
      return schedule(deps, id);
    },
  )
  .get(
    "/admin/vehicles/:id/maintenance/entries/:entryId/file",
    "Gives the invoice or photo of an entry in the maintenance log",
    { who: "dispatch.view", answer: "The file" },
    async ({ c, deps, id, entryId }) => sendFile(c, await readEntryFile(deps, id, entryId)),
  )
  .get(
    "/admin/vehicles/:id/odometer",
    "Lists a vehicle's odometer readings, newest first",
    { who: "dispatch.view", query: PageQuery, answer: OdometerReadingPage },
    ({ deps, id, query }) => listReadings(deps, id, query),
  )
  .post(
    "/admin/vehicles/:id/odometer",
    "Records an odometer reading of a vehicle",
    { who: "fleet.manage", body: AddReading, answer: MaintenanceSchedule },
    runThenRead(addOdometerReading, schedule),
  );
