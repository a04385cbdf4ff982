import { useCallback, useEffect, useState } from "react";
import type { FailedMessages } from "../../src/notifications/contract";
import { outboxUpdates } from "../office/live/updates";
import { useOffice } from "../office/calls";

const none: FailedMessages = { count: 0, groups: [] };

/** Keeps the failed messages that can be sent again. Loads them again when the event stream reports a change. */
export function useFailedMessages(): FailedMessages {
  const { api, call } = useOffice();
  const [failed, setFailed] = useState(none);
  const load = useCallback(async () => {
    try {
      setFailed(await call(api.admin.outbox.failed.$get()));
    } catch {
      // The screen already shows a lost connection, and the next event loads the messages again.
    }
  }, [api, call]);
  useEffect(() => void load(), [load]);
  outboxUpdates.useUpdates(() => void load());
  return failed;
}
