import { useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import type { Act } from "./use-act";

/**
 * Keeps the reservation that a form was opened with, and `run`, which acts on it. Throws refusals and concurrent
 * changes for the form to show. After a concurrent change the form has the new version.
 */
export function useSeenVersion<Row extends Parameters<Act>[0]>(row: Row, act: Act) {
  const [seenRow, setSeenRow] = useState<Row | Reservation>(row);
  /** Resolves with the new reservation, or with null after leaving the screen. */
  const run = async (work: Parameters<Act>[1], successText: string) => {
    const outcome = await act(seenRow, work, successText);
    if (outcome.kind === "failed") throw outcome.failure;
    if (outcome.kind === "left") return null;
    setSeenRow(outcome.reservation);
    if (outcome.kind === "stale") throw new ApiError(409, "reservation.stale", outcome.text);
    return outcome.reservation;
  };
  return { seen: seenRow, run };
}
