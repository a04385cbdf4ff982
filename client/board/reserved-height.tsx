import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

/** The reserved height is released after this time, when the content has loaded. */
const RELEASE_HEIGHT_MS = 5_000;

/** Defined in the browser, where the script has already run. */
declare const IN_BROWSER: true | undefined;

/** Runs inline before the first paint and does the same as `applyReservedHeight` below. */
const reserveScript = `(function(s,k){try{var h=(localStorage.getItem(k)||"").split(":");if(+h[0]===innerWidth)s.previousElementSibling.style.minHeight=+h[1]+"px"}catch(e){}})`;

/**
 * Reserves the height that its content had last time at this window width, until the content loads, so that what
 * follows does not jump. `name` identifies the place.
 */
export function ReservedHeight({ name, children }: { name: string; children: ReactNode }) {
  const { ssr } = useRouter().options;
  const outerBox = useRef<HTMLDivElement>(null);
  const contentBox = useRef<HTMLDivElement>(null);
  const key = `livery.dispatch.height.${name}`;
  // On client navigation, the inline script has not run.
  useLayoutEffect(() => {
    if (outerBox.current) applyReservedHeight(outerBox.current, key);
  }, [key]);
  useEffect(() => {
    const [box, content] = [outerBox.current, contentBox.current];
    if (!box || !content) return;
    const resizeObserver = new ResizeObserver(() => rememberHeight(key, content.offsetHeight));
    const releaseTimer = setTimeout(() => {
      box.style.minHeight = "";
      resizeObserver.observe(content);
    }, RELEASE_HEIGHT_MS);
    return () => {
      clearTimeout(releaseTimer);
      resizeObserver.disconnect();
    };
  }, [key]);
  return (
    <>
      <div ref={outerBox} suppressHydrationWarning>
        <div className="flow-root" ref={contentBox}>
          {children}
        </div>
      </div>
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, the name among them
        dangerouslySetInnerHTML={{
          __html:
            typeof IN_BROWSER === "undefined"
              ? `${reserveScript}(document.currentScript,"${key}")`
              : "",
        }}
        nonce={ssr?.nonce}
        suppressHydrationWarning
      />
    </>
  );
}

function applyReservedHeight(box: HTMLElement, key: string): void {
  try {
    const [width, height] = (localStorage.getItem(key) ?? "").split(":").map(Number);
    if (width === window.innerWidth) box.style.minHeight = `${height}px`;
  } catch {
    // Without storage there is nothing to reserve.
  }
}

function rememberHeight(key: string, height: number): void {
  try {
    localStorage.setItem(key, `${window.innerWidth}:${height}`);
  } catch {
    // Without storage the page jumps once more next time.
  }
}
