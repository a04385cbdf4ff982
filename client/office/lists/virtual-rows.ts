/**
 * Virtual rows: decides which rows of a long list are rendered, so that thousands scroll like
 * fifty.
 */
import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Lists up to this many rows are rendered completely. */
export const MAX_PLAIN_ROWS = 200;
/** The distance rendered above and below the window, in px. */
const OVERSCAN_PX = 1_200;
/** The overscan in px after a jump, when everything is rendered again. The rest follows one step per frame. */
const FIRST_OVERSCAN_PX = 200;
/** The window moves in steps of this many px. */
const STEP_PX = 400;
/** How many rows of a hidden list are rendered. */
const HIDDEN_LIST_ROWS = 25;
/** How many rows are rendered around the focused row, so that arrow keys have a target. */
const OVERSCAN_ROWS = 2;

/** The window over a list, in px from its start; null when the list is hidden. */
export interface VisibleWindow {
  top: number;
  bottom: number;
  /** The distance rendered above and below, in px. */
  overscanPx: number;
  /** The height of a row and of a group heading, in px. */
  rowHeight: number;
  headHeight: number;
}

/** A part of a group: rows to render, or the height of skipped rows, starting at row `from`. */
export type RowSlice = { from: number; until: number } | { from: number; gap: number };

/**
 * Returns the parts of each group: the rows in the window and those around `extraIndexes` (indexes in the whole list),
 * with gaps between. A group without rendered rows is one gap that includes its heading.
 */
export function slicesOf(
  sizes: readonly number[],
  visibleWindow: VisibleWindow | null,
  extraIndexes: readonly number[],
): RowSlice[][] {
  const rowCount = sizes.reduce((sum, size) => sum + size, 0);
  if (rowCount <= MAX_PLAIN_ROWS) return sizes.map((size) => [{ from: 0, until: size }]);
  const { rowHeight, headHeight, overscanPx } = visibleWindow ?? {
    rowHeight: 0,
    headHeight: 0,
    overscanPx: 0,
  };
  let groupStart = 0;
  let top = 0;
  return sizes.map((size) => {
    const start = top + headHeight;
    const clampRow = (row: number) => Math.min(size, Math.max(0, row));
    const windowRows = visibleWindow
      ? {
          from: clampRow(Math.floor((visibleWindow.top - overscanPx - start) / rowHeight)),
          until: clampRow(Math.ceil((visibleWindow.bottom + overscanPx - start) / rowHeight)),
        }
      : { from: 0, until: clampRow(HIDDEN_LIST_ROWS - groupStart) };
    const parts = [
      windowRows,
      ...extraIndexes.map((index) => ({
        from: clampRow(index - groupStart - OVERSCAN_ROWS),
        until: clampRow(index - groupStart + OVERSCAN_ROWS + 1),
      })),
    ]
      .filter(({ from, until }) => from < until)
      .sort((a, b) => a.from - b.from);
    groupStart += size;
    top = start + size * rowHeight;
    if (parts.length === 0) return [{ from: 0, gap: headHeight + size * rowHeight }];
    const slices: RowSlice[] = [];
    let nextRow = 0;
    for (const { from, until } of parts) {
      const lastSlice = slices.at(-1);
      if (from > nextRow)
        slices.push({ from: nextRow, gap: (from - nextRow) * rowHeight }, { from, until });
      else if (lastSlice && "until" in lastSlice)
        lastSlice.until = Math.max(lastSlice.until, until);
      else slices.push({ from, until });
      nextRow = Math.max(nextRow, until);
    }
    if (nextRow < size) slices.push({ from: nextRow, gap: (size - nextRow) * rowHeight });
    return slices;
  });
}

/** The window for printing: every row is rendered, whatever its height. */
const allRows: VisibleWindow = {
  top: Number.NEGATIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  overscanPx: 0,
  rowHeight: 1,
  headHeight: 0,
};

/** The last window of each list, so that a list has the right height at once when it is shown again. */
const lastWindowByList = new Map<string, VisibleWindow>();

/**
 * Returns the moving window over a list of `count` rows; null while the list is short or hidden. Rows have `data-row`
 * in a `tr` or `li`; group headings have `data-head`. `name` distinguishes two lists of the same rows. A new `layout`
 * measures and renders the rows again.
 */
