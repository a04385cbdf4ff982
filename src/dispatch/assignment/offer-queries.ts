/** Lists the drivers to whom a trip was offered, and their answers. */
import { eq } from "drizzle-orm";
import { reservations } from "../../../db/schema/reservations";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { WithdrawalReason } from "../../reservations/event-contract";
import { withdrawalWords } from "../../reservations/event-reason-rules";
import { Refusal } from "../../reservations/refusal-contract";
import { refusalsText } from "../../reservations/refusal-rules";
import type { OfferList } from "../contract";
import { iso } from "../../formats/instants";

/** The most offers shown for a trip, newest first. */
const MAX_OFFERS = 50;

type OfferRow = {
  id: string;
  driver_id: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  plate: string;
  state: OfferList["offers"][number]["state"];
  reason: string;
  withdrawalReason: WithdrawalReason | null;
  refusals: string | null;
  created_at: number;
  expires_at: number;
  seen_at: number | null;
  answered_at: number | null;
};

/** Returns why an offer ended without the driver's answer. */
function endReasonOf({ state, withdrawalReason, refusals }: OfferRow): string {
  if (refusals !== null) return refusalsText(Refusal.array().parse(JSON.parse(refusals)));
  if (withdrawalReason) return withdrawalWords[withdrawalReason];
  return state === "expired" ? "No answer in time" : "";
}

/**
 * Lists the newest offers of a reservation. Those sent together are in the order of their turn. 404 if the reservation
 * does not exist.
 */
export function listOffers(deps: Deps, reservationId: string): OfferList {
  const { db } = deps;
  const trip = db
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.id, reservationId))
    .get();
  if (!trip) throw new AppError("request.not_found");
  const rows = db.$client
    .query<OfferRow, [string]>(
      `SELECT o.id, o.driver_id, d.first_name, d.last_name, d.phone, v.plate, o.state, o.reason,
         o.withdrawal_reason AS withdrawalReason, o.refusals,
         o.created_at, o.expires_at, o.seen_at, o.answered_at
       FROM offers o JOIN drivers d ON d.id = o.driver_id JOIN vehicles v ON v.id = o.vehicle_id
       WHERE o.reservation_id = ? ORDER BY o.created_at DESC, o.position LIMIT ${MAX_OFFERS}`,
    )
    .all(reservationId);
  return {
    offers: rows.map((row) => ({
      id: row.id,
      driver: {
        id: row.driver_id,
        firstName: row.first_name,
        lastName: row.last_name,
        phone: row.phone,
      },
      plate: row.plate,
      state: row.state,
      reason: row.reason || endReasonOf(row),
      sentAt: iso(row.created_at),
      expiresAt: row.state === "queued" ? null : iso(row.expires_at),
      seenAt: iso(row.seen_at),
      answeredAt: iso(row.answered_at),
    })),
  };
}
