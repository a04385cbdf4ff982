import { and, count, eq } from "drizzle-orm";
import type { z } from "zod";
import { savedPlaces } from "../../db/schema/places";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { MAX_SAVED_PLACES, type SaveSavedPlace } from "./saved-place-contract";
import { insertRow } from "../../db/rows";

/** Saves a place for a rider. Returns its id. Throws 422 if the rider already has fifty. */
export async function addSavedPlace(
  deps: Deps,
  riderId: string,
  input: z.output<typeof SaveSavedPlace>,
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  await deps.write((tx) => {
    const [{ kept } = { kept: 0 }] = tx
      .select({ kept: count() })
      .from(savedPlaces)
      .where(eq(savedPlaces.riderId, riderId))
      .all();
    if (kept >= MAX_SAVED_PLACES) throw new AppError("saved_place.too_many");
    insertRow(tx, savedPlaces, { id, riderId, ...input, createdAt: now, updatedAt: now });
  });
  return id;
}

/** Changes a saved place. Throws 404 if it doesn't exist or is another rider's. */
export async function changeSavedPlace(
  deps: Deps,
  riderId: string,
  id: string,
  input: z.output<typeof SaveSavedPlace>,
): Promise<void> {
  await deps.write((tx) => {
    const changedPlaces = tx
      .update(savedPlaces)
      .set({ ...input, updatedAt: deps.now() })
      .where(ownPlaceFilter(riderId, id))
      .returning({ id: savedPlaces.id })
      .all();
    if (changedPlaces.length === 0) throw new AppError("request.not_found");
  });
}

/** Deletes a saved place. Throws 404 if it doesn't exist or is another rider's. */
export async function removeSavedPlace(deps: Deps, riderId: string, id: string): Promise<void> {
  await deps.write((tx) => {
    const removedPlaces = tx
      .delete(savedPlaces)
      .where(ownPlaceFilter(riderId, id))
      .returning({ id: savedPlaces.id })
      .all();
    if (removedPlaces.length === 0) throw new AppError("request.not_found");
  });
}

function ownPlaceFilter(riderId: string, id: string) {
  return and(eq(savedPlaces.riderId, riderId), eq(savedPlaces.id, id));
}
