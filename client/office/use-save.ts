import { useRef, useState } from "react";
import { ApiError } from "../api-error";
import { showToast } from "../ui/toasts";
import { failureText, LeftScreen, meanwhileOf } from "./calls";
import { meanwhileWords } from "./meanwhile-words";
import { useFormFocus } from "./use-form-focus";

/**
 * A form that saves: keeps what is wrong by field name with the cursor in the first of them, what
 * else went wrong in words, whether somebody else saved first and who, and whether it is busy. Give the form
 * `ref`; `onConflict` brings what somebody else saved, before it is told of.
 */
export function useSave(onConflict?: () => Promise<unknown>) {
  const form = useFormFocus();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const [busy, setBusy] = useState(false);
  const touched = useRef(false);

  const clear = () => {
    setFaults({});
    setFailure(null);
    setConflict(false);
  };
  const refuse = (found: Record<string, string>) => {
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) form.focus(first);
  };
  const attempt = async <T>(send: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    clear();
    try {
      return await send();
    } catch (error) {
      if (error instanceof LeftScreen) return null;
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) refuse(error.fields);
      else
        setFailure(
          [failureText(error), meanwhileWords(meanwhileOf(error), Date.now())].join(" ").trim(),
        );
      const isConflict = error instanceof ApiError && error.code === "request.conflict";
      setConflict(isConflict);
      if (isConflict) await onConflict?.();
      return null;
    } finally {
      setBusy(false);
    }
  };
  /**
   * What `send` resolves with, after saying `done` where there is more to say than what the screen
   * shows; null when it was refused or the screen left.
   */
  const save = async <T>(send: () => Promise<T>, done?: string): Promise<T | null> => {
    const answer = await attempt(send);
    if (answer !== null) touched.current = false;
    if (answer !== null && done !== undefined) showToast("success", done);
    return answer;
  };
  return {
    ref: form.ref,
    faults,
    failure,
    conflict,
    busy,
    clear,
    refuse,
    save,
    load: attempt,
    /** Says that something was typed since the last save. */
    touch: () => {
      touched.current = true;
    },
    /** Whether leaving loses something that was typed. */
    isUnsaved: () => touched.current,
  };
}
