import { type RefObject, useEffect } from "react";
import type { FrameMessage } from "./frame-message";

/** Between what is shown and the frame's end, px: the shadow of a list that is open. */
const ROOM_PX = 8;

/**
 * Tells the page around the frame how high the widget is, at first and whenever that changes: `site` and
 * nobody else. A list of places that is open lies over what follows it, and counts too.
 */
export function useFrame(site: string | undefined, shown: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = shown.current;
    if (!(site && element) || window.parent === window) return;
    let told = 0;
    const tell = () => {
      const height = heightOf(element);
      if (height === told) return;
      told = height;
      const message: FrameMessage = { livery: "widget", height, title: document.title };
      window.parent.postMessage(message, site);
    };
    const sizes = new ResizeObserver(tell);
    sizes.observe(element);
    const lists = new MutationObserver(tell);
    lists.observe(element, { attributeFilter: ["hidden"], childList: true, subtree: true });
    tell();
    return () => {
      sizes.disconnect();
      lists.disconnect();
    };
  }, [site, shown]);
}

function heightOf(element: HTMLElement): number {
  const lists = [...element.querySelectorAll("[role=listbox]")].map(
    (list) => (list.parentElement ?? list).getBoundingClientRect().bottom + ROOM_PX,
  );
  return Math.ceil(Math.max(element.getBoundingClientRect().bottom, ...lists) + scrollY);
}
