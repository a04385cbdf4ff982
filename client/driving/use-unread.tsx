import { useRouter } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { read } from "../api";
import { ApiError } from "../api-error";
import { messageNews } from "../messages/news";

/** How many messages wait for the driver, by the trip's id; asked for anew as they come in. */
export function useUnread(): ReadonlyMap<string, number> {
  const { api } = useRouter().options.context;
  const [unread, setUnread] = useState<ReadonlyMap<string, number>>(new Map());
  const load = useCallback(async () => {
    try {
      const { trips } = await read(api.driver.messages.unread.$get());
      setUnread(new Map(trips.map((trip) => [trip.reservationId, trip.unread])));
    } catch (error) {
      // Without coverage the trips are shown as they are known; the stream asks again when it is back.
      if (!(error instanceof ApiError)) throw error;
    }
  }, [api]);
  useEffect(() => void load(), [load]);
  messageNews.useNews(() => void load());
  return unread;
}

/** "2 new messages"; nothing where there are none. */
export function UnreadMark({ count, className = "" }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={`inline-flex items-center gap-2 font-medium text-accent-text text-sm ${className}`}
    >
      <MessageSquare aria-hidden="true" className="shrink-0" size={16} />
      {count === 1 ? "1 new message" : `${count} new messages`}
    </span>
  );
}
