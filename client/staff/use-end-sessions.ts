import { useState } from "react";
import { ApiError } from "../api-error";
import { failureText, LeftPageError } from "../office/calls";
import { showToast } from "../ui/toasts";

/** Ends sessions one at a time and shows errors. */
export function useEndSessions(onEnded: () => Promise<void> | void) {
  const [endingId, setEndingId] = useState<string | null>(null);
  /** Ends one session, or all of them if `id` is "all". */
  const end = async (id: string, send: () => Promise<{ message: string }>) => {
    setEndingId(id);
    try {
      const { message } = await send();
      showToast("success", message);
    } catch (error) {
      if (error instanceof LeftPageError) return;
      // A 404 means that the session has already ended.
      if (!(error instanceof ApiError && error.status === 404))
        showToast("error", failureText(error));
    } finally {
      setEndingId(null);
    }
    await onEnded();
  };
  return { endingId, end };
}
