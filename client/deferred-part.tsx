/** Parts of a page that are slow to make: the server streams them after the page's shell. */
import { type ErrorComponentProps, isNotFound, isRedirect } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, Suspense, use } from "react";
import type { Api } from "./api";
import { ApiError, unknownFailure } from "./api-error";
import type { RouterContext } from "./router-context";

type Outcome<T> = { data: T } | { error: Error };

/** What a loader gives its page of a late part: on its way from the server, in the browser always there. */
interface Late<T> {
  late: Outcome<T> | Promise<Outcome<T>>;
}

/**
 * Asks for a late part of a page, in its loader: `parts: await late(context, (api) => read(api.…))`. On the server
 * this waits until the call is admitted; a refusal is thrown, since it decides about the whole page. Any other
 * failure is of the part alone.
 */
export async function late<T>(
  { api, holdLate }: Pick<RouterContext, "api" | "holdLate">,
  ask: (api: Api) => Promise<T>,
): Promise<Late<T>> {
  const held = holdLate?.();
  const asked = ask(held?.api ?? api);
  const outcome = asked.then(
    (data): Outcome<T> => ({ data }),
    // Of a failure nothing but an `Error` can be sent to the browser.
    (error: unknown): Outcome<T> => ({
      error: error instanceof Error ? error : new ApiError(500, "server.error", unknownFailure),
    }),
  );
  const first = await (held ? Promise.race([outcome, held.admitted]) : outcome);
  if (first === "admitted") return { late: outcome };
  if ("error" in first) await asked.catch(throwDeciding);
  return { late: first };
}

/** Throws a failure that is of the whole page. */
function throwDeciding(error: unknown): void {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (isRefusal || isRedirect(error) || isNotFound(error)) throw error;
}

/** Shows a late part when it has come, `waiting` until then, and `failed` in its place where it could not be had. */
export function LatePart<T>({
  of,
  waiting,
  failed,
  children,
}: {
  of: Late<T>;
  waiting: ReactNode;
  failed: ComponentType<ErrorComponentProps>;
  children: (data: T) => ReactNode;
}) {
  return (
    <Suspense fallback={waiting}>
      <Come failed={failed} of={of}>
        {children}
      </Come>
    </Suspense>
  );
}

function Come<T>({
  of: { late },
  failed: Failed,
  children,
}: {
  of: Late<T>;
  failed: ComponentType<ErrorComponentProps>;
  children: (data: T) => ReactNode;
}) {
  const outcome = late instanceof Promise ? use(late) : late;
  return "error" in outcome ? (
    <Failed error={outcome.error} reset={() => {}} />
  ) : (
    children(outcome.data)
  );
}

/** Whether a loader's data has a part that is still on its way. */
export function hasLate(loaderData: unknown): boolean {
  if (loaderData === null || typeof loaderData !== "object") return false;
  return Object.values(loaderData).some((value) => value?.late instanceof Promise);
}
