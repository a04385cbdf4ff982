import { and, desc, eq, gt } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplications,
  type StoredApplication,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import { networkOf } from "../server/addresses";
import { readTypedPhone } from "../accounts/contact-queries";
import type { Deps } from "../deps";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { AppError } from "../errors";
import type { ReceivedFile } from "../files/received-files";
import { discardFile } from "../files/store";
import { hashToken } from "../process/keys";
import { ApplicationFileName } from "./application-contract";
import { sendApplicationConfirmation } from "./application-link-actions";
import { logApplicantAction } from "./application-log";
import {
  columnValuesOf,
  isDecided,
  updateCompleteness,
  markChangedByApplicant,
} from "./application-rows";
import { applicationErrors } from "./application-rules";
import type { DriverApplication, DriverApplicationAnswer } from "./contract";
import {
  dropFile,
  type NewFile,
  replaceFileRows,
  storeFieldFile,
  withStoredFiles,
} from "./application-upload-actions";
import { findRow, insertRow, updateRow } from "../../db/rows";

const DAY_MS = 86_400_000;
/** The most applications from one network address in a day. */
const MAX_APPLICATIONS_PER_DAY = 3;

/** An application as received. */
type Submission = {
  answers: DriverApplication;
  ticket: string | undefined;
  /** The ids of files that were uploaded earlier under the ticket. */
  uploads: readonly string[];
  /** The files in the form, by field. */
  files: ReadonlyMap<string, ReceivedFile>;
  address: string;
};

/**
 * Stores an application to drive, complete or not, with its files, and notifies the applicant. Sending again with the
 * same ticket updates the same application. Throws `request.invalid` with the fields that cannot be read,
 * `application.too_many`, `application.upload_gone`, `application.decided`, and what `storeDocumentFile` throws.
 * Nothing is stored if it throws.
 */
export async function submitApplication(
  deps: Deps,
  input: Submission,
): Promise<DriverApplicationAnswer> {
  const { answers } = input;
  const fields = applicationErrors(answers, (typed) => readTypedPhone(deps, typed));
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  const storedFiles: NewFile[] = [];
  return withStoredFiles(deps, storedFiles, async () => {
    for (const [name, file] of input.files) {
      const field = ApplicationFileName.safeParse(name);
      if (field.success)
        storedFiles.push(await storeFieldFile(deps, field.data, file, networkOf(input.address)));
    }
    const saved = await deps.write((tx) => saveApplication(tx, deps, input, storedFiles));
    for (const id of saved.replaced) await discardFile(deps, id);
    const { id, status, missing } = saved;
    return { applicationId: id, status, missing, message: "Application submitted successfully!" };
  });
}

function saveApplication(tx: Tx, deps: Deps, input: Submission, storedFiles: readonly NewFile[]) {
  const now = deps.now();
  const { answers } = input;
  const network = networkOf(input.address);
  const ticketHash = input.ticket ? hashToken(input.ticket) : null;
  const earlierApplication = ticketHash ? applicationOfTicket(tx, ticketHash) : null;
  if (earlierApplication && isDecided(earlierApplication))
    throw new AppError("application.decided");
  if (!earlierApplication) refuseTooManyApplications(tx, deps, network, now);
  const id = earlierApplication?.id ?? Bun.randomUUIDv7();
  const values = columnValuesOf(answers, (typed) => readTypedPhone(deps, typed));
  if (earlierApplication) updateRow(tx, driverApplications, id, values);
  else
    insertRow(tx, driverApplications, {
      id,
      ...values,
      status: "incomplete",
      missing: [],
      address: network,
      createdAt: now,
      ticketHash,
    });

  /** For each new file, the id of the file that it replaces, or null. */
  const newFiles = [
    ...claimUploads(tx, { id, ticketHash, uploads: input.uploads }),
    ...storedFiles.map((file) => replaceFileRows(tx, { applicationId: id }, file, network, now)),
  ];
  const { status, missing } = updateCompleteness(tx, id);
  const isUnchanged =
    earlierApplication && hasSameAnswers(earlierApplication, values) && newFiles.length === 0;
  if (!isUnchanged) {
    logApplicantAction(tx, deps, id, earlierApplication ? "changed" : "sent");
    if (earlierApplication) markChangedByApplicant(tx, earlierApplication, now);
    else {
      sendApplicationConfirmation(tx, deps, id);
      recordStaffNews(tx, deps, "application", id, null);
    }
  }
  return { id, status, missing, replaced: newFiles.filter((each) => each !== null) };
}

