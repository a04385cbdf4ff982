/** What applicants do with their link: answer, add files, withdraw. */
import { eq } from "drizzle-orm";
import {
  driverApplicationEvents,
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplications,
  type StoredApplication,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import { readTypedPhone } from "../accounts/contact-queries";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { ReceivedFile } from "../files/received-files";
import { discardFile } from "../files/store";
import type {
  ApplicationFile,
  ApplicationFileName,
  ChangeApplication,
} from "./application-contract";
import { logApplicantAction } from "./application-log";
import {
  answersOf,
  columnValuesOf,
  isDecided,
  updateCompleteness,
  markChangedByApplicant,
} from "./application-rows";
import { applicationErrors } from "./application-rules";
import { openApplication } from "./application-status-queries";
import { storeNewFile, discardUploadedFile } from "./application-upload-actions";
import { requireSeen } from "../rows";
import { updateRow } from "../../db/rows";

/**
 * Changes the answers of an application. Throws `request.invalid` with the fields that cannot be
 * read, `application.decided`, `application.stale`, `application.link_gone`.
 */
export async function changeApplication(
  deps: Deps,
  token: string,
  { answers, version }: ChangeApplication,
): Promise<void> {
  const fields = applicationErrors(answers, (typed) => readTypedPhone(deps, typed));
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  await deps.write((tx) => {
    const row = openPendingApplication(deps, tx, token);
    requireSeen(row, version, "application.stale");
    const { certified: _, ...earlier } = answersOf(row);
    const values = columnValuesOf({ ...earlier, ...answers }, (typed) =>
      readTypedPhone(deps, typed),
    );
    // A change removes an earlier certification, which did not cover it.
    updateRow(tx, driverApplications, row.id, values);
    recordChange(tx, deps, row);
  });
}

/** Adds a file, or replaces the earlier file of its field. Throws what `storeUpload` throws. */
export async function addFile(
  deps: Deps,
  token: string,
  input: { field: ApplicationFileName; file: ReceivedFile; address: string },
): Promise<ApplicationFile> {
  const { id } = openPendingApplication(deps, deps.db, token);
  return storeNewFile(deps, { applicationId: id }, input, (tx) =>
    recordChange(tx, deps, openPendingApplication(deps, tx, token)),
  );
}

/** Deletes a file. 404 if the application has no file with this id. */
export async function removeFile(deps: Deps, token: string, fileId: string): Promise<void> {
  const { id } = openPendingApplication(deps, deps.db, token);
  await discardUploadedFile(deps, { applicationId: id }, fileId, (tx) =>
    recordChange(tx, deps, openPendingApplication(deps, tx, token)),
  );
}

/**
 * Withdraws an application and deletes all of it, including its files. 409 once it is approved, because it is then part
 * of a driver's records.
 */
export async function withdrawApplication(deps: Deps, token: string): Promise<void> {
  const removedFileIds = await deps.write((tx) => {
    const { row } = openApplication(deps, tx, token);
    if (row.status === "approved") throw new AppError("application.decided");
    return removeApplication(tx, row.id);
  });
  for (const id of removedFileIds) await discardFile(deps, id);
}

/** Deletes all rows of an application. Returns the ids of the files to discard afterwards. */
export function removeApplication(tx: Tx, id: string): string[] {
  const removedFiles = tx
    .delete(driverApplicationFiles)
    .where(eq(driverApplicationFiles.applicationId, id))
    .returning({ id: driverApplicationFiles.id })
    .all();
  for (const file of removedFiles) tx.delete(files).where(eq(files.id, file.id)).run();
  tx.delete(driverApplicationLinks).where(eq(driverApplicationLinks.applicationId, id)).run();
  tx.delete(driverApplicationEvents).where(eq(driverApplicationEvents.applicationId, id)).run();
  tx.delete(driverApplications).where(eq(driverApplications.id, id)).run();
  return removedFiles.map((file) => file.id);
}

function openPendingApplication(deps: Deps, db: Tx, token: string): StoredApplication {
  const { row } = openApplication(deps, db, token);
  if (isDecided(row)) throw new AppError("application.decided");
  return row;
}

function recordChange(tx: Tx, deps: Deps, row: StoredApplication): void {
  updateCompleteness(tx, row.id);
  markChangedByApplicant(tx, row, deps.now());
  logApplicantAction(tx, deps, row.id, "changed");
}
