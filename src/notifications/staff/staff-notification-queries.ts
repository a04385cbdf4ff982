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

/** How many events a run reads. The rest is in the next message. */
const MAX_EVENTS_PER_RUN = 200;

/** Returns all active staff with their notification settings, which are null if none were ever stored. */
export function listStaffToNotify(db: Db | Tx) {
  return db
    .select({ id: admins.id, email: admins.email, role: admins.role, listener: staffListeners })
    .from(admins)
    .leftJoin(staffListeners, eq(staffListeners.adminId, admins.id))
    .where(isNull(admins.deactivatedAt))
    .all();
}

/** Returns the id of the newest event, or 0 if there never was one. */
export function newestEventId(db: Db | Tx): number {
  return (
    db
      .select({ id: max(staffNews.id) })
      .from(staffNews)
      .get()?.id ?? 0
  );
}

/**
 * Returns the events after an id, oldest first, each with the pickup time and route of its reservation, or with its
 * invoice.
 */
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

/** Returns the chosen channels, or null if none were chosen yet. */
export function channelsOf(listener: Pick<StoredStaffListener, "channels"> | null) {
  return listener?.channels ? StaffChannels.parse(listener.channels) : null;
}
