import { useCallback, useEffect, useState } from "react";
import type { FailedMessages } from "../../src/notifications/contract";
import { outboxUpdates } from "../office/live/updates";
import { useOffice } from "../office/calls";

const none: FailedMessages = { count: 0, groups: [] };

/** The messages that failed and may be sent again; follows the live line. */
export function useFailedMessages(): FailedMessages {
  const { api, call } = useOffice();
  const [failed, setFailed] = useState(none);
  const load = useCallback(async () => {
    try {
      setFailed(await call(api.admin.outbox.failed.$get()));
    } catch {
      // The line itself says that the server is away; the next piece of news asks again.
    }
  }, [api, call]);
  useEffect(() => void load(), [load]);
  outboxUpdates.useNews(() => void load());
  return failed;
}
