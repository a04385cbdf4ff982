import { KeyRound, MessageSquare } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { MessagesNeedingAttention } from "../../src/messages/contract";
import { messageUpdates } from "../messages/updates";
import { AttentionGroup } from "./attention-strip";
import { reservationUpdates } from "../office/live/updates";
import { useOffice } from "../office/calls";

const noMessages: MessagesNeedingAttention = { unread: [], boarding: [] };

/** Unread messages and passengers to confirm; empty when there are none. */
export function MessagesStrip({ now, onOpen }: { now: number; onOpen: (id: string) => void }) {
  const { api, call } = useOffice();
  const [messageAttention, setMessageAttention] = useState(noMessages);
  const load = useCallback(async () => {
    try {
      setMessageAttention(await call(api.admin.messages.$get()));
    } catch {
      // The board itself reports an unreachable server. The next event loads this again.
    }
  }, [api, call]);
  useEffect(() => void load(), [load]);
  reservationUpdates.useUpdates(() => void load());
  messageUpdates.useUpdates(() => void load());
  const { unread, boarding } = messageAttention;
  if (unread.length + boarding.length === 0) return null;
  const group = { now, onOpen };
  return (
    <section aria-label="Messages and boarding" className="contents">
      {boarding.length > 0 && (
        <AttentionGroup
          {...group}
          icon={<KeyRound aria-hidden="true" size={16} />}
          rows={boarding.map(rowOf)}
          tone="danger"
          words={`${boarding.length} to confirm`}
        />
      )}
      {unread.length > 0 && (
        <AttentionGroup
          {...group}
          icon={<MessageSquare aria-hidden="true" size={16} />}
          rows={unread.map(rowOf)}
          tone="warning"
          words={unread.length === 1 ? "1 unread message" : `${unread.length} with unread messages`}
        />
      )}
    </section>
  );
}

/** A trip with a driver no longer waits for a call. */
const rowOf = (trip: MessagesNeedingAttention["unread"][number]) => ({ ...trip, willCall: false });
