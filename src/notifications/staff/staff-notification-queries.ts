import { asc, eq, getTableColumns, gt, isNull, max } from "drizzle-orm";
import { admins } from "../../../db/schema/accounts";
import {
  staffListeners,
  staffNews,
  type StoredStaffListener,
} from "../../../db/schema/notifications";
import { invoices } from "../../../db/schema/invoices";
import { reservations } from "../../../db/schema/reservations";
import type { Db } from "../../../db/open";
import type { Tx } from "../../../db/writer";
import { StaffChannels } from "./staff-notification-contract";

/** News that are looked at in one turn; the rest comes with the next message. */
const MAX_EVENTS_PER_RUN = 200;

/** Everybody who may sign in, with how they are told; null where that was never written down. */
export function listStaffToNotify(db: Db | Tx) {
  return db
    .select({ id: admins.id, email: admins.email, role: admins.role, listener: staffListeners })
    .from(admins)
    .leftJoin(staffListeners, eq(staffListeners.adminId, admins.id))
    .where(isNull(admins.deactivatedAt))
    .all();
}

/** The number of the newest news; 0 where there were never any. */
export function newestEventId(db: Db | Tx): number {
  return (
    db
      .select({ id: max(staffNews.id) })
      .from(staffNews)
      .get()?.id ?? 0
  );
}

/** The news after one of them, oldest first, each with when and where its reservation goes, or its invoice. */
export function eventsAfter(tx: Tx, id: number) {
  const { pickupAt, pickupName, dropoffName } = reservations;
  return tx
    .select({
      ...getTableColumns(staffNews),
      pickupAt,
      pickupName,
      dropoffName,
      invoiceId: invoices.id,
    })
    .from(staffNews)
    .leftJoin(invoices, eq(invoices.id, staffNews.subjectId))
    .leftJoin(reservations, eq(reservations.id, staffNews.subjectId))
    .where(gt(staffNews.id, id))
    .orderBy(asc(staffNews.id))
    .limit(MAX_EVENTS_PER_RUN)
    .all();
}

export type StaffNews = ReturnType<typeof eventsAfter>[number];

/** The channels that were chosen; null until that was done. */
export function channelsOf(listener: Pick<StoredStaffListener, "channels"> | null) {
  return listener?.channels ? StaffChannels.parse(listener.channels) : null;
}
