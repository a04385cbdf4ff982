import { useCallback, useEffect, useRef, useState } from "react";
import type { StaffViews } from "../../src/dispatch/board/view-contract";
import { builtInViews } from "../../src/dispatch/board/view-rules";
import type { Api, read } from "../api";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates } from "../office/live/updates";

/** Events come in bursts, so counts are loaded when they pause for this long, ms, and at intervals. */
const DEBOUNCE_MS = 1_200;
const REFRESH_MS = 60_000;

interface ViewsState {
  /** Counts are null until known. */
  builtIn: readonly { key: string; name: string; count: number | null }[];
  own: StaffViews["own"];
}

const unloadedViews: ViewsState = {
  builtIn: builtInViews.map(({ key, name }) => ({ key, name, count: null })),
  own: [],
};

/** One change to saved views; resolves with the error, or null. */
export type UpdateViews = (
  update: (api: Api) => Parameters<typeof read<StaffViews>>[0],
) => Promise<string | null>;

/** The views with their current counts, and functions that change a user's own views. */
export function useViews(): { views: ViewsState; write: UpdateViews } {
  const { api, call } = useOffice();
  const [views, setViews] = useState<ViewsState>(unloadedViews);
  const load = useCallback(async () => {
    try {
      setViews(await call(api.admin.views.$get()));
    } catch {
      // The board itself reports an unreachable server. The next event loads this again.
    }
  }, [api, call]);
  const reloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void load();
    const refreshTimer = setInterval(() => void load(), REFRESH_MS);
    return () => {
      clearInterval(refreshTimer);
      clearTimeout(reloadTimer.current);
      reloadTimer.current = undefined;
    };
  }, [load]);
  reservationUpdates.useUpdates(() => {
    reloadTimer.current ??= setTimeout(() => {
      reloadTimer.current = undefined;
      void load();
    }, DEBOUNCE_MS);
  });

  const write = useCallback<UpdateViews>(
    async (update) => {
      try {
        setViews(await call(update(api)));
        return null;
      } catch (error) {
        return error instanceof LeftPageError ? null : failureText(error);
      }
    },
    [api, call],
  );
  return { views, write };
}
