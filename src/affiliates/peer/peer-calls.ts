/** Makes the partner calls to an affiliate's own Livery. */
import { z, type ZodType } from "zod";
import { outboundOptions } from "../../webhooks/delivery-actions";
import { callPublicAddress } from "../../webhooks/post-webhook";
import type { Deps } from "../../deps";
import { BOOKING_UNCERTAIN_TEXT } from "./peer-rules";

/** Enough for a quote, or a booking with its timeline. */
const MAX_ANSWER_BYTES = 512 * 1024;

/** Thrown if their Livery gave no valid answer. The call is repeated later. */
export class PeerUnreachableError extends Error {}

/** Thrown if their Livery refused a call. Its message is for dispatch. */
export class PeerRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The address of an affiliate's Livery, and the key for it. */
export type Peer = { url: string; key: string };

const PeerFailure = z.object({
  code: z.string(),
  message: z.string().transform((message) => message.slice(0, 300)),
});

/** Makes a call and reads its answer. Throws `PeerUnreachableError` or `PeerRefusal`. */
export async function callPeer<Answer>(
  deps: Deps,
  { url, key }: Peer,
  method: "GET" | "POST" | "PUT",
  path: string,
  contract: ZodType<Answer>,
  { body, idempotencyKey }: { body?: unknown; idempotencyKey?: string } = {},
): Promise<Answer> {
  const { status, answer, error } = await callPublicAddress(
    new URL(`/backend/partner/v1${path}`, url),
    {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      attempt: 1,
      answerBytes: MAX_ANSWER_BYTES,
    },
    outboundOptions(deps),
  );
  if (status === null || error !== null)
    throw new PeerUnreachableError(error ?? "The server did not answer.");
  if (status >= 500 || status === 429)
    throw new PeerUnreachableError(`The server answered ${status}.`);
  let json: unknown;
  try {
    json = JSON.parse(answer ?? "");
  } catch {
    throw new PeerUnreachableError("The answer did not come from a Livery server.");
  }
  if (status >= 400) {
    const failure = PeerFailure.safeParse(json);
    if (!failure.success) throw new PeerUnreachableError(`The server answered ${status}.`);
    const { code, message } = failure.data;
    // Neither code shows whether an earlier request was booked.
    if (code.startsWith("key.")) throw new PeerUnreachableError(message);
    if (code === "idempotency.reused") throw new PeerUnreachableError(BOOKING_UNCERTAIN_TEXT);
    throw new PeerRefusal(code, message);
  }
  const parsed = contract.safeParse(json);
  if (!parsed.success)
    throw new PeerUnreachableError("The answer did not come from a Livery server.");
  return parsed.data;
}
