import { useRouter, useRouterState } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import type { BoardView } from "./board-filters";
import { saveBoardPosition, savedBoardPosition } from "./board-position";

/**
 * Restores the scroll position of each view, of the list under the details on a phone, and of the board. Call the
 * returned functions before leaving each of them.
 */
export function useBoardScroll(view: BoardView, openRowId: string | null) {
  const router = useRouter();
  const historyKey = useRouterState({ select: ({ location: { state } }) => state.key });
  const [savedPosition] = useState(() => savedBoardPosition(historyKey));
  const tablePosition = useRef(savedPosition?.scrollY ?? 0);
  // Newer browsers return a promise from scroll functions, which React would take for a cleanup.
  useLayoutEffect(
    () => void window.scrollTo(0, view === "table" ? tablePosition.current : 0),
    [view],
  );

  // Return to the row that was opened, after the router has scrolled to the top.
  useLayoutEffect(() => {
    if (!savedPosition) return;
    const restoreScroll = () =>
      void requestAnimationFrame(() => window.scrollTo(0, savedPosition.scrollY));
    restoreScroll();
    const stop = router.subscribe("onRendered", () => {
      stop();
      restoreScroll();
    });
    return stop;
  }, [savedPosition, router]);

  // On a phone the details replace the list; returning restores its position.
  const listPosition = useRef(0);
  const wasPanelOpen = useRef(openRowId !== null);
  useLayoutEffect(() => {
    if (wasPanelOpen.current && openRowId === null) window.scrollTo(0, listPosition.current);
    wasPanelOpen.current = openRowId !== null;
  }, [openRowId]);

  return {
    onLeaveView: () => {
      if (view === "table") tablePosition.current = window.scrollY;
    },
    saveListPosition: () => {
      if (openRowId === null) listPosition.current = window.scrollY;
    },
    /** `rows` is the number of rows shown. */
    savePosition: (rows: number) =>
      saveBoardPosition({ key: historyKey, rowCount: rows, scrollY: window.scrollY }),
  };
}
