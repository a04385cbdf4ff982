/** Notifies people who have unread messages. */
import { and, desc, eq, gt, inArray, lte, ne } from "drizzle-orm";
import { type StoredTripThread, tripMessages, tripThreads } from "../../db/schema/messages";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { notifyDriver } from "../notifications/outbox";
import { queueDriverMessage, queueRiderMessage } from "../notifications/outbox";
import { newTripMessage } from "../notifications/texts/trip-texts";
import type { Language } from "../settings/languages/languages-contract";
import { findTrip } from "../reservations/links/trip-queries";
import { findRow } from "../../db/rows";
import { readOperator } from "../settings/queries";

/** How many conversations a run handles. The rest follows in the next run. */
const MAX_THREADS_PER_RUN = 100;

/** Queues the notifications that are due. A person with nothing left to read isn't notified. */
export async function notifyOfUnreadMessages(deps: Deps): Promise<void> {
  const now = deps.now();
  const dueThreads = (
    column: typeof tripThreads.riderNotifyAt | typeof tripThreads.driverNotifyAt,
  ) =>
    deps.db
      .select({ id: tripThreads.reservationId })
      .from(tripThreads)
      .where(lte(column, now))
      .limit(MAX_THREADS_PER_RUN)
      .all();
  const riders = dueThreads(tripThreads.riderNotifyAt);
  const drivers = dueThreads(tripThreads.driverNotifyAt);
  if (riders.length + drivers.length === 0) return;
  await deps.write((tx) => {
    for (const { id } of riders) notifyParty(tx, deps, id, "rider", now);
    for (const { id } of drivers) notifyParty(tx, deps, id, "driver", now);
  });
}

function notifyParty(
  tx: Tx,
  deps: Deps,
  reservationId: string,
  side: "rider" | "driver",
  now: number,
) {
  const thread = findRow(tx, tripThreads, { reservationId });
  const trip = findTrip(tx, reservationId);
  const dueAt = thread?.[`${side}NotifyAt`] ?? null;
  if (!thread || !trip || dueAt === null || dueAt > now) return;
  const message = newestUnreadMessage(tx, thread, side, trip.driverId);
  const { publicUrl } = deps.config;
  const { brand } = readOperator(deps);
  const text = (path: string, language: Language) =>
    newTripMessage({
      language,
      brand,
      number: trip.number,
      from: message?.sender === "dispatch" ? null : (message?.senderName ?? ""),
      text: message?.body ?? "",
      url: `${publicUrl}${path}`,
      path,
    });
  if (message && side === "rider" && trip.riderId)
    queueRiderMessage(tx, deps, { riderId: trip.riderId }, (language) =>
      text(`/trips/${trip.id}`, language),
    );
  if (message && side === "driver" && trip.driverId) {
    const href = `/driver/dashboard/trips/${trip.id}`;
    queueDriverMessage(tx, deps, trip.driverId, (language) => text(href, language), trip.id);
    notifyDriver(tx, deps, trip.driverId, (t) => ({
      title: t("Message about trip {number}", { number: trip.number }),
      body: t("Open the trip to read it."),
      href,
      reservationId: trip.id,
    }));
  }
  tx.update(tripThreads)
    .set({ [`${side}NotifyAt`]: null, ...(message && { [`${side}NotifiedAt`]: now }) })
    .where(eq(tripThreads.reservationId, reservationId))
    .run();
}

function newestUnreadMessage(
  tx: Tx,
  thread: StoredTripThread,
  side: "rider" | "driver",
  driverId: string | null,
) {
  const [message] = tx
    .select()
    .from(tripMessages)
    .where(
      and(
        eq(tripMessages.reservationId, thread.reservationId),
        gt(tripMessages.id, thread[`${side}ReadId`]),
        ne(tripMessages.sender, side),
        inArray(tripMessages.recipient, ["both", side]),
        side === "driver" ? eq(tripMessages.driverId, driverId ?? "") : undefined,
      ),
    )
    .orderBy(desc(tripMessages.id))
    .limit(1)
    .all();
  return message;
}
