import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names";

/** A part of a page with its own address. */
interface PageTab {
  /** The tab's value of `tab` in the address. */
  id: string;
  label: string;
  /** The count beside the label. */
  badge?: ReactNode;
}

/**
 * The parts of one page as links. The first has the address without `tab`. The arrow keys move between them. On a phone
 * the row scrolls sideways, with the current part visible.
 */
export function PageTabs({
  label,
  path,
  tabs,
  current,
}: {
  label: string;
  /** The page's path. */
  path: string;
  tabs: readonly PageTab[];
  current: string;
}) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current.
  useEffect(() => {
    const row = nav.current;
    const currentTab = row?.querySelector<HTMLElement>("[aria-current]");
    // Scrolls only the row, so the page doesn't move.
    if (row && currentTab)
      row.scrollLeft = currentTab.offsetLeft - (row.clientWidth - currentTab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      aria-label={label}
      className="relative mb-4 flex no-scrollbar overflow-x-auto border-line border-b"
      ref={nav}
    >
      {tabs.map((tab, place) => (
        <Link
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab.id === current ? "page" : undefined}
          className={classNames(
            "-outline-offset-2 inline-flex min-h-10 items-center gap-2 whitespace-nowrap border-b-2 px-3 font-medium touch:min-h-11",
            tab.id === current
              ? "border-accent text-ink"
              : "border-transparent text-ink-muted hover:text-ink",
          )}
          data-tab=""
          key={tab.id}
          onKeyDown={moveBetweenTabs}
          resetScroll={false}
          search={(place === 0 ? {} : { tab: tab.id }) as never}
          to={path}
        >
          {tab.label}
          {tab.badge}
        </Link>
      ))}
    </nav>
  );
}

function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  const tabs = [...(event.currentTarget.closest("nav")?.querySelectorAll("[data-tab]") ?? [])];
  const forwardKey = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const next = tabs[tabs.indexOf(event.currentTarget) + (event.key === forwardKey ? 1 : -1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
