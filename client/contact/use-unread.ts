import { useCallback, useEffect, useState } from "react";
import { contactNews } from "../office/live/news";
import { useOffice } from "../office/calls";

/** How many contact messages nobody has looked at; follows the live line. */
export function useUnreadContacts(): number {
  const { api, call } = useOffice();
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
