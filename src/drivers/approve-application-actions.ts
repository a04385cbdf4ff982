/** Turns an application into a driver and a vehicle with their documents, all or nothing. */
import { eq } from "drizzle-orm";
import {
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplications,
  type StoredApplication,
  type StoredApplicationFile,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { replaceDocumentInForce } from "../documents/record-actions";
import { ownerOf, endOfDay } from "../documents/rules";
import { AppError } from "../errors";
import { discardFile } from "../files/store";
import { applicationApproved } from "../notifications/texts/application-texts";
import { queueMessage } from "../notifications/outbox";
import { readOperator } from "../settings/queries";
import { insertVehicle } from "../vehicles/fleet-actions";
import { ApplicationFileName } from "./application-contract";
import { contactOf } from "./application-link-actions";
import { logDispatchAction } from "./application-log";
import { answersOf, updateCompleteness } from "./application-rows";
import { documentKindByFile, isPhoto } from "./application-rules";
import { loadOpenApplication, raiseVersion } from "./application-review-actions";
import type { ApproveApplication } from "./application-review-contract";
import { insertDriver } from "./driver-record-actions";
import { filesOfApplication } from "./application-status-queries";
import { dropFile } from "./application-upload-actions";
import { updateRow } from "../../db/rows";

/**
 * Approves a complete and certified application whose documents are all decided. Creates a driver, who can sign in at
 * once, the vehicle that they usually drive, and the documents of both, in one transaction, and sends a message about
 * it. Photos that nobody refused count as accepted. Returns the driver's id. Throws `application.not_whole`,
 * `application.not_reviewed`, `application.stale`, `application.decided`, `contact.taken`, `vehicle.plate_taken`,
 * `request.invalid`.
 */
export async function approveApplication(
  deps: Deps,
  actor: Actor,
  id: string,
  input: ApproveApplication,
): Promise<string> {
  const { driverId, refused: refusedFileIds } = await deps.write((tx) => {
    const row = loadOpenApplication(tx, id, input.version);
    if (updateCompleteness(tx, id).missing.length > 0) throw new AppError("application.not_whole");
    const applicationFiles = filesOfApplication(tx, id).map(({ row: file }) => file);
    const undecidedFiles = applicationFiles.filter(
      ({ field, state }) => state === "given" && !isPhoto(ApplicationFileName.parse(field)),
    );
    if (undecidedFiles.length > 0) throw new AppError("application.not_reviewed");
    const owners = createDriverAndVehicle(tx, deps, actor, row, input);
    const refusedFiles = applicationFiles.filter(({ state }) => state === "refused");
    for (const applicationFile of applicationFiles)
      if (applicationFile.state !== "refused")
        moveDocument(tx, deps, actor, row, applicationFile, owners, input);
    for (const { id: fileId } of refusedFiles) dropFile(tx, fileId);
    recordApproval(tx, deps, actor, row, owners, applicationFiles.length - refusedFiles.length);
    return { driverId: owners.driverId, refused: refusedFiles.map((file) => file.id) };
  });
  for (const fileId of refusedFileIds) await discardFile(deps, fileId);
  return driverId;
}

type DocumentOwners = { driverId: string; vehicleId: string };

function createDriverAndVehicle(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  row: StoredApplication,
  input: ApproveApplication,
): DocumentOwners {
  const answers = answersOf(row);
  const vehicleId = insertVehicle(tx, deps, actor, {
    ...input.vehicle,
    vin: answers.vinNumber?.toUpperCase() ?? null,
    make: (answers.make ?? "").slice(0, 40),
    model: (answers.model ?? "").slice(0, 40),
    year: Number(answers.year),
    color: (answers.color ?? "").slice(0, 30),
    state: "active",
  });
  try {
    const driverId = insertDriver(tx, deps, actor, {
      firstName: row.firstName,
      lastName: row.lastName,
      hasOneName: row.hasOneName,
      email: row.email || null,
      phone: row.phone || null,
      licenseId: (answers.licenseId ?? "").slice(0, 40),
      licenseValidUntil: input.licenseValidUntil,
      vehicleId,
    });
    return { driverId, vehicleId };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "contact.taken") throw error;
    throw new AppError("contact.taken", {
      message: "A driver already has this e-mail address or phone number.",
      ...(error.fields && { fields: error.fields }),
    });
  }
}

/** Turns a document of the application into a document in force, with the same file. */
function moveDocument(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  row: StoredApplication,
  applicationFile: StoredApplicationFile,
  { driverId, vehicleId }: DocumentOwners,
  input: ApproveApplication,
): void {
  const kind = documentKindByFile[ApplicationFileName.parse(applicationFile.field)];
  const isDriverDocument = ownerOf(kind) === "driver";
  tx.delete(driverApplicationFiles).where(eq(driverApplicationFiles.id, applicationFile.id)).run();
  updateRow(tx, files, applicationFile.id, {
    ownerKind: isDriverDocument ? "driver" : "vehicle",
    ownerId: isDriverDocument ? driverId : vehicleId,
    purpose: kind,
  });
  const day = kind === "driving_licence" ? input.licenseValidUntil : applicationFile.validUntil;
  replaceDocumentInForce(
    tx,
    isDriverDocument ? { driverId } : { vehicleId },
    {
      kind,
      number: kind === "driving_licence" ? (answersOf(row).licenseId ?? "").slice(0, 40) : "",
      expiresAt: day === null ? null : endOfDay(day, readOperator(deps).timeZone),
      fileId: applicationFile.id,
      decidedBy: actor.name,
    },
    deps.now(),
  );
}

function recordApproval(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  row: StoredApplication,
  { driverId, vehicleId }: DocumentOwners,
  fileCount: number,
): void {
  const { publicUrl } = deps.config;
  const { brand, brandSlug } = readOperator(deps);
  updateRow(tx, driverApplications, row.id, {
    status: "approved",
    decidedAt: deps.now(),
    request: null,
    driverId,
  });
  raiseVersion(tx, row);
  // The driver now signs in, so the applicant's links must not open a driver's documents.
  tx.delete(driverApplicationLinks).where(eq(driverApplicationLinks.applicationId, row.id)).run();
  const to = contactOf(deps, row);
  const url = `${publicUrl}/${brandSlug}Driver`;
  if (to) queueMessage(tx, deps, { to, message: applicationApproved({ brand, url }) });
  logDispatchAction(tx, deps, row.id, actor, "approved", {
    detail: { driverId, vehicleId, files: fileCount },
  });
}
