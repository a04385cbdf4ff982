/** Phones and browsers that want notifications. */
import { and, eq, or } from "drizzle-orm";
import { pushSubscriptions } from "../../../db/schema/notifications";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken } from "../../process/keys";
import type { TurnOnPush } from "./push-contract";
import { pushServiceOf } from "./push-rules";
import { insertRow } from "../../../db/rows";

/** The session of the request. Its subscription ends with it. */
type Subscriber = { id: string; audience: "rider" | "driver" | "admin"; accountId: string };

/** The encrypted part of a subscription. */
export type PhoneKeys = { endpoint: string; p256dh: string; auth: string };

/**
 * Stores the push subscription of the session's phone and replaces an earlier one. Throws 422 if pushes may not be sent
 * to its push service, 400 if its keys are invalid.
 */
export async function turnOnPush(
  deps: Deps,
  { id: sessionId, audience, accountId }: Subscriber,
  { endpoint, keys, hideDetails }: TurnOnPush,
): Promise<void> {
  const service = pushServiceOf(endpoint, deps.config.push);
  if (!service) throw new AppError("push.service_unknown");
  const point = Buffer.from(keys.p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4)
    throw new AppError("request.invalid", {
      fields: { "keys.p256dh": "This is not a valid key." },
    });
  if (Buffer.from(keys.auth, "base64url").length !== 16)
    throw new AppError("request.invalid", { fields: { "keys.auth": "This is not a valid key." } });
  const phone: PhoneKeys = { endpoint, ...keys };
  const endpointHash = hashToken(endpoint);
  await deps.write((tx) => {
    // The account that was signed in on this phone before must not get notifications on it any more.
    tx.delete(pushSubscriptions)
      .where(
        or(
          eq(pushSubscriptions.sessionId, sessionId),
          and(
            eq(pushSubscriptions.endpointHash, endpointHash),
            eq(pushSubscriptions.audience, audience),
          ),
        ),
      )
      .run();
    insertRow(tx, pushSubscriptions, {
      id: Bun.randomUUIDv7(),
      sessionId,
      audience,
      accountId,
      service,
      endpointHash,
      sealed: deps.keys.encrypt(JSON.stringify(phone)),
      hideDetails,
      createdAt: deps.now(),
    });
  });
}

/** Ends the notifications on the session's phone. */
export async function turnOffPush(deps: Deps, sessionId: string): Promise<void> {
  await deps.write((tx) => {
    tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).run();
  });
}

/** Deletes a phone that its push service no longer knows. */
export async function removePhone(deps: Deps, id: string): Promise<void> {
  await deps.write((tx) => {
    tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id)).run();
  });
}
