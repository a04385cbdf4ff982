/** Applications and their papers are kept no longer than promised. */
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplications,
} from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { removeApplication } from "./status-actions";
import { dropFile } from "./upload-actions";

const DAY_MS = 86_400_000;
/** A file that no application took. */
const UPLOAD_MS = DAY_MS;
const REJECTED_MS = 90 * DAY_MS;
/** An application that was never finished, since anything last happened with it. */
const UNFINISHED_MS = 365 * DAY_MS;

/**
 * Removes what is kept no longer, inside the caller's transaction; returns the ids of the files to
 * discard afterwards.
 */
export function sweepApplications(tx: Tx, now: number): string[] {
  tx.delete(driverApplicationLinks).where(lt(driverApplicationLinks.expiresAt, now)).run();
  const waiting = tx
    .select({ id: driverApplicationFiles.id })
    .from(driverApplicationFiles)
    .where(
      and(
        isNull(driverApplicationFiles.applicationId),
        lt(driverApplicationFiles.createdAt, now - UPLOAD_MS),
      ),
    )
    .all()
    .map(({ id }) => id);
  for (const id of waiting) dropFile(tx, id);
  const rejected = ofState(tx, "rejected", lt(driverApplications.decidedAt, now - REJECTED_MS));
  const lastChange = sql`coalesce(${driverApplications.requestedAt}, ${driverApplications.changedAt}, ${driverApplications.createdAt})`;
  const unfinished = ofState(tx, "incomplete", lt(lastChange, now - UNFINISHED_MS));
  return [
    ...waiting,
    ...[...rejected, ...unfinished].flatMap(({ id }) => removeApplication(tx, id)),
  ];
}

function ofState(tx: Tx, status: "rejected" | "incomplete", old: ReturnType<typeof lt>) {
  return tx
    .select({ id: driverApplications.id })
    .from(driverApplications)
    .where(and(eq(driverApplications.status, status), old))
    .all();
}
