/** What needs a human now. */
import type { ReservationRow } from "../../src/reservations/contract";

/** A pickup without a driver is urgent from this long before on. */
const UNASSIGNED_NOTICE_MS = 60 * 60_000;

/** A way back that nobody has called for this long after the guess wants somebody to ask. */
const FORGOTTEN_MS = 12 * 60 * 60_000;

export interface Attention {
  /** Confirmed or offered, with no driver, and the pickup is within the hour or past. */
  unassigned: readonly ReservationRow[];
  /** A driver has it, the pickup time has passed, and nobody has arrived. */
  late: readonly ReservationRow[];
  /** A place in words: nobody has found it, so the rider has no price. */
  requests: readonly ReservationRow[];
  /** Nobody has taken the booking on. */
  pending: readonly ReservationRow[];
}

/** Sorts what the board watches into what needs a human at `now` (ms UTC), the earliest first. */
export function attentionOf(watched: readonly ReservationRow[], now: number): Attention {
  const at = (row: ReservationRow) => Date.parse(row.pickupAt);
  // What waits for its passenger's call is neither due nor late.
  const isDue = (row: ReservationRow) => !row.willCall || at(row) < now - FORGOTTEN_MS;
  const rows = [...watched].sort((a, b) => at(a) - at(b));
  return {
    unassigned: rows.filter(
      (row) =>
        (row.state === "confirmed" || row.state === "offered") &&
        isDue(row) &&
        at(row) - now <= UNASSIGNED_NOTICE_MS,
    ),
    late: rows.filter(
      (row) => (row.state === "assigned" || row.state === "en_route") && at(row) < now,
    ),
    requests: rows.filter((row) => row.state === "quote" && row.onRequest),
    pending: rows.filter((row) => row.state === "pending"),
  };
}
