import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../ui/class-names";

/** Content at most one line higher than this is not collapsed; px, as `max-h-64` below. */
const FOLDED_PX = 256;
const LINE_PX = 40;

/**
 * Collapses long content on a phone until somebody expands it or tabs into it. Wider windows show
 * all of it. `what` ends the button's label: "Show all notices".
 */
export function Collapsible({ what, children }: { what: string; children: ReactNode }) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const box = content.current;
    const inner = box?.firstElementChild;
    if (!box || !inner) return;
    const reached = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) setOpen(true);
    };
    box.addEventListener("focusin", reached);
    const watch = new ResizeObserver(() => setLong(inner.scrollHeight > FOLDED_PX + LINE_PX));
    watch.observe(inner);
    return () => {
      box.removeEventListener("focusin", reached);
      watch.disconnect();
    };
  }, []);
  const folded = long && !open;
  return (
    <>
      <div
        className={classNames(
          !open && "max-sm:max-h-64 max-sm:overflow-hidden",
          folded && "max-sm:[mask-image:linear-gradient(#000_80%,transparent)]",
        )}
        id={id}
        ref={content}
      >
        <div>{children}</div>
      </div>
      {long && (
        <button
          aria-controls={id}
          aria-expanded={open}
          className="flex min-h-11 w-full items-center justify-center gap-2 rounded-sm text-ink-muted sm:hidden"
          onClick={() => setOpen(!open)}
          type="button"
        >
          {open ? `Show fewer ${what}` : `Show all ${what}`}
          <ChevronDown
            aria-hidden="true"
            className={classNames("transition", open && "rotate-180")}
            size={16}
          />
        </button>
      )}
    </>
  );
}
