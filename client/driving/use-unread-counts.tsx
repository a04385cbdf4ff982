import { useRouter } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { read } from "../api";
import { ApiError } from "../api-error";
import { messageUpdates } from "../messages/updates";
import { useWords } from "../words/use-words";

/** Returns the number of unread messages by trip id, which reloads when messages arrive. */
export function useUnreadCounts(): ReadonlyMap<string, number> {
  const { api } = useRouter().options.context;
  const [unread, setUnread] = useState<ReadonlyMap<string, number>>(new Map());
  const load = useCallback(async () => {
    try {
      const { trips } = await read(api.driver.messages.unread.$get());
      setUnread(new Map(trips.map((trip) => [trip.reservationId, trip.unread])));
    } catch (error) {
      // Without coverage, the last counts stay. The stream reloads them when it reopens.
      if (!(error instanceof ApiError)) throw error;
    }
  }, [api]);
  useEffect(() => void load(), [load]);
  messageUpdates.useUpdates(() => void load());
  return unread;
}

/** "2 new messages"; empty if there are none. */
export function UnreadBadge({ count, className = "" }: { count: number; className?: string }) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <span
      className={`inline-flex items-center gap-2 font-medium text-accent-text text-sm ${className}`}
    >
      <MessageSquare aria-hidden="true" className="shrink-0" size={16} />
      {t.count(count, "{n} new message", "{n} new messages")}
    </span>
  );
}
