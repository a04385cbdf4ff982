/** One call of an endpoint: to an address that was checked, without redirects, within ten seconds. */
import { isIP } from "node:net";
import { version } from "../process/version";
import { fetchUncompressed } from "../server/upstream";
import { publicAddresses, RefusedAddressError, type NameResolver } from "./public-address";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 4_096;

/** How calls to other servers are made; tests have their own. */
export type OutboundOptions = {
  resolve: NameResolver;
  allowsLoopback: boolean;
  timeoutMs?: number;
  /** A certificate authority that is trusted besides the public ones. */
  ca?: string;
};

/** What came of a call. */
export type Outcome = {
  /** Null without an answer. */
  status: number | null;
  /** The start of what it says. */
  answer: string | null;
  error: string | null;
  tookMs: number;
  /** How long it asks to be left alone, where it has too much to do; null for nothing. */
  retryAfterMs: number | null;
};

/** What is sent outside; `attempt` counts from 1. */
type OutboundRequest = { headers: Record<string, string>; body: string | null; attempt: number };

/** Posts a body. Tries after the first take the next address of a name that has several. */
export function postWebhook(
  url: URL,
  sent: OutboundRequest,
  outbound: OutboundOptions,
): Promise<Outcome> {
  return callPublicAddress(
    url,
    { ...sent, method: "POST", answerBytes: MAX_ANSWER_BYTES },
    outbound,
  );
}

/** A call of a server outside, as `postWebhook`; so much of its answer is read. */
export async function callPublicAddress(
  url: URL,
  sent: OutboundRequest & { method: "GET" | "POST" | "PUT"; answerBytes: number },
  { timeoutMs = TIMEOUT_MS, ca, ...where }: OutboundOptions,
): Promise<Outcome> {
  const start = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const withDuration = (outcome: Omit<Outcome, "tookMs">) => ({
    ...outcome,
    tookMs: Math.round(performance.now() - start),
  });
  try {
    const addresses = await rejectOnAbort(publicAddresses(url, where), signal);
    // Another address than the one that was checked is never called: no redirect is followed.
    const response = await fetchUncompressed(pinAddress(url, addresses, sent.attempt), {
      method: sent.method,
      body: sent.body,
      headers: {
        "content-type": "application/json",
        "user-agent": `Livery/${version}`,
        host: url.host,
        ...sent.headers,
      },
      // A connection is of the name that it was checked for.
      keepalive: false,
      signal,
      // The certificate has to be that of the name, not of the address.
      tls: { ...(!isIP(bareHost(url)) && { serverName: url.hostname }), ...(ca && { ca }) },
    });
    const { status } = response;
    const isRedirect = status >= 300 && status < 400;
    return withDuration({
      status,
      answer: await readBodyStart(response, sent.answerBytes),
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

/** What `Retry-After` asks for, in seconds or as a date; null for neither. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const text = header.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return at > now ? at - now : null;
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** The endpoint by an address in place of its name: nothing looks the name up again. */
function pinAddress(url: URL, addresses: readonly string[], attempt: number): URL {
  const address = addresses[(attempt - 1) % addresses.length] ?? "";
  const to = new URL(url);
  to.hostname = isIP(address) === 6 ? `[${address}]` : address;
  return to;
}

/** The start of an answer as text; what there is of it when it is slow. */
async function readBodyStart(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk.subarray(0, maxBytes - size), { stream: true });
      size += chunk.byteLength;
      // Leaving the loop cancels the stream and with it the connection.
      if (size >= maxBytes) break;
    }
  } catch {
    // Its status has said whether it took the event.
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

/** Why there is no answer, for the owner. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof RefusedAddressError) return error.message;
  if (signal.aborted) return "The server did not answer in time.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SIGNATURE|ALTNAME/.test(code))
    return `The server’s certificate is not valid (${code}).`;
  return `The server could not be reached${code ? ` (${code})` : ""}.`;
}
