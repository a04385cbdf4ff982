/** How dispatch's screens make calls: who may not, goes where they belong; failures become words. */
import { notFound, redirect, useRouteContext, useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { Failure, Meanwhile } from "../../src/settings/contract";
import { read } from "../api";
import { ApiError } from "../api-error";
import { showToast } from "../ui/toasts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Arrived at the sign-in by signing out: whoever asked to leave is not sent back in. */
    signedOut?: boolean;
    /** The board is one step back, as it was left. */
    fromBoard?: boolean;
    /** Said above the sign-in form. */
    notice?: string;
  }
}

/**
 * The server's words, else the network's, else "An error occurred". Where the fault is the server's, with
 * the name by which the request stands in its log.
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

/** Where somebody belongs whose call was refused so; null when they may stay. */
function exitFor(
  error: unknown,
): "/dispatch" | "/dispatch/lock" | "/dispatch/second-factor" | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 423) return "/dispatch/lock";
  if (error.code === "request.unauthenticated") return "/dispatch";
  if (error.code === "second_factor.missing") return "/dispatch/second-factor";
  return null;
}

/** As `read`, for loaders of dispatch: without a session to the sign-in, when locked to the lock; what is not there is not found. */
export async function loadAsStaff<T>(call: Parameters<typeof read<T>>[0]): Promise<T> {
  try {
    return await readKeeping(call);
  } catch (error) {
    const to = exitFor(error);
    if (to) throw redirect({ to });
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

/** Thrown in place of a refusal that has already taken the screen elsewhere: nothing to show. */
export class NavigatedAway extends Error {
  override name = "NavigatedAway";
}

/** What conflicts told of those who were faster. Of dispatch's calls alone: nobody else is told. */
const told = new WeakMap<object, readonly Meanwhile[]>();

/** Who has changed what meanwhile, as far as the answer said so with which a call failed. */
export function concurrentChangesOf(failure: unknown): readonly Meanwhile[] {
  return (failure instanceof Error && told.get(failure)) || [];
}

/** As `read`; what a failure tells besides is kept for `meanwhileOf`. */
async function readKeeping<T>(call: Parameters<typeof read<T>>[0]): Promise<T> {
  let refusal: Failure | undefined;
  const heard = call.then((answer) => ({
    ok: answer.ok,
    status: answer.status,
    headers: answer.headers,
    json: async () => {
      const body = await answer.json();
      // A refusal has a shape of its own.
      if (!answer.ok) refusal = body as unknown as Failure;
      return body;
    },
  }));
  try {
    return await read(heard);
  } catch (failure) {
    if (failure instanceof Error && refusal?.meanwhile) told.set(failure, refusal.meanwhile);
    throw failure;
  }
}

/**
 * As `read`, for what happens on a screen. A call that finds the session locked or gone leaves for
 * the lock screen or the sign-in and throws `NavigatedAway`; other failures are thrown as they are.
 */
function useStaffCall() {
  const router = useRouter();
  return useCallback(
    async <T>(call: Parameters<typeof read<T>>[0]): Promise<T> => {
      try {
        return await readKeeping(call);
      } catch (error) {
        const to = exitFor(error);
        if (!to) throw error;
        await router.navigate({ to });
        throw new NavigatedAway();
      }
    },
    [router],
  );
}

export type StaffCall = ReturnType<typeof useStaffCall>;

/**
 * What every part of the back office works with: the API and how it is called, the operator's settings as they are
 * now, when somebody has just changed them as well.
 */
export function useOffice() {
  const { api, settings } = useRouteContext({ from: "__root__" });
  return { api, call: useStaffCall(), settings, timeZone: settings.timeZone };
}

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
      if (error instanceof NavigatedAway) return false;
      showToast("error", failureText(error));
      await failed?.();
      return false;
    } finally {
      setActing(null);
    }
  };
  return { acting, busy: acting !== null, step };
}
