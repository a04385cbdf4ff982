/** What the bell shows: written with what it tells of. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { notifications } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { afterTransaction, queuePush } from "./outbox";
import { driverWelcome } from "./texts/texts";
import { insertRow } from "../../db/rows";

type Notice = {
  title: string;
  body: string;
  href: string | null;
  /** The trip that a driver is told of: what they are told goes with the erasure of its rider. */
  reservationId?: string | null;
  isWelcome?: boolean;
};

type Reader = { audience: "rider" | "driver" | "admin"; accountId: string };

/**
 * Adds a notification inside the caller's transaction; open screens of the reader hear of it, and a
 * driver's phones.
 */
export function notify(
  tx: Tx,
  deps: Deps,
  reader: Reader,
  { reservationId = null, ...what }: Omit<Notice, "href"> & { href?: string | null },
): void {
  insert(tx, reader, { ...what, href: what.href ?? null, reservationId }, deps.now());
  const { audience, accountId } = reader;
  if (audience === "driver") {
    const notice = { ...what, path: what.href ?? "/driver/dashboard" };
    queuePush(tx, deps, { audience, accountId }, { kind: "driver_news", notice, reservationId });
  }
  afterTransaction(() => deps.bus.publish({ type: "notification", ...reader }));
}

/** Gives a new driver the three notifications to start with. `now` in ms. */
export function welcomeDriver(tx: Tx, driverId: string, now: number): void {
  const reader = { audience: "driver" as const, accountId: driverId };
  // A list shows the newest first: the first of the three is written last.
  for (const what of [...driverWelcome].reverse())
    insert(tx, reader, { ...what, isWelcome: true }, now);
}

/**
 * What a new driver was asked for, and sent to this page for, is done: it counts as read, inside the
 * caller's transaction.
 */
export function settleWelcome(tx: Tx, deps: Deps, driverId: string, href: string): void {
  const settled = tx
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
  if (settled.length === 0) return;
  const reader = { audience: "driver" as const, accountId: driverId };
  afterTransaction(() => deps.bus.publish({ type: "notification", ...reader }));
}

/** Marks notifications as read: those named, as far as they are the reader's, or all. */
export async function markRead(
  deps: Deps,
  reader: Reader,
  ids: readonly string[] | null,
): Promise<void> {
  await deps.write((tx) => {
    const mine = and(
      eq(notifications.audience, reader.audience),
      eq(notifications.accountId, reader.accountId),
      isNull(notifications.readAt),
    );
    tx.update(notifications)
      .set({ readAt: deps.now() })
      .where(ids ? and(mine, inArray(notifications.id, [...ids])) : mine)
      .run();
  });
  deps.bus.publish({ type: "notification", ...reader });
}

function insert(tx: Tx, reader: Reader, what: Notice, createdAt: number): void {
  insertRow(tx, notifications, { id: Bun.randomUUIDv7(), ...reader, ...what, createdAt });
}
