/**
 * Sends requests to a sign-in provider. Addresses come from the operator's configuration and from the provider's own
 * discovery document. Redirects are not followed, and time and size are limited.
 */
import { fetchUncompressed, readLimited, UpstreamTooLargeError } from "../../server/upstream";
import { ProviderRefusal } from "./provider-refusal";

/** The longest time until the whole answer must have arrived. */
const PROVIDER_TIMEOUT_MS = 3_000;
/** The largest answer that is read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Returns the JSON object of an answer, and whether it was a success or a refusal (400 or 401). Throws
 * `ProviderRefusal` with `unreachable` for anything else: too slow, too large, redirected, or not JSON.
 */
export async function callProvider(
  url: string,
  form?: { body: URLSearchParams; authorization: string | null },
): Promise<{ ok: boolean; answer: object }> {
  const { host } = new URL(url);
  const unreachable = (why: string) => new ProviderRefusal("unreachable", `${host} ${why}.`);
  let response: Response;
  let text: string;
  try {
    response = await fetchUncompressed(url, {
      method: form ? "POST" : "GET",
      headers: {
        accept: "application/json",
        "user-agent": "livery",
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...(form?.authorization && { authorization: form.authorization }),
      },
      ...(form && { body: form.body.toString() }),
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    if (![200, 400, 401].includes(response.status)) {
      await response.body?.cancel();
      throw unreachable(`answered ${response.status}`);
    }
    text = await readLimited(response, MAX_ANSWER_BYTES);
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error;
    if (error instanceof UpstreamTooLargeError) throw unreachable("answered with too much");
    throw unreachable(`did not answer (${error instanceof Error ? error.name : "unknown"})`);
  }
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === "object" && answer !== null) return { ok: response.ok, answer };
  } catch {
    // Thrown below, together with JSON that is not an object.
  }
  throw unreachable("did not answer in JSON");
}
