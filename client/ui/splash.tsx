import { useEffect, useRef, useState } from "react";
import { Brand } from "./brand";

/** How long the splash is shown after the first paint, in ms. */
export const splashMs = 3000;

/**
 * Decides before the first paint whether this visit sees the splash: only on the first page of a browser session,
 * unless reduced motion is preferred. Never in dispatch, on a tracking link or in the widget. Runs as the element's
 * next sibling.
 */
export const splashScript = `(function(e){try{if(sessionStorage.getItem("splash")||/^\\/(?:dispatch|track|widget)(\\/|$)/i.test(location.pathname)||matchMedia("(prefers-reduced-motion: reduce)").matches)return;sessionStorage.setItem("splash","1")}catch(x){return}e.dataset.from=String(performance.now());e.hidden=false})(document.currentScript.previousElementSibling)`;

/** Lets the build leave the script out of the browser's code, where it has already run. */
declare const IN_BROWSER: true | undefined;

/**
 * The brand over a page that is already rendered and hydrates below it, for 3000 ms, once per browser session. It stops
 * covering the page after 1200 ms. Without scripts it stays hidden. Put it first in `<body>`, on the server and the
 * client; `nonce` is the page's.
 */
export function Splash({ brand, nonce }: { brand: string; nonce?: string | undefined }) {
  const [isHidden, setIsHidden] = useState(false);
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const from = Number(element.current?.dataset.from ?? Number.NaN);
    if (Number.isNaN(from)) {
      setIsHidden(true);
      return;
    }
    const timer = setTimeout(() => setIsHidden(true), splashMs - (performance.now() - from));
    return () => clearTimeout(timer);
  }, []);

  if (isHidden) return null;
  return (
    <>
      <div aria-hidden="true" className="splash" hidden ref={element} suppressHydrationWarning>
        <span>
          <Brand large name={brand} />
        </span>
      </div>
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
        dangerouslySetInnerHTML={{
          __html: typeof IN_BROWSER === "undefined" ? splashScript : "",
        }}
        nonce={nonce}
        suppressHydrationWarning
      />
    </>
  );
}
