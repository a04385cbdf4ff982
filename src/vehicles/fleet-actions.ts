import { and, eq, ne } from "drizzle-orm";
import { type StoredVehicle, vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import type { DocumentKind } from "../documents/contract";
import { readDocumentInForce } from "../documents/queries";
import { writeDocument } from "../documents/record-actions";
import { conflictWords, mergeEdits } from "../audit/edit-rules";
import { AppError } from "../errors";
import { endOfDay, lastDay } from "../documents/rules";
import { readOperator } from "../settings/queries";
import { Mobility } from "./class-contract";
import { outageEnd } from "./outage-queries";
import { type ChangeVehicle, SaveVehicle, type VehicleRecord } from "./contract";
import { findRow, insertRow, updateRow } from "../../db/rows";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

/** Adds a vehicle. 400 for an unknown class, 409 if the plate is taken. Returns its id. */
export async function addVehicle(deps: Deps, actor: Actor, input: SaveVehicle): Promise<string> {
  return deps.write((tx) => insertVehicle(tx, deps, actor, input));
}

/** Like `addVehicle`, inside the caller's transaction. */
export function insertVehicle(tx: Tx, deps: Deps, actor: Actor, input: SaveVehicle): string {
  const id = Bun.randomUUIDv7();
  assertClassAndPlate(tx, id, input);
  insertRow(tx, vehicles, { id, ...toRow(input), createdAt: deps.now() });
  writeDocumentExpiries(tx, deps, id, input);
  appendAudit(tx, deps, {
    actor,
    action: "vehicle.added",
    subject: { kind: "vehicle", id },
    summary: `Added the vehicle ${input.plate}`,
  });
  return id;
}

/**
 * Changes a vehicle; trips that already have it stay as they are. Fields that the editor left unchanged keep what
 * others have saved since. 404 if it does not exist, 409 with the fields that somebody else changed too.
 */
export async function changeVehicle(
  deps: Deps,
  actor: Actor,
  id: string,
  { was, ...mine }: ChangeVehicle,
): Promise<void> {
  await deps.write((tx) => {
    const before = requireRow(tx, vehicles, { id });
    const current = SaveVehicle.parse(recordOf(tx, deps, before));
    const { merged: input, conflicts } = mergeEdits<SaveVehicle>(was, current, {
      ...mine,
      vin: mine.vin || null,
    });
    if (conflicts.length > 0)
      throw new AppError("request.conflict", {
        fields: conflictWords(current, conflicts, conflictFields),
      });
    const values = toRow(input);
    assertClassAndPlate(tx, id, input);
    updateRow(tx, vehicles, id, values);
    writeDocumentExpiries(tx, deps, id, input);
    appendAudit(tx, deps, {
      actor,
      action: "vehicle.changed",
      subject: { kind: "vehicle", id },
      summary: `Changed the vehicle ${values.plate}`,
      detail: {
        changed: changedNames(before, values),
        ...(values.state !== before.state && { state: values.state }),
      },
    });
  });
}

/** Reads a vehicle with its form's values; 404 if it does not exist. */
export function readVehicle(deps: Deps, id: string): VehicleRecord {
  const row = requireRow(deps.db, vehicles, { id });
  return recordOf(deps.db, deps, row);
}

/** The fields that a conflict shows. */
const conflictFields = [
  "plate",
  "vin",
  "make",
  "model",
  "year",
  "color",
  "passengers",
  "luggage",
  "insuranceValidUntil",
  "registrationValidUntil",
] as const;

function recordOf(db: Db | Tx, deps: Deps, row: StoredVehicle): VehicleRecord {
  const { timeZone } = readOperator(deps);
  const day = (kind: DocumentKind) => {
    const at = readDocumentInForce(db, { vehicleId: row.id }, kind)?.expiresAt ?? null;
    return at === null ? null : lastDay(at, timeZone);
  };
  const outUntil = outageEnd(db, row.id, deps.now());
  return {
    id: row.id,
    classId: row.classId,
    plate: row.plate,
    vin: row.vin,
    make: row.make,
    model: row.model,
    year: row.year,
    color: row.color,
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: row.mobility.map((each) => Mobility.parse(each)),
    state: row.state,
    insuranceValidUntil: day("vehicle_insurance"),
    registrationValidUntil: day("vehicle_registration"),
    outUntil: iso(outUntil),
  };
}

/** Insurance and registration are ordinary documents; the form only shows their last days. */
function writeDocumentExpiries(tx: Tx, deps: Deps, vehicleId: string, input: SaveVehicle): void {
  const { timeZone } = readOperator(deps);
  for (const [kind, day] of [
    ["vehicle_insurance", input.insuranceValidUntil],
    ["vehicle_registration", input.registrationValidUntil],
  ] as const) {
    const expiresAt = day === null ? null : endOfDay(day, timeZone);
    writeDocument(tx, { vehicleId }, { kind, expiresAt }, deps.now());
  }
}

function toRow(input: SaveVehicle) {
  const { insuranceValidUntil: _, registrationValidUntil: __, ...rest } = input;
  return { ...rest, vin: input.vin || null, plate: input.plate.toUpperCase().replace(/\s+/g, " ") };
}

function assertClassAndPlate(tx: Tx, id: string, input: SaveVehicle): void {
  if (!findRow(tx, vehicleClasses, { id: input.classId }))
    throw new AppError("request.invalid", { fields: { classId: "Choose a class." } });
  const plate = input.plate.toUpperCase().replace(/\s+/g, " ");
  const isSamePlateElsewhere = and(eq(vehicles.plate, plate), ne(vehicles.id, id));
  if (tx.select({ id: vehicles.id }).from(vehicles).where(isSamePlateElsewhere).get())
    throw new AppError("vehicle.plate_taken", {
      fields: { plate: "Another vehicle already has this plate." },
    });
}