/**
 * Moves a ticket's files to its application. For each file that it moves, it returns the id of the file that this one
 * replaces, or null. Files that already belong to the application stay, because the first answer may have been lost on
 * the network.
 */
function claimUploads(
  tx: Tx,
  input: { id: string; ticketHash: string | null; uploads: readonly string[] },
): (string | null)[] {
  const { id, ticketHash, uploads } = input;
  const fileTable = driverApplicationFiles;
  const replacedFileIds: (string | null)[] = [];
  const missingUploads: Record<string, string> = {};
  for (const uploadId of new Set(uploads)) {
    const row = findRow(tx, fileTable, { id: uploadId });
    if (row?.applicationId === id) continue;
    if (!row || !ticketHash || row.ticketHash !== ticketHash) {
      missingUploads[uploadId] = "Please upload this file again.";
      continue;
    }
    const earlierFile = tx
      .select({ id: fileTable.id })
      .from(fileTable)
      .where(and(eq(fileTable.applicationId, id), eq(fileTable.field, row.field)))
      .get();
    if (earlierFile) dropFile(tx, earlierFile.id);
    replacedFileIds.push(earlierFile?.id ?? null);
    updateRow(tx, fileTable, uploadId, { applicationId: id, ticketHash: null });
    updateRow(tx, files, uploadId, { ownerId: id });
  }
  if (Object.keys(missingUploads).length > 0)
    throw new AppError("application.upload_gone", { fields: missingUploads });
  return replacedFileIds;
}

function hasSameAnswers(
  row: StoredApplication,
  values: ReturnType<typeof columnValuesOf>,
): boolean {
  return Bun.deepEquals(
    { ...values },
    {
      firstName: row.firstName,
      lastName: row.lastName,
      hasOneName: row.hasOneName,
      email: row.email,
      phone: row.phone,
      answers: row.answers,
      certified: row.certified,
    },
  );
}

function applicationOfTicket(db: Tx, ticketHash: string): StoredApplication | null {
  return findRow(db, driverApplications, { ticketHash }) ?? null;
}

/**
 * Throws `application.too_many` if an address may send no more applications today. Checked before the form is read, and
 * again when it is stored. An application that was already sent under its ticket does not count again.
 */
export function checkApplicationLimit(
  deps: Deps,
  address: string,
  ticket: string | undefined,
): void {
  if (ticket && applicationOfTicket(deps.db, hashToken(ticket))) return;
  refuseTooManyApplications(deps.db, deps, networkOf(address), deps.now());
}

function refuseTooManyApplications(db: Tx, deps: Deps, network: string, now: number): void {
  if (!deps.config.hasRateLimits) return;
  const { n, oldestAt } = countRecentApplications(db, eq(driverApplications.address, network), now);
  if (n >= MAX_APPLICATIONS_PER_DAY)
    throw new AppError("application.too_many", {
      retryAfterSeconds: Math.ceil((oldestAt + DAY_MS - now) / 1000),
    });
}

/** Returns the number of recent applications, up to the limit, and the time of the oldest. */
function countRecentApplications(db: Tx, networkFilter: ReturnType<typeof eq>, now: number) {
  const rows = db
    .select({ at: driverApplications.createdAt })
    .from(driverApplications)
    .where(and(networkFilter, gt(driverApplications.createdAt, now - DAY_MS)))
    .orderBy(desc(driverApplications.createdAt))
    .limit(MAX_APPLICATIONS_PER_DAY)
    .all();
  return { n: rows.length, oldestAt: rows.at(-1)?.at ?? now };
}
