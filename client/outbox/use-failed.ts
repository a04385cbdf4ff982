import { useCallback, useEffect, useState } from "react";
import type { FailedMessages } from "../../src/notifications/contract";
import { useOffice } from "../office/calls";

const listeners = new Set<() => void>();

/** The live line says that messages failed or go again; or that it was down, so anything may have happened. */
export function tellOutboxNews(): void {
  for (const listener of [...listeners]) listener();
}

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
  useEffect(() => {
    const hear = () => void load();
    hear();
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, [load]);
  return failed;
}
