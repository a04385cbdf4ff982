import { createSerializationAdapter } from "@tanstack/react-router";

/** A call that failed. Branch on `code`, never on the text. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** The failure's code, from the server's catalogue. */
    readonly code: string,
    message: string,
    /** What is wrong with which field. */
    readonly fields: Record<string, string> = {},
    /** Seconds until it makes sense to try again, if the answer said so. */
    readonly retryAfterSeconds: number | null = null,
    /** For server errors: the request's id in the server's log. */
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

/** Shown if a failure has no text of its own. */
export const unknownFailure = "Something went wrong. Please try again.";

/** Whether a call was refused because the session has ended. */
export function hasSessionEnded(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "request.unauthenticated";
}

/** Whether a call was refused because the caller's role may not make it. */
export function isForbidden(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "request.forbidden";
}

/** Whether a call said that there is no such thing, or that what an address names cannot be one. */
export function isNotFoundError(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.status === 404 || failure.status === 400);
}

/** The failure in the server's own words; `fallback` if there was no answer, or one without words. */
export function wordsOf(failure: unknown, fallback: string): string {
  if (failure instanceof ApiError && ["network", "unknown"].includes(failure.code)) return fallback;
  return (failure instanceof Error && failure.message) || fallback;
}

/**
 * How failures travel from the server's loaders to the browser: an answer of the API completely, any other
 * only as a failure. Internal errors are for the server's log.
 */
export const apiErrorAdapter = createSerializationAdapter({
  key: "error",
  test: (value): value is Error => value instanceof Error,
  toSerializable: (error) => {
    const { status, code, message, fields, retryAfterSeconds, requestId } =
      error instanceof ApiError ? error : new ApiError(500, "server.error", unknownFailure);
    return { status, code, message, fields, retryAfterSeconds, requestId };
  },
  fromSerializable: ({ status, code, message, fields, retryAfterSeconds, requestId }): Error =>
    new ApiError(status, code, message, fields, retryAfterSeconds, requestId),
});
