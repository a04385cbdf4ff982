/** Sends pushes: encrypted for the phone (RFC 8291) and delivered to its push service (RFC 8030). */
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
 * Delivers a push. The message's recipient is the id of a subscription, and its text the payload. Throws
 * `DeliveryError`. Deletes a phone that its push service no longer knows.
 */
export async function sendPush(deps: Deps, message: OutgoingMessage): Promise<void> {
  const target = findPushTarget(deps, message.recipient);
  if (!target) throw new DeliveryError("The device no longer accepts notifications.", true);
  const phone = phoneKeys(deps, target.sealed);
  // Checks the push service again, because the configuration may have changed since the phone subscribed.
  if (!phone || !pushServiceOf(phone.endpoint, deps.config.push)) {
    await removePhone(deps, message.recipient);
    throw new DeliveryError("This push service is not allowed.", true);
  }
  const { headers, body } = await encryptForPhone(deps, phone, message);
  let response: Response;
  try {
    // Redirects are not followed, because only this URL was checked.
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
  // 400 and 413 are about this message. Other errors (refused keys, limits, outages) pass or get repaired.
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
  // Loads with the first push.
  const { generateRequestDetails } = (await import("web-push")).default;
  const { path } = JSON.parse(message.text) as { path: string };
  const remainingMs = (message.expiresAt ?? deps.now() + 86_400_000) - deps.now();
  try {
    const { headers, body } = generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      message.text,
      {
        vapidDetails: { subject: deps.config.push.subject, ...vapidKeys(deps) },
        contentEncoding: "aes128gcm",
        TTL: Math.max(0, Math.floor(remainingMs / 1_000)),
        urgency: pushUrgency(message.kind),
        // A newer message on the same topic replaces one that isn't delivered yet.
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
    // The phone's keys are unusable, for example a point that isn't on the curve, so nothing can ever be encrypted for
    // it.
    await removePhone(deps, message.recipient);
    throw new DeliveryError("The device’s keys are not valid.", true);
  }
}

function phoneKeys(deps: Deps, sealed: string): PhoneKeys | null {
  try {
    // The cast is safe because `turnOnPush` stored this value.
    return JSON.parse(deps.keys.decrypt(sealed)) as PhoneKeys;
  } catch {
    return null;
  }
}
