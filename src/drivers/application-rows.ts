/** The rows of applications: their answers, missing items and state. */
import { eq } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplications,
  type StoredApplication,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import { normalizeName, readEmail } from "../accounts/rules";
import { AppError } from "../errors";
import { MAX_APPLICATION_BYTES } from "./application-contract";
import { missingItems, type ReadPhone } from "./application-rules";
import type { DriverApplication } from "./contract";
import { updateRow } from "../../db/rows";
import { requireRow } from "../rows";

/**
 * Checks again what an application lacks, and stores whether it is complete. Refused files count as missing. Throws
 * `paper.too_large` if all files together exceed 80 MB.
 */
export function updateCompleteness(tx: Tx, id: string) {
  const row = requireRow(tx, driverApplications, { id });
  const applicationFiles = tx
    .select({
      field: driverApplicationFiles.field,
      state: driverApplicationFiles.state,
      bytes: files.bytes,
    })
    .from(driverApplicationFiles)
    .innerJoin(files, eq(files.id, driverApplicationFiles.id))
    .where(eq(driverApplicationFiles.applicationId, id))
    .all();
  if (applicationFiles.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_APPLICATION_BYTES)
    throw new AppError("paper.too_large");
  const unrefusedFields = applicationFiles
    .filter(({ state }) => state !== "refused")
    .map(({ field }) => field);
  const missing = missingItems(answersOf(row), unrefusedFields);
  const status = missing.length === 0 ? ("submitted" as const) : ("incomplete" as const);
  updateRow(tx, driverApplications, id, { missing, status });
  return { status, missing };
}

/** Marks a change by the applicant: raises the version, so that dispatch must look again, and records the time. */
export function markChangedByApplicant(tx: Tx, row: StoredApplication, now: number): void {
  updateRow(tx, driverApplications, row.id, { version: row.version + 1, changedAt: now });
}

/** Whether dispatch has approved or rejected the application. */
export function isDecided({ status }: Pick<StoredApplication, "status">): boolean {
  return status === "approved" || status === "rejected";
}

/** Returns the answers, by field name of the form. */
export function answersOf(row: StoredApplication): DriverApplication {
  return {
    ...row.answers,
    ...(row.firstName && { firstName: row.firstName }),
    ...(row.lastName && { lastName: row.lastName }),
    ...(row.hasOneName && { hasOneName: "true" }),
    ...(row.email && { email: row.email }),
    ...(row.phone && { phoneNumber: row.phone }),
    ...(row.certified && { certified: "true" }),
  };
}

/** Returns the answers as the columns store them. */
export function columnValuesOf(answers: DriverApplication, readPhone: ReadPhone) {
  const phoneOf = (typed: string) => readPhone(typed) ?? typed.trim();
  const email = answers.email ?? "";
  const others = answersWithoutColumn(answers);
  const emergencyNumber = others.emergencyContactNumber;
  return {
    firstName: normalizeName(answers.firstName ?? ""),
    lastName: normalizeName(answers.lastName ?? ""),
    hasOneName: answers.hasOneName === "true",
    email: readEmail(email) ?? email.trim(),
    phone: phoneOf(answers.phoneNumber ?? ""),
    answers: {
      ...others,
      ...(emergencyNumber && { emergencyContactNumber: phoneOf(emergencyNumber) }),
    },
    certified: answers.certified === "true",
  };
}

/**
 * Returns the answers that have no column of their own, trimmed. Line breaks become one character, because forms send
 * them as two.
 */
function answersWithoutColumn(answers: DriverApplication): Record<string, string> {
  const fieldsWithColumn = [
    "firstName",
    "lastName",
    "hasOneName",
    "email",
    "phoneNumber",
    "certified",
  ];
  const remainingAnswers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answers))
    if (value && !fieldsWithColumn.includes(name))
      remainingAnswers[name] = value.trim().replace(/\r\n?/g, "\n");
  return remainingAnswers;
}
