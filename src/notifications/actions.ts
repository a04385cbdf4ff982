/** Writes the first notifications of a new driver, and marks notifications as read. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { notifications } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { afterTransaction } from "./outbox";
import { driverWelcome } from "./texts/texts";
import { insertRow } from "../../db/rows";

type Reader = { audience: "rider" | "driver" | "admin"; accountId: string };

/** Adds three introductory notifications for a new driver. `now` is in ms. */
export function welcomeDriver(tx: Tx, driverId: string, now: number): void {
  const reader = { audience: "driver" as const, accountId: driverId };
  // A list shows the newest first, so the first of the three is written last.
  for (const welcomeMessage of [...driverWelcome].reverse())
    insertRow(tx, notifications, {
      id: Bun.randomUUIDv7(),
      ...reader,
      ...welcomeMessage,
      isWelcome: true,
      createdAt: now,
    });
}

/** Marks the notification of a completed setup step as read, inside the caller's transaction. */
export function markWelcomeRead(tx: Tx, deps: Deps, driverId: string, href: string): void {
  const readNotifications = tx
    .update(notifications)
    .set({ readAt: deps.now() })
    .where(
      and(
        eq(notifications.audience, "driver"),
        eq(notifications.accountId, driverId),
        eq(notifications.isWelcome, true),
        eq(notifications.href, href),
        isNull(notifications.readAt),
      ),
    )
    .returning({ id: notifications.id })
    .all();
  if (readNotifications.length === 0) return;
  const reader = { audience: "driver" as const, accountId: driverId };
  afterTransaction(() => deps.bus.publish({ type: "notification", ...reader }));
}

/** Marks notifications as read: the reader's own among the given ids, or all. */
export async function markNotificationsRead(
  deps: Deps,
  reader: Reader,
  ids: readonly string[] | null,
): Promise<void> {
  await deps.write((tx) => {
    const unreadFilter = and(
      eq(notifications.audience, reader.audience),
      eq(notifications.accountId, reader.accountId),
      isNull(notifications.readAt),
    );
    tx.update(notifications)
      .set({ readAt: deps.now() })
      .where(ids ? and(unreadFilter, inArray(notifications.id, [...ids])) : unreadFilter)
      .run();
  });
  deps.bus.publish({ type: "notification", ...reader });
}
