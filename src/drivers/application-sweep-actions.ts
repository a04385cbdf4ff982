/** Deletes applications and their files when their period of keeping ends. */
import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplications,
} from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { removeApplication } from "./application-status-actions";
import { dropFile } from "./application-upload-actions";

/** How long a file is kept that was never sent with an application. */
const UPLOAD_RETENTION_MS = 86_400_000;

/** Matches applications that were rejected before an instant (ms). */
export const applicationsRejectedBefore = (at: number) =>
  and(eq(driverApplications.status, "rejected"), lt(driverApplications.decidedAt, at));

const lastChange = sql`max(coalesce(${driverApplications.requestedAt}, 0), coalesce(${driverApplications.changedAt}, 0), ${driverApplications.createdAt})`;

/**
 * Matches incomplete applications whose arrival, last change by the applicant and last request by dispatch were all
 * before an instant (ms).
 */
export const applicationsUnfinishedBefore = (at: number) =>
  and(eq(driverApplications.status, "incomplete"), lt(lastChange, at));

/** Deletes up to `limit` matching applications with their documents. Returns how many, and the files to delete. */
export function sweepApplications(
  tx: Tx,
  condition: SQL | undefined,
  limit: number,
): { removed: number; files: string[] } {
  const dueApplications = tx
    .select({ id: driverApplications.id })
    .from(driverApplications)
    .where(condition)
    .limit(limit)
    .all();
  return {
    removed: dueApplications.length,
    files: dueApplications.flatMap(({ id }) => removeApplication(tx, id)),
  };
}

/** Matches applications from before an instant (ms) whose sender's network address is still stored. */
export const applicationIpAddressesBefore = (at: number) =>
  and(lt(driverApplications.createdAt, at), sql`${driverApplications.address} <> ''`);
export const uploadIpAddressesBefore = (at: number) =>
  and(lt(driverApplicationFiles.createdAt, at), sql`${driverApplicationFiles.address} <> ''`);

/** Deletes the senders' network addresses from applications and files from before an instant (ms). Returns how many. */
export function sweepApplicantIpAddresses(tx: Tx, before: number): number {
  const applicationCount = tx
    .update(driverApplications)
    .set({ address: "" })
    .where(applicationIpAddressesBefore(before))
    .returning({ id: driverApplications.id })
    .all().length;
  const fileCount = tx
    .update(driverApplicationFiles)
    .set({ address: "" })
    .where(uploadIpAddressesBefore(before))
    .returning({ id: driverApplicationFiles.id })
    .all().length;
  return applicationCount + fileCount;
}

/**
 * Deletes expired links and files that were never sent with an application, inside the caller's transaction. Returns
 * the ids of the files to discard afterwards.
 */
export function sweepUploadsAndLinks(tx: Tx, now: number): string[] {
  tx.delete(driverApplicationLinks).where(lt(driverApplicationLinks.expiresAt, now)).run();
  const unclaimedFileIds = tx
    .select({ id: driverApplicationFiles.id })
    .from(driverApplicationFiles)
    .where(
      and(
        isNull(driverApplicationFiles.applicationId),
        lt(driverApplicationFiles.createdAt, now - UPLOAD_RETENTION_MS),
      ),
    )
    .all()
    .map(({ id }) => id);
  for (const id of unclaimedFileIds) dropFile(tx, id);
  return unclaimedFileIds;
}
