import { useCallback, useEffect, useState } from "react";
import { contactUpdates } from "../office/live/updates";
import { useOffice } from "../office/calls";

/** Loads the number of unread contact messages and updates it with the event stream. */
export function useUnreadContacts(): number {
  const { api, call } = useOffice();
  const [unread, setUnread] = useState(0);
  const load = useCallback(async () => {
    try {
      setUnread((await call(api.admin["contact-messages"].counts.$get())).unread);
    } catch {
      // The stream itself reports an unreachable server. The next event loads this again.
    }
  }, [api, call]);
  useEffect(() => void load(), [load]);
  contactUpdates.useUpdates(() => void load());
  return unread;
}
