import { useState } from "react";
import { showToast } from "../ui/toasts";
import { failureText, LeftScreen } from "./calls";

/**
 * What a row's or a panel's buttons send: one step at a time, whose name is `acting` in the meantime. How it went
 * is said in passing: `done` when it went well and there is more to say than what the screen shows.
 */
export function useStaffSteps({ failed }: { failed?: () => unknown } = {}) {
  const [acting, setActing] = useState<string | null>(null);
  /** Sends, then does `saved`. Whether it went well. */
  const step = async <Answer>(
    name: string,
    send: () => Promise<Answer>,
    done: string,
    saved?: (answer: Answer) => unknown,
  ): Promise<boolean> => {
    if (acting !== null) return false;
    setActing(name);
    try {
      const answer = await send();
      if (done) showToast("success", done);
      await saved?.(answer);
      return true;
    } catch (error) {
      if (error instanceof LeftScreen) return false;
      showToast("error", failureText(error));
      await failed?.();
      return false;
    } finally {
      setActing(null);
    }
  };
  return { acting, busy: acting !== null, step };
}
