import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerStatus } from "../../src/status/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { showToast } from "../ui/toasts";

const REFRESH_INTERVAL_MS = 10_000;
/** The interval between loads while a backup is being made, in ms. */
const BACKUP_REFRESH_MS = 2_000;

/**
 * Keeps the server's status. Reloads it every ten seconds while the page is visible, and on every return to the page.
 */
export function useServerStatus(first: ServerStatus) {
  const { api, call } = useOffice();
  const [status, setStatus] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBackupStarting, setIsBackupStarting] = useState(false);
  const latestStatus = useRef(first);
  const { isUnderWay } = status.backups;

  const applyStatus = useCallback((next: ServerStatus) => {
    if (latestStatus.current.backups.isUnderWay && !next.backups.isUnderWay) notifyOfBackup(next);
    latestStatus.current = next;
    setStatus(next);
    setFailure(null);
  }, []);
  const refresh = useCallback(async () => {
    try {
      applyStatus(await call(api.admin.status.$get()));
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, applyStatus]);

  useEffect(() => {
    const refreshIfVisible = () => {
      if (document.visibilityState === "visible") void refresh();
    };
    const timer = setInterval(
      refreshIfVisible,
      isUnderWay ? BACKUP_REFRESH_MS : REFRESH_INTERVAL_MS,
    );
    document.addEventListener("visibilitychange", refreshIfVisible);
    addEventListener("focus", refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfVisible);
      removeEventListener("focus", refreshIfVisible);
    };
  }, [refresh, isUnderWay]);

  const backUp = async () => {
    setIsBackupStarting(true);
    try {
      applyStatus(await call(api.admin.status.backups.$post()));
    } catch (error) {
      if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
    } finally {
      setIsBackupStarting(false);
    }
  };
  return { status, failure, refresh, backUp, isBackingUp: isBackupStarting || isUnderWay };
}

function notifyOfBackup({ backups: { failed, last } }: ServerStatus): void {
  if (failed) showToast("error", `The backup failed: ${failed.reason}`);
  else if (last) showToast("success", `Backup created: ${last.name}`);
}
