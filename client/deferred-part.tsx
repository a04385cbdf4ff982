/** Slow parts of a page. The server streams them after the page's shell. */
import { type ErrorComponentProps, isNotFound, isRedirect } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, Suspense, use } from "react";
import type { Api } from "./api";
import { ApiError, unknownFailure } from "./api-error";
import type { RouterContext } from "./router-context";

type Outcome<T> = { data: T } | { error: Error };

/** The data of a deferred part: a promise on the server, always settled in the browser. */
interface DeferredState<T> {
  outcome: Outcome<T> | Promise<Outcome<T>>;
}

/**
 * Loads the data of a deferred part in a page's loader: `parts: await loadDeferred(context, (api) => read(api.…))`. On
 * the server, it waits until the call is admitted and throws a refusal, which applies to the whole page. Any other
 * failure affects only the part.
 */
export async function loadDeferred<T>(
  { api, holdDeferred }: Pick<RouterContext, "api" | "holdDeferred">,
  call: (api: Api) => Promise<T>,
): Promise<DeferredState<T>> {
  const deferral = holdDeferred?.();
  const requestedData = call(deferral?.api ?? api);
  const outcome = requestedData.then(
    (data): Outcome<T> => ({ data }),
    // Only an `Error` can be sent to the browser.
    (error: unknown): Outcome<T> => ({
      error: error instanceof Error ? error : new ApiError(500, "server.error", unknownFailure),
    }),
  );
  const firstOutcome = await (deferral
    ? Promise.race([outcome, deferral.requestAdmitted])
    : outcome);
  if (firstOutcome === "admitted") return { outcome };
  if ("error" in firstOutcome) await requestedData.catch(rethrowRoutingErrors);
  return { outcome: firstOutcome };
}

/** Throws a failure that applies to the whole page. */
function rethrowRoutingErrors(error: unknown): void {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (isRefusal || isRedirect(error) || isNotFound(error)) throw error;
}

/** Shows a deferred part once it has loaded, `waiting` until then, and `failed` if it did not load. */
export function DeferredPart<T>({
  of,
  waiting,
  failed,
  children,
}: {
  of: DeferredState<T>;
  waiting: ReactNode;
  failed: ComponentType<ErrorComponentProps>;
  children: (data: T) => ReactNode;
}) {
  return (
    <Suspense fallback={waiting}>
      <DeferredContent failed={failed} of={of}>
        {children}
      </DeferredContent>
    </Suspense>
  );
}

function DeferredContent<T>({
  of,
  failed: FailedPart,
  children,
}: {
  of: DeferredState<T>;
  failed: ComponentType<ErrorComponentProps>;
  children: (data: T) => ReactNode;
}) {
  const outcome = of.outcome instanceof Promise ? use(of.outcome) : of.outcome;
  return "error" in outcome ? (
    <FailedPart error={outcome.error} reset={() => {}} />
  ) : (
    children(outcome.data)
  );
}

/** Whether a loader's data has a part that is still loading. */
export function hasDeferred(loaderData: unknown): boolean {
  if (loaderData === null || typeof loaderData !== "object") return false;
  const parts: (Partial<DeferredState<unknown>> | null | undefined)[] = Object.values(loaderData);
  return parts.some((part) => part?.outcome instanceof Promise);
}
