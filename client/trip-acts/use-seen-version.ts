import { useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import type { Act } from "./use-acts";

/**
 * The reservation of a form as it was last seen, and `run`, which does something to it. What was refused is
 * thrown for the form to say, and so is what somebody else did in the meantime; the form then shows their version.
 */
export function useSeenVersion<Row extends Parameters<Act>[0]>(row: Row, act: Act) {
  const [seen, setSeen] = useState<Row | Reservation>(row);
  /** Resolves with the reservation as it then is; with null where the screen has been left. */
  const run = async (work: Parameters<Act>[1], done: string) => {
    const outcome = await act(seen, work, done);
    if (outcome.kind === "failed") throw outcome.failure;
    if (outcome.kind === "left") return null;
    setSeen(outcome.reservation);
    if (outcome.kind === "stale") throw new ApiError(409, "reservation.stale", outcome.text);
    return outcome.reservation;
  };
  return { seen, run };
}
