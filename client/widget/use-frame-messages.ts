import { type RefObject, useEffect } from "react";
import type { FrameMessage } from "./frame-message";

/** Space between the content and the frame's edge for the shadow of an open list, in px. */
const EXTRA_HEIGHT_PX = 8;

/**
 * Reports the widget's height to the embedding page, at first and after each change, and sends it only to `site`. An
 * open list of places lies over the content below it, so its height counts too.
 */
export function useFrameMessages(
  site: string | undefined,
  content: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = content.current;
    if (!(site && element) || window.parent === window) return;
    let reportedHeight = 0;
    const reportHeight = () => {
      const height = heightOf(element);
      if (height === reportedHeight) return;
      reportedHeight = height;
      const message: FrameMessage = { livery: "widget", height, title: document.title };
      window.parent.postMessage(message, site);
    };
    const resizeObserver = new ResizeObserver(reportHeight);
    resizeObserver.observe(element);
    const listObserver = new MutationObserver(reportHeight);
    listObserver.observe(element, { attributeFilter: ["hidden"], childList: true, subtree: true });
    reportHeight();
    return () => {
      resizeObserver.disconnect();
      listObserver.disconnect();
    };
  }, [site, content]);
}

function heightOf(element: HTMLElement): number {
  const lists = [...element.querySelectorAll("[role=listbox]")].map(
    (list) => (list.parentElement ?? list).getBoundingClientRect().bottom + EXTRA_HEIGHT_PX,
  );
  return Math.ceil(Math.max(element.getBoundingClientRect().bottom, ...lists) + scrollY);
}
