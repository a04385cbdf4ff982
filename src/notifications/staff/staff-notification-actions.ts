/**
 * The notifications of staff. An event is recorded in the transaction of its cause, and staff are notified at regular
 * times.
 */
import { eq, lt } from "drizzle-orm";
import {
  staffListeners,
  staffNews,
  type StoredStaffListener,
} from "../../../db/schema/notifications";
import { insertRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { AdminRole } from "../../accounts/contract";
import type { Deps } from "../../deps";
import { momentText } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import type { MessageChannel } from "../choices/choice-contract";
import { quietUntil } from "../choices/choice-rules";
import { queueMessage, queuePush } from "../outbox";
import { staffNewsMessage } from "../texts/staff-texts";
import type { StaffTopic } from "./staff-notification-contract";
import {
  channelsOf,
  listStaffToNotify,
  newestEventId,
  eventsAfter,
  type StaffNews,
} from "./staff-notification-queries";
import {
  DIGEST_INTERVAL_MS,
  digestTitle,
  isSentWithOpenBoard,
  eventPath,
  topicsOf,
} from "./staff-notification-rules";

const EVENT_RETENTION_MS = 30 * 86_400_000;

/** Records an event for staff inside the caller's transaction. */
export function recordStaffNews(
  tx: Tx,
  deps: Deps,
  topic: StaffTopic,
  subjectId: string,
  number: number | null,
): void {
  insertRow(tx, staffNews, { topic, subjectId, number, createdAt: deps.now() });
}

/**
 * Notifies each member of staff of events since their last notification, in one message per channel. Staff who are only
 * notified while away get nothing about events that happened while a screen of dispatch was open.
 */
export async function notifyStaff(deps: Deps, isScreenOpen: boolean): Promise<void> {
  const newest = newestEventId(deps.db);
  if (!listStaffToNotify(deps.db).some(({ listener }) => listener?.newsId !== newest)) return;
  await deps.write((tx) => {
    const now = deps.now();
    // Events are read once per starting point, because most staff were last notified of the same event.
    const eventsByStart = new Map<number, StaffNews[]>();
    const eventsSince = (id: number) =>
      eventsByStart.getOrInsertComputed(id, () => eventsAfter(tx, id));
    for (const { listener, ...admin } of listStaffToNotify(tx)) {
      if (!listener) insertRow(tx, staffListeners, { adminId: admin.id, newsId: newest });
      else if (listener.newsId < newest)
        notifyStaffMember(tx, deps, { ...admin, listener, isScreenOpen, now, eventsSince });
    }
    tx.delete(staffNews)
      .where(lt(staffNews.createdAt, now - EVENT_RETENTION_MS))
      .run();
  });
}

interface Reader {
  id: string;
  email: string;
  role: AdminRole;
  listener: StoredStaffListener;
  isScreenOpen: boolean;
  now: number;
  eventsSince: (id: number) => StaffNews[];
}

function notifyStaffMember(tx: Tx, deps: Deps, reader: Reader) {
  const { id, email, role, listener, isScreenOpen, now, eventsSince } = reader;
  const { onlyWhenAway, quietFromMinute, quietUntilMinute, notifiedAt, phone } = listener;
  const isAtScreen = onlyWhenAway && isScreenOpen;
  const events = eventsSince(listener.newsId);
  const topics = new Map(
    topicsOf(role, channelsOf(listener)).map(({ topic, channels }) => [topic, channels]),
  );
  const dueEvents = events.filter(
    ({ topic }) => topics.get(topic)?.length && (!isAtScreen || isSentWithOpenBoard(topic)),
  );
  if (dueEvents.length > 0) {
    if (notifiedAt !== null && now - notifiedAt < DIGEST_INTERVAL_MS) return;
    if (quietFromMinute !== null && quietUntilMinute !== null) {
      const quiet = { fromMinute: quietFromMinute, untilMinute: quietUntilMinute };
      if (quietUntil(quiet, now, readOperator(deps).timeZone) !== null) return;
    }
  }
  const channels = (["email", "sms", "push"] as const).map((channel) => {
    const news = dueEvents.filter(({ topic }) => topics.get(topic)?.includes(channel));
    return news.length > 0 && queueDigest(tx, deps, channel, news, { id, email, phone });
  });
  tx.update(staffListeners)
    .set({
      newsId: events.at(-1)?.id ?? listener.newsId,
      ...(channels.includes(true) && { notifiedAt: now }),
    })
    .where(eq(staffListeners.adminId, id))
    .run();
}

/** Queues a message about these events. Returns false if the channel has no contact. */
function queueDigest(
  tx: Tx,
  deps: Deps,
  channel: MessageChannel,
  news: readonly StaffNews[],
  to: { id: string; email: string; phone: string | null },
): boolean {
  const [first] = news;
  const isSingleEvent = news.length === 1 && first;
  const title = digestTitle(news);
  const paths = new Set(news.map(eventPath));
  const path = (paths.size === 1 && [...paths][0]) || "/dispatch/dashboard/reservation";
  const { brand, timeZone } = readOperator(deps);
  const when = ({ pickupAt }: StaffNews) =>
    pickupAt === null ? "" : momentText(pickupAt, timeZone);
  if (channel === "push")
    return queuePush(
      tx,
      deps,
      { audience: "admin", accountId: to.id },
      { kind: "staff_news", notice: { title, body: isSingleEvent ? when(first) : "", path } },
    );
  const value = channel === "email" ? to.email : to.phone;
  if (value === null) return false;
  const message = staffNewsMessage({
    brand,
    title,
    url: `${deps.config.publicUrl}${path}`,
    lines: news.map((one): [string, string] => {
      const places = [one.pickupName, one.dropoffName].filter(Boolean).join(" to ");
      return [digestTitle([one]), [when(one), places].filter(Boolean).join(": ")];
    }),
  });
  queueMessage(tx, deps, { to: { type: channel === "email" ? "email" : "phone", value }, message });
  return true;
}
