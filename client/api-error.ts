import { createSerializationAdapter } from "@tanstack/react-router";

/** A call that was answered with a failure. Branch on `code`, never on the text. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    /** The HTTP status; 0 when no answer came at all. */
    readonly status: number,
    /** The failure's code, as the server's catalogue has it. */
    readonly code: string,
    message: string,
    /** What is wrong with which field. */
    readonly fields: Record<string, string> = {},
    /** Seconds until it makes sense to try again, where the answer said so. */
    readonly retryAfterSeconds: number | null = null,
    /** Where the fault is the server's: how its log names the request. */
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

/** Shown where a failure brought no text of its own. */
export const unknownFailure = "Something went wrong. Please try again.";

/** Whether a call was refused because nobody is signed in any more. */
export function hasEnded(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "request.unauthenticated";
}

/** Whether a call was refused because it is not part of the role of who asked. */
export function isForbidden(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "request.forbidden";
}

/** What a failure says in the server's own words; `usual` where no answer, or one without words, came. */
export function wordsOf(failure: unknown, usual: string): string {
  if (failure instanceof ApiError && ["network", "unknown"].includes(failure.code)) return usual;
  return (failure instanceof Error && failure.message) || usual;
}

/**
 * How failures travel from the server's loaders to the browser: an answer of the API whole, of
 * anything else only that it happened. What broke inside the server is for its log.
 */
export const apiErrorAdapter = createSerializationAdapter({
  key: "error",
  test: (value): value is Error => value instanceof Error,
  toSerializable: (error) =>
    error instanceof ApiError
      ? {
          status: error.status,
          code: error.code,
          message: error.message,
          fields: error.fields,
          retryAfterSeconds: error.retryAfterSeconds,
          requestId: error.requestId,
        }
      : {
          status: 500,
          code: "server.error",
          message: unknownFailure,
          fields: {},
          retryAfterSeconds: null,
          requestId: null,
        },
  fromSerializable: ({ status, code, message, fields, retryAfterSeconds, requestId }): Error =>
    new ApiError(status, code, message, fields, retryAfterSeconds, requestId),
});
