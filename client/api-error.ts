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
    /** The error of each wrong field, by field. */
    readonly fields: Record<string, string> = {},
    /** Seconds to wait before the next try, if the answer said so. */
    readonly retryAfterSeconds: number | null = null,
    /** The request's id in the server's log, for server errors. */
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

/** Whether a call failed because the record does not exist, or because the address is not a valid one. */
export function isNotFoundError(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.status === 404 || failure.status === 400);
}

/** Returns the server's text of the failure, or `fallback` if there was no answer or it had no text. */
export function wordsOf(failure: unknown, fallback: string): string {
  if (failure instanceof ApiError && ["network", "unknown"].includes(failure.code)) return fallback;
  return (failure instanceof Error && failure.message) || fallback;
}

/**
 * How failures travel from the server's loaders to the browser: an answer of the API with all its fields, any other
 * error without details, because those belong in the server's log.
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
