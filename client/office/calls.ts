/**
 * The way in which dispatch's screens call the API. It sends people without a session or permission to the right
 * screen, and turns failures into text.
 */
import { notFound, redirect, useRouteContext, useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { Failure, ConcurrentChange } from "../../src/settings/contract";
import { read } from "../api";
import { ApiError, isNotFoundError } from "../api-error";
import { showToast } from "../ui/toasts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set when somebody signed out on purpose, so that they are not signed in again. */
    signedOut?: boolean;
    /** Whether the server did not confirm that the session has ended. */
    isLogoutUnconfirmed?: boolean;
    /** Whether the board is the previous history entry, in its last state. */
    isFromBoard?: boolean;
    /** A notice for the sign-in form. */
    notice?: string;
  }
}

/**
 * Returns the server's message, else the network's, else "An error occurred". For a server error, it adds the request's
 * reference in the log.
 */
export function failureText(error: unknown): string {
  const reference = error instanceof ApiError ? error.requestId : null;
  return reference === null ? wordsOf(error) : `${wordsOf(error)} Reference ${reference}`;
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 0 && error.cause instanceof Error && error.cause.message !== "")
      return error.cause.message;
    if (error.code !== "unknown" && error.message !== "") return error.message;
  }
  return "An error occurred";
}

/** Returns the screen to go to after this refusal; null when the person can stay. */
function findExit(
  error: unknown,
): "/dispatch" | "/dispatch/lock" | "/dispatch/second-factor" | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 423) return "/dispatch/lock";
  if (error.code === "request.unauthenticated") return "/dispatch";
  if (error.code === "second_factor.missing") return "/dispatch/second-factor";
  return null;
}

/**
 * Reads an answer as `read` does, for loaders of dispatch. Without a session, it redirects to the sign-in, and when
 * locked, to the lock. A missing record or an impossible address becomes "not found".
 */
export async function loadAsStaff<T>(call: Parameters<typeof read<T>>[0]): Promise<T> {
  try {
    return await readWithChanges(call);
  } catch (error) {
    const to = findExit(error);
    if (to) throw redirect({ to });
    if (isNotFoundError(error)) throw notFound();
    throw error;
  }
}

/** Thrown after a refusal has already navigated away, so that there is nothing to show. */
export class LeftPageError extends Error {
  override name = "LeftPageError";
}

/** The concurrent changes in conflict answers, by the failure. Only dispatch's calls get them. */
const changesByFailure = new WeakMap<object, readonly ConcurrentChange[]>();

/** Returns the concurrent changes in the answer of a failed call. */
export function concurrentChangesOf(failure: unknown): readonly ConcurrentChange[] {
  return (failure instanceof Error && changesByFailure.get(failure)) || [];
}

/** Reads an answer as `read` does, and keeps the details of a failure for `concurrentChangesOf`. */
async function readWithChanges<T>(call: Parameters<typeof read<T>>[0]): Promise<T> {
  let refusal: Failure | undefined;
  const watchedCall = call.then((answer) => ({
    ok: answer.ok,
    status: answer.status,
    headers: answer.headers,
    json: async () => {
      const body = await answer.json();
      // A refusal has another type than the answer.
      if (!answer.ok) refusal = body as unknown as Failure;
      return body;
    },
  }));
  try {
    return await read(watchedCall);
  } catch (failure) {
    if (failure instanceof Error && refusal?.meanwhile)
      changesByFailure.set(failure, refusal.meanwhile);
    throw failure;
  }
}

/**
 * Returns a function that reads an answer as `read` does, for actions on a screen. A call that finds the session locked
 * or ended navigates to the lock screen or the sign-in and throws `LeftPageError`. Other failures are thrown unchanged.
 */
function useStaffCall() {
  const router = useRouter();
  return useCallback(
    async <T>(call: Parameters<typeof read<T>>[0]): Promise<T> => {
      try {
        return await readWithChanges(call);
      } catch (error) {
        const to = findExit(error);
        if (!to) throw error;
        await router.navigate({ to });
        throw new LeftPageError();
      }
    },
    [router],
  );
}

export type StaffCall = ReturnType<typeof useStaffCall>;

/**
 * Returns the values that every part of the back office uses: the API, the function that calls it, and the operator's
 * current settings, including a change just made.
 */
export function useOffice() {
  const { api, settings } = useRouteContext({ from: "__root__" });
  return { api, call: useStaffCall(), settings, timeZone: settings.timeZone };
}

/**
 * Sends the actions of a row's or panel's buttons one at a time; `acting` names the current one. Shows failures as
 * toasts, and `successText` if it is not empty.
 */
export function useStaffSteps({ onFailed }: { onFailed?: () => unknown } = {}) {
  const [acting, setActing] = useState<string | null>(null);
  /** Sends, then calls `onSaved`. Resolves with true on success, and with false if another action is being sent. */
  const step = async <Answer>(
    name: string,
    send: () => Promise<Answer>,
    successText: string,
    onSaved?: (answer: Answer) => unknown,
  ): Promise<boolean> => {
    if (acting !== null) return false;
    setActing(name);
    try {
      const answer = await send();
      if (successText) showToast("success", successText);
      await onSaved?.(answer);
      return true;
    } catch (error) {
      if (error instanceof LeftPageError) return false;
      showToast("error", failureText(error));
      await onFailed?.();
      return false;
    } finally {
      setActing(null);
    }
  };
  return { acting, busy: acting !== null, step };
}