export function useVirtualRows(
  name: string,
  box: RefObject<HTMLElement | null>,
  count: number,
  layout?: unknown,
): VisibleWindow | null {
  const [visibleWindow, setVisibleWindow] = useState<VisibleWindow | null>(
    () => lastWindowByList.get(name) ?? null,
  );
  const [renderedLayout, setRenderedLayout] = useState(layout);
  if (renderedLayout !== layout) {
    setRenderedLayout(layout);
    setVisibleWindow(visibleWindow && { ...visibleWindow, overscanPx: FIRST_OVERSCAN_PX });
  }
  const isLong = count > MAX_PLAIN_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another look it begins again
  useEffect(() => {
    if (!isLong) return setVisibleWindow(null);
    let frame = 0;
    let lastWindow: VisibleWindow | null = null;
    let heights: Pick<VisibleWindow, "rowHeight" | "headHeight"> | null = null;
    let isPrinting = false;
    const measure = () => {
      frame = 0;
      if (isPrinting) return;
      const list = box.current;
      const rect = list?.getBoundingClientRect();
      if (!list || !rect || rect.width === 0) {
        lastWindow = null;
        lastWindowByList.delete(name);
        return setVisibleWindow(null);
      }
      heights ??= measureHeights(list);
      const { rowHeight, headHeight } = heights;
      const top = Math.floor(-rect.top / STEP_PX) * STEP_PX;
      const bottom = Math.ceil((window.innerHeight - rect.top) / STEP_PX) * STEP_PX;
      const overscanPx =
        lastWindow &&
        top < lastWindow.bottom + lastWindow.overscanPx &&
        bottom > lastWindow.top - lastWindow.overscanPx
          ? Math.min(OVERSCAN_PX, lastWindow.overscanPx + STEP_PX)
          : FIRST_OVERSCAN_PX;
      const isSame =
        lastWindow?.top === top &&
        lastWindow.bottom === bottom &&
        lastWindow.overscanPx === overscanPx &&
        lastWindow.rowHeight === rowHeight;
      if (!isSame) {
        lastWindow = { top, bottom, overscanPx, rowHeight, headHeight };
        lastWindowByList.set(name, { ...lastWindow, overscanPx: FIRST_OVERSCAN_PX });
        setVisibleWindow(lastWindow);
      }
      if (overscanPx < OVERSCAN_PX) scheduleMeasure();
    };
    const scheduleMeasure = () => {
      frame ||= requestAnimationFrame(measure);
    };
    const onResize = () => {
      heights = null;
      scheduleMeasure();
    };
    const onBeforePrint = () => {
      isPrinting = true;
      // The browser lays out the paper right after this event, so the rows must be rendered now.
      flushSync(() => setVisibleWindow(allRows));
    };
    const onAfterPrint = () => {
      isPrinting = false;
      lastWindow = null;
      scheduleMeasure();
    };
    measure();
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("beforeprint", onBeforePrint, { signal });
    addEventListener("afterprint", onAfterPrint, { signal });
    addEventListener("scroll", scheduleMeasure, { passive: true, signal });
    addEventListener("resize", onResize, { signal });
    return () => {
      cancelAnimationFrame(frame);
      controller.abort();
    };
  }, [name, box, isLong, layout]);
  return isLong ? visibleWindow : null;
}

/** Measures the distance between the tops of two neighbouring rows, and of two headings. */
function measureHeights(list: HTMLElement): Pick<VisibleWindow, "rowHeight" | "headHeight"> {
  const rows = [...list.querySelectorAll("[data-row]")].flatMap(
    (row) => row.closest("tr, li") ?? [],
  );
  const tops = rows.map((row) => row.getBoundingClientRect().top);
  const steps = rows.flatMap((row, at) =>
    row.nextElementSibling !== null && row.nextElementSibling === rows[at + 1]
      ? (tops[at + 1] ?? 0) - (tops[at] ?? 0)
      : [],
  );
  const meanStep = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const head = list.querySelector("[data-head]");
  const bodyElement = head?.nextElementSibling ?? head?.parentElement?.nextElementSibling;
  return {
    rowHeight: meanStep > 0 ? meanStep : (rows[0]?.getBoundingClientRect().height ?? 40),
    headHeight:
      head && bodyElement
        ? bodyElement.getBoundingClientRect().top - head.getBoundingClientRect().top
        : 0,
  };
}
