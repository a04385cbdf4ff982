/** Sends one file by XMLHttpRequest, because `fetch` does not report upload progress. */
import { translatedFailure } from "../api";
import { ApiError, unknownFailure } from "../api-error";

interface FileUploadRequest {
  /** Starts with `/backend`. */
  path: string;
  form: FormData;
  /** Receives the part sent so far, 0 to 1. */
  onProgress: (sentShare: number) => void;
  signal: AbortSignal;
}

/**
 * Posts a form with a file and returns the answer's JSON. Throws `ApiError`, with status 0 without a
 * network, and the signal's reason when aborted.
 */
export function sendFile({ path, form, onProgress, signal }: FileUploadRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abortRequest = () => request.abort();
    signal.addEventListener("abort", abortRequest);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onloadend = () => {
      signal.removeEventListener("abort", abortRequest);
      if (signal.aborted) return reject(signal.reason);
      const answer = readJson(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(answer);
      const { message, code, fields } = (answer ?? {}) as Partial<ApiError>;
      const retryAfterSeconds = Number(request.getResponseHeader("retry-after") ?? Number.NaN);
      void translatedFailure(
        request.status === 0
          ? new ApiError(0, "network", "You seem to be offline. Please try again.")
          : new ApiError(
              request.status,
              code ?? "unknown",
              message ?? unknownFailure,
              fields,
              Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null,
            ),
      ).then(reject);
    };
    request.open("POST", path);
    request.send(form);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
