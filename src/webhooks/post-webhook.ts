/** Calls an endpoint once: at a checked address, without redirects, within ten seconds. */
import { isIP } from "node:net";
import { version } from "../process/version";
import { fetchUncompressed } from "../server/upstream";
import { publicAddresses, RefusedAddressError, type NameResolver } from "./public-address";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 4_096;

/** How calls to other servers are made; tests use their own. */
export type OutboundOptions = {
  resolve: NameResolver;
  allowsLoopback: boolean;
  timeoutMs?: number;
  /** A certificate authority that is trusted in addition to the public ones. */
  ca?: string;
};

/** The outcome of a call. */
export type Outcome = {
  /** The HTTP status; null without an answer. */
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  error: string | null;
  tookMs: number;
  /** How long an overloaded endpoint asks to wait; null if it does not ask. */
  retryAfterMs: number | null;
};

/** The request that is sent; `attempt` counts from 1. */
type OutboundRequest = { headers: Record<string, string>; body: string | null; attempt: number };

/** Posts a body. If the name has several addresses, each further attempt uses the next one. */
export function postWebhook(
  url: URL,
  request: OutboundRequest,
  outbound: OutboundOptions,
): Promise<Outcome> {
  return callPublicAddress(
    url,
    { ...request, method: "POST", answerBytes: MAX_ANSWER_BYTES },
    outbound,
  );
}

/** Calls another server like `postWebhook`, and reads at most `answerBytes` of its answer. */
export async function callPublicAddress(
  url: URL,
  request: OutboundRequest & { method: "GET" | "POST" | "PUT"; answerBytes: number },
  { timeoutMs = TIMEOUT_MS, ca, ...where }: OutboundOptions,
): Promise<Outcome> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const withDuration = (outcome: Omit<Outcome, "tookMs">) => ({
    ...outcome,
    tookMs: Math.round(performance.now() - startedAt),
  });
  try {
    const addresses = await rejectOnAbort(publicAddresses(url, where), signal);
    // Redirects are not followed, because only the checked address may be called.
    const response = await fetchUncompressed(pinAddress(url, addresses, request.attempt), {
      method: request.method,
      body: request.body,
      headers: {
        "content-type": "application/json",
        "user-agent": `Livery/${version}`,
        host: url.host,
        ...request.headers,
      },
      // A reused connection could belong to a name that was not checked.
      keepalive: false,
      signal,
      // The certificate must be valid for the name, not for the address.
      tls: { ...(!isIP(bareHost(url)) && { serverName: url.hostname }), ...(ca && { ca }) },
    });
    const { status } = response;
    const isRedirect = status >= 300 && status < 400;
    return withDuration({
      status,
      answer: await readBodyStart(response, request.answerBytes),
      error: isRedirect
        ? "The server answered with a redirect, which Livery does not follow."
        : null,
      retryAfterMs: [429, 503].includes(status)
        ? retryAfterMs(response.headers.get("retry-after"))
        : null,
    });
  } catch (error) {
    const reason = reasonOf(error, signal);
    return withDuration({ status: null, answer: null, error: reason, retryAfterMs: null });
  }
}

/** Returns how long `Retry-After` asks to wait, given in seconds or as a date; null for neither. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const text = header.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return at > now ? at - now : null;
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Replaces the endpoint's name in the URL with an address, so that the name is not looked up again. */
function pinAddress(url: URL, addresses: readonly string[], attempt: number): URL {
  const address = addresses[(attempt - 1) % addresses.length] ?? "";
  const pinnedUrl = new URL(url);
  pinnedUrl.hostname = isIP(address) === 6 ? `[${address}]` : address;
  return pinnedUrl;
}

/** Returns the beginning of an answer as text, or the part that has arrived if it is slow. */
async function readBodyStart(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk.subarray(0, maxBytes - size), { stream: true });
      size += chunk.byteLength;
      // Leaving the loop cancels the stream and closes the connection.
      if (size >= maxBytes) break;
    }
  } catch {
    // The status already says whether the event was accepted.
  }
  return text.replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
}

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    ),
  ]);
}

/** Returns why there is no answer, for the owner. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof RefusedAddressError) return error.message;
  if (signal.aborted) return "The server did not answer in time.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SIGNATURE|ALTNAME/.test(code))
    return `The server’s certificate is not valid (${code}).`;
  return `The server could not be reached${code ? ` (${code})` : ""}.`;
}
