/**
 * Asks a sign-in provider. Addresses come from the operator's configuration and the provider's own
 * discovery document; redirects are not followed, and neither time nor bytes are unlimited.
 */
import { fetchUncompressed, readLimited, UpstreamTooLargeError } from "../../server/upstream";
import { ProviderRefusal } from "./provider-refusal";

/** The whole answer must be there after this long. */
const PROVIDER_TIMEOUT_MS = 3_000;
/** More than this is not read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * The JSON object of an answer, and whether it was a refusal (400 or 401). Throws
 * `ProviderRefusal` with `unreachable` for anything else: too slow, too much, elsewhere, no JSON.
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
    // Told below, as for JSON that is no object.
  }
  throw unreachable("did not answer in JSON");
}
