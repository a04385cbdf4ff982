import { and, eq, ne, or } from "drizzle-orm";
import { drivers, type StoredDriver } from "../../db/schema/drivers";
import { vehicles } from "../../db/schema/vehicles";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import { readTypedContact } from "../accounts/contact-queries";
import { namesErrors, normalizeName, readEmail } from "../accounts/rules";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { readDocumentInForce } from "../documents/queries";
import { writeDocument } from "../documents/record-actions";
import { conflictWords, mergeEdits } from "../audit/edit-rules";
import { AppError } from "../errors";
import { welcomeDriver } from "../notifications/actions";
import { endOfDay, lastDay } from "../documents/rules";
import { readOperator } from "../settings/queries";
import type { ChangeDriver, DriverRecord, SaveDriver } from "./contract";
import { insertRow, updateRow } from "../../db/rows";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

/**
 * Adds a driver, who can sign in at once with the e-mail address or the phone number, and returns the id. 400 with the
 * fields that are wrong, 409 if another driver has the contact.
 */
export async function addDriver(deps: Deps, actor: Actor, input: SaveDriver): Promise<string> {
  return deps.write((tx) => insertDriver(tx, deps, actor, input));
}

/** Works like `addDriver`, inside the caller's transaction. */
export function insertDriver(tx: Tx, deps: Deps, actor: Actor, input: SaveDriver): string {
  const values = validatedValues(deps, input);
  const id = Bun.randomUUIDv7();
  refuseInvalidDriver(tx, id, values);
  insertRow(tx, drivers, { id, ...values, state: "active", createdAt: deps.now() });
  writeLicence(tx, deps, id, input);
  welcomeDriver(tx, id, deps.now());
  appendAudit(tx, deps, {
    actor,
    action: "driver.added",
    subject: { kind: "driver", id },
    summary: "Added a driver",
  });
  return id;
}

/**
 * Changes a driver. Unchanged fields keep what others have saved in the meantime. 404 if the driver does not exist, 409
 * with the fields that somebody else changed too.
 */
export async function changeDriver(
  deps: Deps,
  actor: Actor,
  id: string,
  { was, ...mine }: ChangeDriver,
): Promise<void> {
  await deps.write((tx) => {
    const before = requireRow(tx, drivers, { id });
    const currentValues = formValuesOf(tx, deps, before);
    const { merged, conflicts } = mergeEdits<DriverFields>(was, currentValues, mine);
    if (conflicts.length > 0)
      throw new AppError("request.conflict", {
        fields: conflictWords(currentValues, conflicts, conflictFields),
      });
    // The stored last day may be null. The form's day, which is required, is then used.
    const input = {
      ...merged,
      licenseValidUntil: merged.licenseValidUntil ?? mine.licenseValidUntil,
    };
    const values = validatedValues(deps, input);
    refuseInvalidDriver(tx, id, values);
    updateRow(tx, drivers, id, values);
    writeLicence(tx, deps, id, input);
    appendAudit(tx, deps, {
      actor,
      action: "driver.changed",
      subject: { kind: "driver", id },
      summary: "Changed a driver",
      detail: { changed: changedNames(before, values) },
    });
  });
}

/** Returns a driver with the values of their form. 404 if the driver does not exist. */
export function readDriverRecord(deps: Deps, id: string): DriverRecord {
  const row = requireRow(deps.db, drivers, { id });
  return {
    id: row.id,
    ...formValuesOf(deps.db, deps, row),
    state: row.state,
    suspension:
      row.state === "active"
        ? null
        : {
            at: iso(row.suspendedAt),
            by: row.suspendedBy,
            reason: row.suspensionReason,
          },
    createdAt: iso(row.createdAt),
  };
}

type DriverFields = ChangeDriver["was"];

/** The fields that a person can understand in a conflict. */
const conflictFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "licenseId",
  "licenseValidUntil",
] as const;

function formValuesOf(db: Db | Tx, deps: Deps, row: StoredDriver): DriverFields {
  const licence = readDocumentInForce(db, { driverId: row.id }, "driving_licence");
  const licenceExpiresAt = licence?.expiresAt ?? null;
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    hasOneName: row.hasOneName,
    email: row.email,
    phone: row.phone,
    licenseId: licence?.number ?? "",
    licenseValidUntil:
      licenceExpiresAt === null ? null : lastDay(licenceExpiresAt, readOperator(deps).timeZone),
    vehicleId: row.vehicleId,
  };
}

/** Writes the licence, a document like the others that is also part of the driver's form. */
function writeLicence(tx: Tx, deps: Deps, driverId: string, input: SaveDriver): void {
  const licence = {
    kind: "driving_licence" as const,
    number: input.licenseId,
    expiresAt: endOfDay(input.licenseValidUntil, readOperator(deps).timeZone),
  };
  writeDocument(tx, { driverId }, licence, deps.now());
}

function validatedValues(deps: Deps, input: SaveDriver) {
  const fields: Record<string, string> = { ...namesErrors(input) };
  const email = input.email?.trim() ? readEmail(input.email) : null;
  if (input.email?.trim() && !email) fields.email = "Enter a valid email address.";
  const phone = input.phone?.trim() ? readTypedContact(deps, input.phone) : null;
  if (input.phone?.trim() && phone?.type !== "phone")
    fields.phone = "Enter a valid phone number with its country code.";
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  if (!email && !phone)
    throw new AppError("driver.contact_missing", {
      fields: { email: "Enter an e-mail address or a phone number." },
    });
  return {
    firstName: normalizeName(input.firstName),
    lastName: normalizeName(input.lastName),
    hasOneName: input.hasOneName,
    email,
    phone: phone?.value ?? null,
    vehicleId: input.vehicleId,
  };
}

function refuseInvalidDriver(tx: Tx, id: string, values: ReturnType<typeof validatedValues>): void {
  const { email, phone, vehicleId } = values;
  if (
    vehicleId &&
    !tx.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.id, vehicleId)).get()
  )
    throw new AppError("request.invalid", { fields: { vehicleId: "Choose a vehicle." } });
  const [driverWithSameContact] = tx
    .select({ email: drivers.email })
    .from(drivers)
    .where(
      and(
        ne(drivers.id, id),
        or(
          email ? eq(drivers.email, email) : undefined,
          phone ? eq(drivers.phone, phone) : undefined,
        ),
      ),
    )
    .all();
  if (driverWithSameContact)
    throw new AppError("contact.taken", {
      fields: {
        [email && driverWithSameContact.email === email ? "email" : "phone"]:
          "Another driver already has this e-mail address or phone number.",
      },
    });
}
