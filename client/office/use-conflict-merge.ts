import { useState } from "react";
import { ApiError } from "../api-error";
import { CONFLICT_CODE } from "./use-staff-form";

/**
 * Merges changes three-way for a form: sends the record that the form was filled from, so that only fields changed here
 * are saved. If somebody else changed the same field, the form is compared with their record, from `read`, so that
 * saving again overwrites their value.
 */
export function useConflictMerge<Row>(first: Row | null, read: () => Promise<Row>) {
  const [original, setOriginal] = useState(first);
  /** Sends with the original record, and keeps the record that `send` resolves with. */
  return async (row: Row, send: (was: Row) => Promise<Row>): Promise<Row> => {
    try {
      const saved = await send(original ?? row);
      setOriginal(saved);
      return saved;
    } catch (error) {
      // If their record cannot be read, the conflict is still what to report, and saving again meets it again.
      if (error instanceof ApiError && error.code === CONFLICT_CODE)
        await read().then(setOriginal, () => {});
      throw error;
    }
  };
}
