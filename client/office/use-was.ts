import { useState } from "react";
import { ApiError } from "../api-error";

/**
 * A record as its form was filled from it, which goes with what is saved: only what was changed here is
 * changed. Where somebody else changed the same, what stands now is read again, and saving once more puts
 * one's own over that. `onNow` brings what was left alone in the form up to date, also when the page
 * hands over a newer record: what was typed stays, over what it was typed.
 */
export function useWas<T>(first: T, read: () => Promise<T>, onNow: (was: T, now: T) => void) {
  const [was, setWas] = useState(first);
  const [shown, setShown] = useState(first);
  if (first !== shown) {
    setShown(first);
    onNow(shown, first);
  }
  /** Sends with what was; keeps what it resolves with. */
  return async (send: (was: T) => Promise<T>): Promise<T> => {
    try {
      const saved = await send(was);
      setWas(saved);
      return saved;
    } catch (error) {
      if (error instanceof ApiError && error.code === "request.conflict") {
        const now = await read();
        setWas(now);
        onNow(was, now);
      }
      throw error;
    }
  };
}
