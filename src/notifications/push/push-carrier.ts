/** The way out of pushes: encrypted for the phone (RFC 8291), handed to its push service (RFC 8030). */
import type { Deps } from "../../deps";
import { hashToken } from "../../process/keys";
import { fetchUncompressed } from "../../server/upstream";
import { DeliveryError, type OutgoingMessage } from "../outgoing-message";
import { removePhone, type PhoneKeys } from "./push-actions";
import { vapidKeys } from "./push-keys";
import { findPushTarget } from "./push-queries";
import { pushServiceOf, pushUrgency } from "./push-rules";

const TIMEOUT_MS = 10_000;

/**
 * Hands a push over; its message's recipient is the id of a subscription, its text the payload. Throws
 * `DeliveryError`. A phone that its service no longer knows is forgotten.
 */
export async function sendPush(deps: Deps, message: OutgoingMessage): Promise<void> {
  const foundTarget = findPushTarget(deps, message.recipient);
  if (!foundTarget) throw new DeliveryError("The device no longer accepts notifications.", true);
  const phone = phoneKeys(deps, foundTarget.sealed);
  // Looked at again: the configuration may have changed since it subscribed.
  if (!phone || !pushServiceOf(phone.endpoint, deps.config.push)) {
    await removePhone(deps, message.recipient);
    throw new DeliveryError("This push service is not allowed.", true);
  }
  const { headers, body } = await encryptForPhone(deps, phone, message);
  let response: Response;
  try {
    // Another address than the one that was checked is never written to: no redirect is followed.
    response = await fetchUncompressed(phone.endpoint, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : "failed";
    throw new DeliveryError(`The push service could not be reached: ${name}`, false);
  }
  await response.body?.cancel();
  if (response.ok) return;
  const { status } = response;
  if (status === 404 || status === 410) await removePhone(deps, message.recipient);
  // 400 and 413 are about this message; refused keys, limits and outages pass or get repaired.
  throw new DeliveryError(
    `The push service answered ${status}`,
    [400, 404, 410, 413].includes(status),
  );
}

async function encryptForPhone(
  deps: Deps,
  { endpoint, p256dh, auth }: PhoneKeys,
  message: OutgoingMessage,
) {
  // Loaded with the first push.
  const { generateRequestDetails } = (await import("web-push")).default;
  const { path } = JSON.parse(message.text) as { path: string };
  const left = (message.expiresAt ?? deps.now() + 86_400_000) - deps.now();
  try {
    const { headers, body } = generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      message.text,
      {
        vapidDetails: { subject: deps.config.push.subject, ...vapidKeys(deps) },
        contentEncoding: "aes128gcm",
        TTL: Math.max(0, Math.floor(left / 1_000)),
        urgency: pushUrgency(message.kind),
        // A newer message on the same topic replaces one that is not delivered yet.
        topic: hashToken(path).slice(0, 32),
      },
    );
    return {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      body: new Uint8Array(body as Buffer),
    };
  } catch {
    // A point that is not on the curve, say: nothing can ever be sealed for it.
    await removePhone(deps, message.recipient);
    throw new DeliveryError("The device’s keys are not valid.", true);
  }
}

function phoneKeys(deps: Deps, sealed: string): PhoneKeys | null {
  try {
    // Written by ourselves in `turnOnPush`.
    return JSON.parse(deps.keys.decrypt(sealed)) as PhoneKeys;
  } catch {
    return null;
  }
}
