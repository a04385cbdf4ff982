/** Dispatch's decisions about an application, for each document and as a whole. */
import { and, eq } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplications,
  type StoredApplication,
} from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { applicationRejected, applicationRequest } from "../notifications/texts/application-texts";
import { writeToApplicant } from "./application-link-actions";
import { logDispatchAction } from "./application-log";
import { isDecided, updateCompleteness } from "./application-rows";
import { itemLabel } from "./application-rules";
import type {
  RejectApplication,
  RequestMoreInformation,
  ReviewFile,
} from "./application-review-contract";
import { requireRow, requireSeen } from "../rows";
import { updateRow } from "../../db/rows";
import { readOperator } from "../settings/queries";

/**
 * Accepts a file, refuses it with a reason that the applicant reads, or undoes the decision. A refused file counts as
 * missing until another one comes. Throws 404, `application.decided`.
 */
export async function reviewFile(
  deps: Deps,
  actor: Actor,
  id: string,
  fileId: string,
  review: ReviewFile,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadOpenApplication(tx, id);
    const { decision } = review;
    const [file] = tx
      .update(driverApplicationFiles)
      .set({
        state: ({ accept: "accepted", refuse: "refused", reopen: "given" } as const)[decision],
        validUntil: review.decision === "accept" ? review.validUntil : null,
        reason: review.decision === "refuse" ? review.reason : null,
      })
      .where(
        and(eq(driverApplicationFiles.id, fileId), eq(driverApplicationFiles.applicationId, id)),
      )
      .returning({ field: driverApplicationFiles.field })
      .all();
    if (!file) throw new AppError("request.not_found");
    updateCompleteness(tx, id);
    raiseVersion(tx, row);
    const acts = {
      accept: "file_accepted",
      refuse: "file_refused",
      reopen: "file_reopened",
    } as const;
    logDispatchAction(tx, deps, id, actor, acts[decision], {
      words: review.decision === "refuse" ? review.reason : "",
      detail: { field: file.field },
    });
  });
}

/**
 * Requests more from the applicant in a message with a new link. Throws `application.no_contact` if there is no way to
 * write to them, `application.stale`, `application.decided`.
 */
export async function requestMoreInformation(
  deps: Deps,
  actor: Actor,
  id: string,
  { request, version }: RequestMoreInformation,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadOpenApplication(tx, id, version);
    const { missing } = updateCompleteness(tx, id);
    updateRow(tx, driverApplications, id, { request, requestedAt: deps.now() });
    raiseVersion(tx, row);
    const isSent = writeToApplicant(tx, deps, row, (url) =>
      applicationRequest({
        brand: readOperator(deps).brand,
        request,
        missing: missing.map(itemLabel),
        url,
      }),
    );
    if (!isSent) throw new AppError("application.no_contact");
    logDispatchAction(tx, deps, id, actor, "asked", { words: request });
  });
}

/**
 * Rejects an application and sends the reason to the applicant if they can be reached. It is deleted within 90 days.
 * Throws `application.stale`, `application.decided`.
 */
export async function rejectApplication(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, version }: RejectApplication,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadOpenApplication(tx, id, version);
    updateRow(tx, driverApplications, id, {
      status: "rejected",
      reason,
      decidedAt: deps.now(),
      request: null,
    });
    raiseVersion(tx, row);
    writeToApplicant(tx, deps, row, (url) =>
      applicationRejected({ brand: readOperator(deps).brand, reason, url }),
    );
    logDispatchAction(tx, deps, id, actor, "rejected", { words: reason });
  });
}

/** Loads an application that is still open, at the version that the caller read. */
export function loadOpenApplication(tx: Tx, id: string, version?: number): StoredApplication {
  const row = requireRow(tx, driverApplications, { id });
  if (isDecided(row)) throw new AppError("application.decided");
  requireSeen(row, version, "application.stale");
  return row;
}

/** Raises the version after a change by dispatch, so that everyone who has the application open must look again. */
export function raiseVersion(tx: Tx, { id, version }: StoredApplication): void {
  updateRow(tx, driverApplications, id, { version: version + 1 });
}
