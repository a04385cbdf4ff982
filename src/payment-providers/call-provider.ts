/** Calls of providers that are used without a package. */
import { z } from "zod";
import { version } from "../process/version";
import { fetchUncompressed, readLimited } from "../server/upstream";
import {
  ProviderKeyRefusedError,
  ProviderNoAnswerError,
  ProviderUnreadableError,
} from "./provider";

/** The timeout is long, because a provider waits for its banks. */
export const PROVIDER_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 512 * 1024;
const Fault = z.object({ message: z.string().optional().catch(undefined) });

/** Tells whether a status is a refusal of the key. A request with the previous key may have succeeded. */
export const isKeyRefused = (status: number | undefined): boolean =>
  status === 401 || status === 403;

/**
 * Sends JSON and returns the JSON of the answer, or null if it is empty. Redirects are not followed. Throws
 * `ProviderNoAnswerError` if the outcome is unknown: no answer in time, a 5xx or 429, no JSON, a refused key.
 */
export async function callProvider(
  url: string,
  request: { method?: "GET" | "POST"; headers: Record<string, string>; json?: unknown },
): Promise<{ status: number; json: unknown }> {
  const { method = "GET", headers, json } = request;
  const { host } = new URL(url);
  let status: number | undefined;
  try {
    const response = await fetchUncompressed(url, {
      method,
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      headers: {
        accept: "application/json",
        "user-agent": `Livery/${version}`,
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    ({ status } = response);
    const text = await readLimited(response, MAX_ANSWER_BYTES);
    // An overloaded provider has not decided on the request, so this isn't a refusal.
    if (response.status >= 500 || response.status === 429)
      throw new ProviderNoAnswerError(`${host} answered ${response.status}.`);
    const parsedAnswer: unknown = text === "" ? null : JSON.parse(text);
    if (isKeyRefused(response.status)) {
      const { message = "" } = Fault.parse(parsedAnswer ?? {});
      throw new ProviderKeyRefusedError(
        `${host} refuses the key (${response.status}). ${message}`.trim(),
      );
    }
    return { status: response.status, json: parsedAnswer };
  } catch (error) {
    if (error instanceof ProviderNoAnswerError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof SyntaxError && !isKeyRefused(status))
      throw new ProviderUnreadableError(`${host} answered no JSON: ${reason}`);
    throw new ProviderNoAnswerError(`${host} gave no answer: ${reason}`);
  }
}
