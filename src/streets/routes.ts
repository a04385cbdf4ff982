import { AppError } from "../errors";
import { createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { singleFileLimits, receivedFiles, receiveForm } from "../server/received-forms";
import {
  importFromAddress,
  importUploadedFile,
  removeImportedStreets,
  readStreetsStatus,
} from "./streets-actions";
import { StreetsAddress, StreetsFile, StreetsStatus } from "./streets-contract";

/** The size of the extract of a large country. */
const MAX_FILE_BYTES = 8 * 2 ** 30;

/** Calls with which the owner imports streets from an OpenStreetMap extract. */
export const streetsRoutes = createRouter("settings")
  .get(
    "/admin/settings/streets",
    "Says which streets are in use, and how far a running import has come",
    { who: "settings.manage", answer: StreetsStatus },
    ({ deps }) => readStreetsStatus(deps),
  )
  .post(
    "/admin/settings/streets/file",
    "Imports streets from a file (.osm.pbf). Takes a multipart form with `file`. The import continues after the answer",
    {
      who: "settings.manage",
      form: receiveForm(StreetsFile, singleFileLimits(MAX_FILE_BYTES)),
      answer: StreetsStatus,
      refuses: ["streets.under_way", "server.disk_full"],
      use: limitPerSession(30, 3_600),
    },
    async ({ c, deps, actor }) => {
      const file = receivedFiles(c).get("file");
      if (!file)
        throw new AppError("request.invalid", { fields: { file: "Choose a file (.osm.pbf)." } });
      await importUploadedFile(deps, actor, file);
      return readStreetsStatus(deps);
    },
  )
  .post(
    "/admin/settings/streets/address",
    "Downloads a file of streets and imports it. The import continues after the answer",
    {
      who: "settings.manage",
      body: StreetsAddress,
      answer: StreetsStatus,
      refuses: ["streets.under_way"],
      use: limitPerSession(30, 3_600),
    },
    async ({ deps, actor, body }) => {
      await importFromAddress(deps, actor, body);
      return readStreetsStatus(deps);
    },
  )
  .delete(
    "/admin/settings/streets",
    "Stops using the streets and deletes them",
    {
      who: "settings.manage",
      answer: StreetsStatus,
      refuses: ["streets.under_way"],
      use: limitPerSession(30, 3_600),
    },
    async ({ deps, actor }) => {
      await removeImportedStreets(deps, actor);
      return readStreetsStatus(deps);
    },
  );
