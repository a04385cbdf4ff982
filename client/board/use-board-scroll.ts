import { useRouter, useRouterState } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import type { BoardView } from "./board-filters";
import { saveBoardPosition, savedBoardPosition } from "./board-position";

/**
 * Where the board is scrolled to: each view, the list under the details on a phone, and the board itself
 * are left and found again where they were. Call what it gives before each of them is left.
 */
export function useBoardScroll(view: BoardView, openId: string | null) {
  const router = useRouter();
  const entry = useRouterState({ select: ({ location: { state } }) => state.key });
  const [found] = useState(() => savedBoardPosition(entry));
  const tableLeft = useRef(found?.scrollY ?? 0);
  // Newer browsers give a promise for a scroll, which React would take for what undoes the effect.
  useLayoutEffect(() => void window.scrollTo(0, view === "table" ? tableLeft.current : 0), [view]);

  // From a reservation's page back to the row that led there, after the router has gone to the top.
  useLayoutEffect(() => {
    if (!found) return;
    const restore = () => void requestAnimationFrame(() => window.scrollTo(0, found.scrollY));
    restore();
    const stop = router.subscribe("onRendered", () => {
      stop();
      restore();
    });
    return stop;
  }, [found, router]);

  // On a phone the details take the list's place: coming back finds it where it was left.
  const listLeft = useRef(0);
  const wasOpen = useRef(openId !== null);
  useLayoutEffect(() => {
    if (wasOpen.current && openId === null) window.scrollTo(0, listLeft.current);
    wasOpen.current = openId !== null;
  }, [openId]);

  return {
    leavingView: () => {
      if (view === "table") tableLeft.current = window.scrollY;
    },
    leavingList: () => {
      if (openId === null) listLeft.current = window.scrollY;
    },
    /** `rows` is how many are shown. */
    leavingBoard: (rows: number) =>
      saveBoardPosition({ key: entry, rows, scrollY: window.scrollY }),
  };
}
