/** The steps of a found item, from the car to its owner or its disposal. */
import { desc, eq } from "drizzle-orm";
import { foundItems, type StoredFoundItem } from "../../db/schema/property";
import { vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import type { RegisterFoundItem, RegisterFoundAtDesk } from "./contract";
import { logPropertyEvent } from "./log-actions";
import { insertPhotoRow, withPhoto } from "../files/photos";
import { senderOf } from "../files/job-queue";
import { loadItem, contactMessageNumberOf } from "./queries";
import type {
  DisposeOfItem,
  HandOverItem,
  RecordReturnAttempt,
  StoreItem,
} from "./register-contract";
import { changeItem, markReportReturned, tripByNumber } from "./report-actions";
import { disposalRefusal, isInOurKeeping, keepUntil } from "./rules";
import { loadTrip } from "../reservations/trip-queries";
import { insertRow } from "../../db/rows";

/** Returns the number for the next item. */
export function nextItemNumber(tx: Tx): number {
  const last = tx
    .select({ number: foundItems.number })
    .from(foundItems)
    .orderBy(desc(foundItems.number))
    .limit(1)
    .get();
  return (last?.number ?? 0) + 1;
}

/** Registers an item that a driver found in the car after one of their trips. 404 for the trip of another driver. */
export async function registerFoundItem(
  deps: Deps,
  driver: Actor & { id: string },
  reservationId: string,
  input: RegisterFoundItem,
): Promise<string> {
  const tripRequest = { actor: driver, id: reservationId };
  loadTrip(deps.db, tripRequest);
  return registerItem(deps, driver, input, (tx) => {
    const trip = loadTrip(tx, tripRequest);
    return {
      reservationId,
      vehicleId: trip.vehicleId,
      driverId: driver.id,
      finderName: driver.name,
      storage: "",
    };
  });
}

/** Registers an item for dispatch. 400 for an unknown booking or vehicle. */
export async function registerFoundItemAtDesk(
  deps: Deps,
  admin: Actor,
  { reservationNumber, vehicleId, storage, finderName, ...input }: RegisterFoundAtDesk,
): Promise<string> {
  return registerItem(deps, admin, input, (tx) => {
    const trip = reservationNumber === undefined ? null : tripByNumber(tx, reservationNumber);
    if (vehicleId !== undefined) requireVehicle(tx, vehicleId);
    return {
      reservationId: trip?.id ?? null,
      vehicleId: vehicleId ?? trip?.vehicleId ?? null,
      driverId: trip?.driverId ?? null,
      finderName: finderName || admin.name,
      storage,
    };
  });
}

function requireVehicle(tx: Tx, id: string): void {
  if (!tx.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.id, id)).get())
    throw new AppError("request.invalid", { fields: { vehicleId: "There is no such vehicle." } });
}

type ItemOrigin = Pick<
  typeof foundItems.$inferInsert,
  "reservationId" | "vehicleId" | "driverId" | "finderName" | "storage"
>;

function registerItem(
  deps: Deps,
  actor: Actor,
  { photo, ...input }: RegisterFoundItem,
  originOf: (tx: Tx) => ItemOrigin,
): Promise<string> {
  return withPhoto(deps, senderOf(actor), photo, (file) =>
    deps.write((tx) => {
      const now = deps.now();
      const id = Bun.randomUUIDv7();
      const origin = originOf(tx);
      const number = nextItemNumber(tx);
      insertRow(tx, foundItems, {
        ...input,
        ...origin,
        id,
        number,
        state: "kept",
        version: 1,
        photoFileId: file?.id ?? null,
        foundAt: now,
        keepUntil: keepUntil(now, input.category, deps.config.foundItemDays),
        createdAt: now,
        updatedAt: now,
      });
      insertPhotoRow(tx, file, { ownerKind: "property", ownerId: id, purpose: "found_item" }, now);
      logPropertyEvent(tx, deps, { kind: "found_item", id, number }, actor, now, "found", {
        ...(origin.storage && { detail: { storage: origin.storage } }),
      });
      return id;
    }),
  );
}

function requireStoredItem(tx: Tx, id: string) {
  const row = loadItem(tx, id);
  if (!isInOurKeeping(row.state)) throw new AppError("property.over");
  return row;
}

/** Records where an item is stored. */
export async function storeItem(
  deps: Deps,
  admin: Actor,
  id: string,
  { version, storage }: StoreItem,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const { number } = changeItem(tx, requireStoredItem(tx, id), version, now, { storage });
    logPropertyEvent(tx, deps, { kind: "found_item", id, number }, admin, now, "stored", {
      detail: { storage },
    });
  });
}

/** Records an attempt to return an item. */
export async function recordReturnAttempt(
  deps: Deps,
  admin: Actor,
  id: string,
  { version, way, words }: RecordReturnAttempt,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const { number } = changeItem(tx, requireStoredItem(tx, id), version, now, {});
    logPropertyEvent(tx, deps, { kind: "found_item", id, number }, admin, now, "return_attempted", {
      words,
      detail: { way },
    });
  });
}

/** Records that the owner has received an item: who they are, how they proved it, and their signature. */
export async function handOverItem(
  deps: Deps,
  admin: Actor,
  id: string,
  { version, to, identifiedBy, signature }: HandOverItem,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const row = requireStoredItem(tx, id);
    changeItem(tx, row, version, now, {
      state: "returned",
      handedTo: to,
      identifiedBy,
      signature,
      closedAt: now,
    });
    // The name is stored in the item's own row, where it can be deleted when its retention period ends.
    logPropertyEvent(
      tx,
      deps,
      { kind: "found_item", id, number: row.number },
      admin,
      now,
      "handed_over",
      {
        detail: { identifiedBy },
      },
    );
    if (row.reportId) markReportReturned(tx, deps, row.reportId, admin, now);
  });
}

/**
 * Whether the office never had the item: a visitor reported it with the public form, and nobody has stored it since.
 */
function isWithFinder(tx: Tx, row: StoredFoundItem): boolean {
  return row.storage === "" && contactMessageNumberOf(tx, row.id) !== null;
}

/**
 * Disposes of an item after its storage period: records what was done with it and why. An item that a visitor reported
 * but never brought in can be left to the visitor at once. 422 before the period ends, and while the item is matched
 * with a report.
 */
export async function disposeOfItem(
  deps: Deps,
  admin: Actor,
  id: string,
  { version, how, reason }: DisposeOfItem,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const row = loadItem(tx, id);
    const isGivenToFinder = how === "finder" && isWithFinder(tx, row);
    const refusal = disposalRefusal(isGivenToFinder ? { ...row, keepUntil: now } : row, now);
    if (refusal === "gone") throw new AppError("property.over");
    if (refusal === "matched") throw new AppError("property.matched");
    if (refusal === "too_early") throw new AppError("property.too_early");
    changeItem(tx, row, version, now, {
      state: "disposed",
      disposal: how,
      disposalReason: reason,
      closedAt: now,
    });
    logPropertyEvent(
      tx,
      deps,
      { kind: "found_item", id, number: row.number },
      admin,
      now,
      "disposed",
      {
        words: reason,
        detail: { how },
      },
    );
  });
}
