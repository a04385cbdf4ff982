import { useCallback, useEffect, useState } from "react";
import type { Api } from "../api";
import { useStaffCall } from "../office/calls";
import { contactNews } from "../office/live/news";

/** How many contact messages nobody has looked at; follows the live line. */
export function useUnreadContacts(api: Api): number {
  const call = useStaffCall();
  const [unread, setUnread] = useState(0);
  const load = useCallback(async () => {
    try {
      setUnread((await call(api.admin["contact-messages"].counts.$get())).unread);
    } catch {
      // The line itself says that the server is away; the next piece of news asks again.
    }
  }, [api, call]);
  useEffect(() => void load(), [load]);
  contactNews.useNews(() => void load());
  return unread;
}
