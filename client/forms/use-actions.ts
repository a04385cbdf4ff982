import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, unknownFailure, wordsOf } from "../api-error";
import { useWords } from "../words/use-words";

/** Error texts by the names of the fields. */
type Faults = Readonly<Record<string, string>>;

/** Thrown when a form finds errors in fields before anything is sent to the server. */
export class FieldFaults extends Error {
  override name = "FieldFaults";
  constructor(readonly fields: Faults) {
    super(Object.values(fields)[0]);
  }
}

export interface ActionsOptions {
  /** The text shown if no answer came or it had no text, in place of the usual one. */
  fallback?: string;
  /**
   * Returns the text for a failure that names no field; null for none. Without it, the server's text is shown, and a
   * fault of the page is thrown.
   */
  failureTextOf?: (error: unknown) => string | null;
  /** Called with every failure, once its text is on the screen. */
  onFailed?: (error: unknown) => unknown;
}

/**
 * The actions that a screen sends, one at a time. `acting` is the name of the current one. `faults` has the errors of
 * fields from the last one, and the first of those fields in the form of `ref` gets the focus. `failure` has any other
 * error, or one that no field shows.
 */
export function useActions({ fallback, failureTextOf, onFailed }: ActionsOptions = {}) {
  const t = useWords();
  const ref = useRef<HTMLFormElement>(null);
  const [acting, setActing] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [faultsToFocus, setFaultsToFocus] = useState<Faults | null>(null);
  const isSending = useRef(false);
  const shownFields = useRef(new Set<string>());

  // Focus after rendering, because a field that has just appeared or was disabled can get the focus only then.
  useEffect(() => {
    if (!faultsToFocus || focusFirstFault(ref, faultsToFocus)) return;
    const unshownFault = Object.entries(faultsToFocus).find(
      ([name]) => !shownFields.current.has(name),
    );
    if (unshownFault) setFailure(unshownFault[1]);
  }, [faultsToFocus]);

  const clear = () => {
    setFaults({});
    setFailure(null);
    setCode(null);
  };
  const showFaults = (newFaults: Faults) => {
    clear();
    setFaults(newFaults);
    setFaultsToFocus(newFaults);
  };
  const showFailure = async (error: unknown) => {
    const isKnownError = error instanceof ApiError || error instanceof FieldFaults;
    if (isKnownError && Object.keys(error.fields).length > 0) showFaults(error.fields);
    else if (failureTextOf) setFailure(failureTextOf(error));
    else if (fallback !== undefined) setFailure(wordsOf(isKnownError ? error : null, fallback));
    else setFailure((isKnownError && error.message) || t.known(unknownFailure));
    if (error instanceof ApiError) setCode(error.code);
    await onFailed?.(error);
    if (!isKnownError && !failureTextOf) throw error;
  };

  return {
    ref,
    /** The name of the action that is being sent. */
    acting,
    busy: acting !== null,
    faults,
    failure,
    /** The code of the failure, from the server's catalogue. */
    code,
    clear,
    /** Shows errors before anything is sent. */
    refuse: showFaults,
    /** Returns the error of a field, which the screen then shows itself. */
    fault: (name: string): string | undefined => {
      shownFields.current.add(name);
      return faults[name];
    },
    /** Clears the errors of these fields, because they have changed. */
    clearFaults: (names: readonly string[]) => {
      setFaults((old) =>
        names.some((name) => name in old)
          ? Object.fromEntries(Object.entries(old).filter(([name]) => !names.includes(name)))
          : old,
      );
      setFailure(null);
      setCode(null);
    },
    /** Sends, unless another action is being sent, and then calls `onSaved`. Returns whether it succeeded. */
    act: async <Answer>(
      name: string,
      send: () => Promise<Answer>,
      onSaved?: (answer: Answer) => unknown,
    ): Promise<boolean> => {
      if (isSending.current) return false;
      isSending.current = true;
      setActing(name);
      clear();
      try {
        const answer = await send();
        await onSaved?.(answer);
        return true;
      } catch (error) {
        await showFailure(error);
        return false;
      } finally {
        isSending.current = false;
        setActing(null);
      }
    },
  };
}

/** Moves the focus to the first control with an error; returns whether there is one. */
function focusFirstFault(form: RefObject<HTMLFormElement | null>, faults: Faults): boolean {
  const first = [...(form.current?.elements ?? [])].find(
    (control) => (control.getAttribute("name") ?? "") in faults,
  );
  if (first instanceof HTMLElement) first.focus();
  return first !== undefined;
}

/** Waits for a removal. A 404 means that the record has already been removed. */
export async function awaitRemoval(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
