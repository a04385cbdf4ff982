import { useState } from "react";
import { ApiError } from "../api-error";
import { failureText, LeftPageError } from "../office/calls";
import { showToast } from "../ui/toasts";

/** Ends sessions one at a time and reports errors. */
export function useEndSessions(onEnded: () => Promise<void> | void) {
  const [endingId, setEndingId] = useState<string | null>(null);
  /** `id` is a session, or "all". */
  const end = async (id: string, send: () => Promise<{ message: string }>) => {
    setEndingId(id);
    try {
      const { message } = await send();
      showToast("success", message);
    } catch (error) {
      if (error instanceof LeftPageError) return;
      // An already ended session is fine.
      if (!(error instanceof ApiError && error.status === 404))
        showToast("error", failureText(error));
    } finally {
      setEndingId(null);
    }
    await onEnded();
  };
  return { endingId, end };
}
