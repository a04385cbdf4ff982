/** What dispatch does about riders. */
import { eq } from "drizzle-orm";
import { riderBlocks } from "../../db/schema/accounts";
import { findBlock } from "../accounts/block-queries";
import { findRider } from "../accounts/sign-in/rider-queries";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { announce } from "../reservations/actions";
import { noteOrderHold } from "../reservations/standing-orders/order-actions";
import type { BlockRider } from "./contract";

/**
 * Blocks a rider from booking online, and their repeating trips book none; a second time it changes
 * the reason. 404 without one.
 */
export async function blockRider(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason }: BlockRider,
): Promise<void> {
  const noted = await deps.write((tx) => {
    if (!findRider(tx, id)) throw new AppError("request.not_found");
    const before = findBlock(tx, id);
    const row = { reason, byName: actor.name, at: deps.now() };
    tx.insert(riderBlocks)
      .values({ riderId: id, ...row })
      .onConflictDoUpdate({ target: riderBlocks.riderId, set: row })
      .run();
    // Neither name nor reason: both are the rider's.
    appendAudit(tx, deps, {
      actor,
      action: "rider.blocked",
      subject: { kind: "rider", id },
      summary: "Blocked a rider",
    });
    return before ? [] : noteOrderHold(tx, deps, id, actor, "begun");
  });
  for (const row of noted) announce(deps, row);
}

/** A rider may book again; 404 where nobody is blocked. */
export async function unblockRider(deps: Deps, actor: Actor, id: string): Promise<void> {
  const noted = await deps.write((tx) => {
    const [row] = tx
      .delete(riderBlocks)
      .where(eq(riderBlocks.riderId, id))
      .returning({ id: riderBlocks.riderId })
      .all();
    if (!row) throw new AppError("request.not_found");
    appendAudit(tx, deps, {
      actor,
      action: "rider.unblocked",
      subject: { kind: "rider", id },
      summary: "Unblocked a rider",
    });
    return noteOrderHold(tx, deps, id, actor, "ended");
  });
  for (const row of noted) announce(deps, row);
}
