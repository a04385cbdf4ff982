import { type RefObject, useLayoutEffect, useState } from "react";
import type { VisibleArea } from "./layout";

/** Scrolling less than this does not render again. */
const STEP_PX = 100;

/** The visible part of a scrolling box, in steps. `start` is the initial scroll position. */
export function useVisibleArea(
  box: RefObject<HTMLElement | null>,
  start: () => { left: number; top: number },
): VisibleArea {
  const [visibleArea, setVisibleArea] = useState<VisibleArea>({
    left: 0,
    top: 0,
    width: 1_200,
    height: 800,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins is requested once
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const updateVisibleArea = () => {
      const next = {
        left: Math.floor(element.scrollLeft / STEP_PX) * STEP_PX,
        top: Math.floor(element.scrollTop / STEP_PX) * STEP_PX,
        width: element.clientWidth + STEP_PX,
        height: element.clientHeight + STEP_PX,
      };
      setVisibleArea((old) =>
        old.left === next.left &&
        old.top === next.top &&
        old.width === next.width &&
        old.height === next.height
          ? old
          : next,
      );
    };
    element.scrollTo(start());
    updateVisibleArea();
    element.addEventListener("scroll", updateVisibleArea, { passive: true });
    const resizeObserver = new ResizeObserver(updateVisibleArea);
    resizeObserver.observe(element);
    return () => {
      element.removeEventListener("scroll", updateVisibleArea);
      resizeObserver.disconnect();
    };
  }, [box]);
  return visibleArea;
}
