import { and, count, desc, eq, isNull } from "drizzle-orm";
import { notifications } from "../../db/schema/notifications";
import type { Deps } from "../deps";
import type { Notifications } from "./contract";
import { iso } from "../formats/instants";

/** The length of the bell's list. Older notifications were read or no longer matter. */
const MAX_LISTED_ITEMS = 50;

/** Returns the newest notifications of an account, and its total number of unread ones. */
export function listNotifications(
  deps: Deps,
  audience: "rider" | "driver" | "admin",
  accountId: string,
): Notifications {
  const accountFilter = and(
    eq(notifications.audience, audience),
    eq(notifications.accountId, accountId),
  );
  const rows = deps.db
    .select()
    .from(notifications)
    .where(accountFilter)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_LISTED_ITEMS)
    .all();
  const unread = deps.db
    .select({ n: count() })
    .from(notifications)
    .where(and(accountFilter, isNull(notifications.readAt)))
    .get();
  return {
    notifications: rows.map((row) => ({
      id: row.id,
      title: row.title,
      body: row.body,
      href: row.href,
      createdAt: iso(row.createdAt),
      readAt: iso(row.readAt),
    })),
    unread: unread?.n ?? 0,
  };
}
