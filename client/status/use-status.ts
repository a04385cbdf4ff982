import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerStatus } from "../../src/status/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { showToast } from "../ui/toasts";

const REFRESH_INTERVAL_MS = 10_000;
/** Faster while somebody waits for a backup. */
const BACKUP_REFRESH_MS = 2_000;

/** The server's status, reloaded every ten seconds while the page is visible and on every return to it. */
export function useStatus(first: ServerStatus) {
  const { api, call } = useOffice();
  const [status, setStatus] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const shown = useRef(first);
  const { underWay } = status.backups;

  const take = useCallback((next: ServerStatus) => {
    if (shown.current.backups.underWay && !next.backups.underWay) notifyOfBackup(next);
    shown.current = next;
    setStatus(next);
    setFailure(null);
  }, []);
  const refresh = useCallback(async () => {
    try {
      take(await call(api.admin.status.$get()));
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, take]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void refresh();
    };
    const timer = setInterval(look, underWay ? BACKUP_REFRESH_MS : REFRESH_INTERVAL_MS);
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [refresh, underWay]);

  const backUp = async () => {
    setStarting(true);
    try {
      take(await call(api.admin.status.backups.$post()));
    } catch (error) {
      if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
    } finally {
      setStarting(false);
    }
  };
  return { status, failure, refresh, backUp, backingUp: starting || underWay };
}

function notifyOfBackup({ backups: { failed, last } }: ServerStatus): void {
  if (failed) showToast("error", `The backup failed: ${failed.reason}`);
  else if (last) showToast("success", `Backup created: ${last.name}`);
}
