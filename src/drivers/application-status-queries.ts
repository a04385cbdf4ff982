/** What an applicant sees through the link to their application. */
import { and, asc, eq, gt } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplications,
  type StoredApplication,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readStoredFile } from "../files/store";
import { hashToken } from "../process/keys";
import { type ApplicationStatus, applicationFileNames } from "./application-contract";
import { answersOf, isDecided } from "./application-rows";
import { toFile } from "./application-upload-actions";
import { iso } from "../formats/instants";

/** Returns the application for a token. `application.link_gone` if there is none, whatever the reason. */
export function openApplication(
  deps: Deps,
  db: Tx,
  token: string,
): { row: StoredApplication; expiresAt: number } {
  const [linkedApplication] = db
    .select({ row: driverApplications, expiresAt: driverApplicationLinks.expiresAt })
    .from(driverApplicationLinks)
    .innerJoin(driverApplications, eq(driverApplications.id, driverApplicationLinks.applicationId))
    .where(
      and(
        eq(driverApplicationLinks.tokenHash, hashToken(token)),
        gt(driverApplicationLinks.expiresAt, deps.now()),
      ),
    )
    .all();
  if (!linkedApplication) throw new AppError("application.link_gone");
  return linkedApplication;
}

/** Returns an application as its link shows it. */
export function readApplicationStatus(deps: Deps, token: string): ApplicationStatus {
  const { row, expiresAt } = openApplication(deps, deps.db, token);
  return {
    status: row.status,
    createdAt: iso(row.createdAt),
    changedAt: iso(row.changedAt),
    open: !isDecided(row),
    missing: isDecided(row) ? [] : row.missing,
    answers: answersOf(row),
    files: filesOfApplication(deps.db, row.id).map((each) => ({
      ...toFile(each),
      state: each.row.state,
      reason: each.row.reason,
    })),
    request: isDecided(row) ? null : row.request,
    reason: row.status === "rejected" ? row.reason : null,
    version: row.version,
    expiresAt: iso(expiresAt),
  };
}

/** Returns the files of an application in the order of the form. */
export function filesOfApplication(db: Tx, applicationId: string) {
  const formPosition = (field: string) => applicationFileNames.findIndex((name) => name === field);
  return db
    .select({ row: driverApplicationFiles, file: files })
    .from(driverApplicationFiles)
    .innerJoin(files, eq(files.id, driverApplicationFiles.id))
    .where(eq(driverApplicationFiles.applicationId, applicationId))
    .orderBy(asc(driverApplicationFiles.field))
    .all()
    .sort((a, b) => formPosition(a.row.field) - formPosition(b.row.field));
}

/** Returns a file of an application with its content. 404 if the application has no file with this id. */
export async function readApplicationFile(deps: Deps, applicationId: string, id: string) {
  const applicationFile = filesOfApplication(deps.db, applicationId).find(
    ({ row }) => row.id === id,
  );
  const content = applicationFile && (await readStoredFile(deps, applicationFile.row.id));
  if (!applicationFile || !content) throw new AppError("request.not_found");
  return {
    content,
    contentType: applicationFile.file.contentType,
    field: applicationFile.row.field,
  };
}
