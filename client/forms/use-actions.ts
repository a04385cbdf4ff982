import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, unknownFailure, wordsOf } from "../api-error";
import { useWords } from "../words/use-words";

/** What is wrong, in words, by the names of the fields. */
type Faults = Readonly<Record<string, string>>;

/** Thrown by what sends a form where it finds fields wrong that no server has seen. */
export class FieldFaults extends Error {
  override name = "FieldFaults";
  constructor(readonly fields: Faults) {
    super(Object.values(fields)[0]);
  }
}

export interface ActionsOptions {
  /** Said where no answer came, or one without words, in place of what the call says then. */
  fallback?: string;
  /**
   * The text for a failure that names no field; null for none. Without it the server's text is shown, and a fault of
   * the page is thrown.
   */
  failureTextOf?: (error: unknown) => string | null;
  /** Told every failure, once its words are on the screen. */
  onFailed?: (error: unknown) => unknown;
}

/**
 * What a screen sends: one act at a time, whose name is `acting` in the meantime, and what went wrong with the last
 * one. Faults of fields are `faults`, and the first of those fields in the form of `ref` takes the cursor;
 * what else went wrong, or what no field shows, is `failure`.
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

  // Once they are on the screen: a field that has just appeared, or was disabled, can take the cursor then.
  useEffect(() => {
    if (!faultsToFocus || focusFirstFault(ref, faultsToFocus)) return;
    const unseenFailure = Object.entries(faultsToFocus).find(
      ([name]) => !shownFields.current.has(name),
    );
    if (unseenFailure) setFailure(unseenFailure[1]);
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
    /** The act that is on its way. */
    acting,
    busy: acting !== null,
    faults,
    failure,
    /** The code of what went wrong, as the server's catalogue has it. */
    code,
    clear,
    /** Says what is wrong before anything is sent. */
    refuse: showFaults,
    /** What is wrong with a field that the screen shows itself. */
    fault: (name: string): string | undefined => {
      shownFields.current.add(name);
      return faults[name];
    },
    /** Forgets what is wrong with these fields: they have changed. */
    clearFaults: (names: readonly string[]) => {
      setFaults((old) =>
        names.some((name) => name in old)
          ? Object.fromEntries(Object.entries(old).filter(([name]) => !names.includes(name)))
          : old,
      );
      setFailure(null);
      setCode(null);
    },
    /** Sends, unless something is on its way already; then does `saved`. Whether it went well. */
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

/** Waits for a removal: a 404 means that it has been removed already. */
export async function removal(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
