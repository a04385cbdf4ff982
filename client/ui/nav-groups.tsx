import { useRouterState } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names";
import { type NavGroup, SideNavLink } from "./nav";

const STORAGE_KEY = "livery.nav.closed";

/**
 * A long sidebar in collapsible groups. This browser stores which groups are collapsed; a collapsed group shows its
 * count. In a low window it scrolls to the current item.
 */
export function GroupedNav({
  groups,
  label,
  dense,
  onNavigate,
}: {
  groups: readonly NavGroup[];
  label: string;
  dense?: boolean;
  /** Called when a link is followed, so that a drawer can close. */
  onNavigate?: () => void;
}) {
  const [closedGroups, setClosedGroups] = useState<readonly string[]>([]);
  useEffect(() => setClosedGroups(readClosedGroups()), []);
  const toggleGroup = (title: string) => {
    const next = closedGroups.includes(title)
      ? closedGroups.filter((other) => other !== title)
      : [...closedGroups, title];
    setClosedGroups(next);
    rememberClosedGroups(next);
  };
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current
  useEffect(() => scrollToCurrent(nav.current), [path, closedGroups]);
  return (
    <nav aria-label={label} className="grid grid-cols-1 gap-2" ref={nav}>
      {groups.map((group) => (
        <Group
          closed={closedGroups.includes(group.title)}
          dense={dense}
          group={group}
          key={group.title}
          onToggleGroup={() => toggleGroup(group.title)}
          onNavigate={onNavigate}
        />
      ))}
    </nav>
  );
}

/** Scrolls only the box around the sidebar, so the page doesn't move. */
function scrollToCurrent(nav: HTMLElement | null): void {
  const box = nav?.parentElement;
  const link = nav?.querySelector("[aria-current=page]");
  if (!box || !link) return;
  const [boxRect, linkRect] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
  if (linkRect.height === 0) return;
  if (linkRect.bottom > boxRect.bottom)
    box.scrollTop += linkRect.bottom - boxRect.bottom + linkRect.height;
  else if (linkRect.top < boxRect.top)
    box.scrollTop -= boxRect.top - linkRect.top + linkRect.height;
}

function Group({
  group: { title, items },
  closed,
  dense,
  onToggleGroup,
  onNavigate,
}: {
  group: NavGroup;
  closed: boolean;
  dense: boolean | undefined;
  onToggleGroup: () => void;
  onNavigate: (() => void) | undefined;
}) {
  const id = useId();
  const waitingCount = items.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <div>
      <button
        aria-controls={id}
        aria-expanded={!closed}
        className={classNames(
          "flex w-full items-center gap-2 rounded-md px-3 text-start font-medium text-ink-faint text-xs hover:text-ink",
          dense ? "min-h-6 pointer-coarse:min-h-11" : "min-h-11",
        )}
        onClick={onToggleGroup}
        type="button"
      >
        <span className="flex-1">{title}</span>
        {closed && waitingCount > 0 && (
          <span className="text-ink-muted tabular-nums">
            {waitingCount}
            <span className="sr-only"> waiting</span>
          </span>
        )}
        <ChevronDown
          aria-hidden="true"
          className={classNames("transition-transform", closed && "-rotate-90")}
          size={12}
        />
      </button>
      <ul className="grid grid-cols-1 gap-0.5" hidden={closed} id={id}>
        {items.map((item) => (
          <li key={item.label}>
            <SideNavLink dense={dense} item={item} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function readClosedGroups(): readonly string[] {
  try {
    const storedValue: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(storedValue)
      ? storedValue.filter((title) => typeof title === "string")
      : [];
  } catch {
    return [];
  }
}

function rememberClosedGroups(closed: readonly string[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(closed));
  } catch {
    // Without storage, all groups are open the next time.
  }
}
