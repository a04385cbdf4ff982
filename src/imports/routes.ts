import { csvHeaders, streamText } from "../formats/csv";
import { createRouter } from "../server/calls";
import { auditDownload } from "../server/http";
import { singleFileLimits, receivedFiles, receiveForm } from "../server/received-forms";
import { AppError } from "../errors";
import { Message } from "../settings/contract";
import { beginApply, beginDryRun, beginUndo, dropImport, startImport } from "./actions";
import { ExportParam, ImportAnswer, Imports, TryImport, UploadImport } from "./contract";
import { exportAsCsv, listImports, readImport } from "./queries";

const MAX_FILE_BYTES = 50 * 1024 * 1024;
const stepRefusals = ["import.under_way", "import.not_ready"] as const;

/** The routes of imports, and of exports in the same columns. Only owners may use them. */
export const importRoutes = createRouter("imports")
  .get(
    "/admin/imports",
    "Lists the latest imports and the saved column mappings",
    { who: "imports.manage", answer: Imports },
    ({ deps }) => listImports(deps),
  )
  .post(
    "/admin/imports",
    "Uploads a CSV or XLSX file and guesses its columns. Takes a multipart form with `kind` and `file`",
    {
      who: "imports.manage",
      form: receiveForm(UploadImport, singleFileLimits(MAX_FILE_BYTES)),
      created: ImportAnswer,
      refuses: ["import.unreadable", "import.under_way"],
    },
    async ({ c, deps, actor, form }) => {
      const file = receivedFiles(c).get("file");
      if (!file) throw new AppError("request.invalid", { fields: { file: "Choose a file." } });
      const id = await startImport(deps, actor, {
        kind: form.kind,
        path: file.path,
        fileName: file.name,
      });
      return { import: readImport(deps, id) };
    },
  )
  .get(
    "/admin/imports/:id",
    "Gives an import: its columns, mapping, progress and the findings of the last dry run",
    { who: "imports.manage", answer: ImportAnswer },
    ({ deps, id }) => ({ import: readImport(deps, id) }),
  )
  .delete(
    "/admin/imports/:id",
    "Removes an import that was not applied, with its file",
    { who: "imports.manage", answer: Message, refuses: ["import.not_ready"] },
    async ({ deps, id }) => {
      await dropImport(deps, id);
      return { message: "The import is removed." };
    },
  )
  .post(
    "/admin/imports/:id/try",
    "Starts a dry run with a mapping of columns. A dry run keeps only the findings",
    { who: "imports.manage", body: TryImport, answer: ImportAnswer, refuses: stepRefusals },
    async ({ deps, actor, id, body }) => {
      await beginDryRun(deps, actor, id, body);
      return { import: readImport(deps, id) };
    },
  )
  .post(
    "/admin/imports/:id/apply",
    "Starts importing a file whose dry run found no errors: all lines or none",
    { who: "imports.manage", answer: ImportAnswer, refuses: [...stepRefusals, "import.untried"] },
    async ({ deps, actor, id }) => {
      await beginApply(deps, actor, id);
      return { import: readImport(deps, id) };
    },
  )
  .post(
    "/admin/imports/:id/undo",
    "Starts undoing an import, unless its records are in use",
    { who: "imports.manage", answer: ImportAnswer, refuses: stepRefusals },
    async ({ deps, actor, id }) => {
      await beginUndo(deps, actor, id);
      return { import: readImport(deps, id) };
    },
  )
  .get(
    "/admin/exports/:kind",
    "Gives all riders, companies, drivers, vehicles, places, repeating trips, reservations or payments, in the columns that imports read",
    {
      who: "imports.manage",
      param: ExportParam,
      answer: "text/csv",
      use: auditDownload("import", "a list of all"),
      heavy: true,
    },
    ({ c, deps, kind }) =>
      c.body(streamText(exportAsCsv(deps, kind)), 200, csvHeaders(`${kind}.csv`)),
  );
