/** Saved views of the board. Each belongs to one member of staff. */
import { and, eq } from "drizzle-orm";
import { staffViews } from "../../../db/schema/staff-views";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { ChangeView, CreateView } from "./view-contract";
import { ownViews } from "./view-queries";
import { MAX_VIEWS } from "./view-rules";
import { insertRow, updateRow } from "../../../db/rows";

/** Adds a view after the existing ones and returns its id. 422 above the maximum number. */
export async function createView(deps: Deps, adminId: string, input: CreateView): Promise<string> {
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  await deps.write((tx) => {
    const own = ownViews(tx, adminId);
    if (own.length >= MAX_VIEWS) throw new AppError("view.too_many");
    const position = (own.at(-1)?.position ?? -1) + 1;
    insertRow(tx, staffViews, { id, adminId, position, ...input, createdAt: now, updatedAt: now });
  });
  return id;
}

/** Renames a view or changes its filters. 404 unless it is the caller's. */
export async function changeView(
  deps: Deps,
  adminId: string,
  id: string,
  { name, search }: ChangeView,
): Promise<void> {
  await deps.write((tx) => {
    const changedViews = tx
      .update(staffViews)
      .set({
        ...(name !== undefined && { name }),
        ...(search !== undefined && { search }),
        updatedAt: deps.now(),
      })
      .where(and(eq(staffViews.id, id), eq(staffViews.adminId, adminId)))
      .returning({ id: staffViews.id })
      .all();
    if (changedViews.length === 0) throw new AppError("request.not_found");
  });
}

/** Deletes a view. 404 unless it is the caller's. */
export async function removeView(deps: Deps, adminId: string, id: string): Promise<void> {
  await deps.write((tx) => {
    const removedViews = tx
      .delete(staffViews)
      .where(and(eq(staffViews.id, id), eq(staffViews.adminId, adminId)))
      .returning({ id: staffViews.id })
      .all();
    if (removedViews.length === 0) throw new AppError("request.not_found");
  });
}

/** Reorders the caller's views. 409 unless the list has each of them exactly once. */
export async function reorderViews(
  deps: Deps,
  adminId: string,
  ids: readonly string[],
): Promise<void> {
  await deps.write((tx) => {
    const ownIds = ownViews(tx, adminId).map(({ id }) => id);
    if (ownIds.length !== ids.length || ownIds.some((id) => !ids.includes(id)))
      throw new AppError("request.conflict");
    for (const [position, id] of ids.entries()) updateRow(tx, staffViews, id, { position });
  });
}
