import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { storedItem } from "../browser-storage";
import { classNames } from "../ui/class-names";

/** On a phone, content at most one line higher than this is not collapsed. In px, the same as `max-h-64` below. */
const COLLAPSED_HEIGHT_PX = 256;
const LINE_HEIGHT_PX = 40;
/** On one line, each notice shows only its count. Notices beyond the end fade out. */
const oneLineClass =
  "sm:[&_p]:min-w-0 sm:[&_p+div]:hidden sm:[mask-image:linear-gradient(to_right,#000_calc(100%-4rem),transparent_calc(100%-2.5rem))]";

const storedOpenState = storedItem(() => localStorage, "livery.dispatch.notices");

/**
 * Notices above the board, on one line until somebody expands them or tabs into them. On a phone, the first few below
 * each other. The browser remembers which. Nothing is shown without a notice.
 */
export function CollapsibleNotices({ children }: { children: ReactNode }) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (storedOpenState.read() === true) setOpen(true);
    const box = content.current;
    const noticesElement = box?.firstElementChild;
    if (!box || !noticesElement) return;
    const openOnFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) setOpen(true);
    };
    box.addEventListener("focusin", openOnFocus);
    const resizeObserver = new ResizeObserver(() =>
      setIsLong(noticesElement.scrollHeight > COLLAPSED_HEIGHT_PX + LINE_HEIGHT_PX),
    );
    resizeObserver.observe(noticesElement);
    return () => {
      box.removeEventListener("focusin", openOnFocus);
      resizeObserver.disconnect();
    };
  }, []);
  const toggle = () => {
    storedOpenState.write(!isOpen);
    setOpen(!isOpen);
  };
  return (
    <div className="relative mb-2 overflow-hidden rounded-lg border border-line bg-surface-raised has-[[data-notices]:empty]:hidden sm:flex sm:items-start">
      <div
        className={classNames(
          "min-w-0 flex-1",
          !isOpen && `max-sm:max-h-64 overflow-hidden ${oneLineClass}`,
          !isOpen && isLong && "max-sm:[mask-image:linear-gradient(#000_80%,transparent)]",
        )}
        id={id}
        ref={content}
      >
        <div
          className={classNames(
            "grid grid-cols-[minmax(0,1fr)]",
            isOpen ? "xl:grid-cols-2 min-[112rem]:grid-cols-3" : "sm:flex sm:w-max",
          )}
          data-notices=""
        >
          {children}
        </div>
      </div>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className={classNames(
          "min-h-10 items-center gap-2 px-3 text-ink-muted hover:text-ink max-sm:min-h-11 max-sm:w-full max-sm:justify-center sm:flex pointer-coarse:min-h-11",
          isLong ? "flex" : "hidden",
          // A press anywhere on the line opens it.
          !isOpen && "sm:absolute sm:inset-0 sm:justify-end",
        )}
        onClick={toggle}
        type="button"
      >
        <span className="sm:sr-only">{isOpen ? "Show fewer notices" : "Show all notices"}</span>
        <ChevronDown
          aria-hidden="true"
          className={classNames("transition", isOpen && "rotate-180")}
          size={16}
        />
      </button>
    </div>
  );
}
