import { and, desc, eq, gt, sql } from "drizzle-orm";
import { sessions } from "../../../db/schema/accounts";
import { pushSubscriptions } from "../../../db/schema/notifications";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import type { Deps } from "../../deps";
import type { PushState } from "./push-contract";
import { vapidKeys } from "./push-keys";

/**
 * The maximum number of phones per account. Nobody carries more, and signing in repeatedly must not multiply the
 * messages.
 */
const MAX_PHONES = 10;

const activeSubscriptions = prepared((db) =>
  db
    .select({ id: pushSubscriptions.id, hideDetails: pushSubscriptions.hideDetails })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        eq(pushSubscriptions.audience, sql.placeholder("audience")),
        eq(pushSubscriptions.accountId, sql.placeholder("accountId")),
        gt(sessions.expiresAt, sql.placeholder("now")),
      ),
    )
    .orderBy(desc(pushSubscriptions.createdAt))
    .limit(MAX_PHONES)
    .prepare(),
);

/** Returns the signed-in phones and browsers of an account that want notifications. */
export function phonesOf(
  db: Db,
  audience: "rider" | "driver" | "admin",
  accountId: string,
  now: number,
): { id: string; hideDetails: boolean }[] {
  return activeSubscriptions(db).all({ audience, accountId, now });
}

/**
 * Returns the encrypted push target of a phone or browser, or null if its owner has turned notifications off or signed
 * out.
 */
export function findPushTarget(deps: Deps, id: string): { sealed: string } | null {
  const [row] = deps.db
    .select({ sealed: pushSubscriptions.sealed })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.id, id), gt(sessions.expiresAt, deps.now())))
    .all();
  return row ?? null;
}

/** Returns the state of notifications on the phone or browser of a session. */
export function pushStateOf(deps: Deps, sessionId: string): PushState {
  const [row] = deps.db
    .select({ hideDetails: pushSubscriptions.hideDetails })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId))
    .all();
  return {
    on: row !== undefined,
    hideDetails: row?.hideDetails ?? false,
    publicKey: vapidKeys(deps).publicKey,
  };
}
