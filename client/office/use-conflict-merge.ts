import { useState } from "react";
import { ApiError } from "../api-error";
import { CONFLICT } from "./use-staff-form";

/**
 * A record as its form was filled from it, which goes with what is saved: only what was changed here is
 * changed. Where somebody else changed the same, `read` tells what it is, and saving once more puts one's own
 * over that.
 */
export function useConflictMerge<Row>(first: Row | null, read: () => Promise<Row>) {
  const [was, setWas] = useState(first);
  /** Sends with the record as it was; keeps the one it resolves with. */
  return async (row: Row, send: (was: Row) => Promise<Row>): Promise<Row> => {
    try {
      const saved = await send(was ?? row);
      setWas(saved);
      return saved;
    } catch (error) {
      if (error instanceof ApiError && error.code === CONFLICT) setWas(await read());
      throw error;
    }
  };
}
