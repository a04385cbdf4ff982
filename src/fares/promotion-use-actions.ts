/** Uses of promotions: claimed by a booking, released if the trip does not take place. */
import { and, eq, isNull } from "drizzle-orm";
import { promotionUses } from "../../db/schema/fares";
import type { Tx } from "../../db/writer";
import { AppError } from "../errors";
import type { Promotion } from "./contract";
import { countPromotionUses } from "./priced-trip-end-queries";
import { insertRow } from "../../db/rows";

/**
 * Claims one use of a promotion for a booking, inside its transaction, so that only one of two riders gets the last
 * one. 422 if none is left for anyone, or for this rider.
 */
export function claimPromotion(
  tx: Tx,
  promotion: Promotion,
  booking: { reservationId: string; riderId: string; at: number },
): void {
  const { uses, usesByRider } = countPromotionUses(tx, promotion.id, booking.riderId);
  if (promotion.maxUses !== null && uses >= promotion.maxUses)
    throw new AppError("promotion.used_up");
  if (promotion.maxUsesPerRider !== null && usesByRider >= promotion.maxUsesPerRider)
    throw new AppError("promotion.used_by_rider");
  insertRow(tx, promotionUses, { ...booking, promotionId: promotion.id, code: promotion.code });
}

/** Replaces the use of a changed booking: by another promotion, the same one, or none. */
export function reclaimPromotion(
  tx: Tx,
  promotion: Promotion | null,
  booking: { reservationId: string; riderId: string; at: number },
): void {
  tx.delete(promotionUses).where(eq(promotionUses.reservationId, booking.reservationId)).run();
  if (promotion) claimPromotion(tx, promotion, booking);
}

/** Releases a booking's use of a promotion, if it has one. */
export function releasePromotion(tx: Tx, reservationId: string, now: number): void {
  tx.update(promotionUses)
    .set({ releasedAt: now })
    .where(and(eq(promotionUses.reservationId, reservationId), isNull(promotionUses.releasedAt)))
    .run();
}
