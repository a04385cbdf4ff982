import { useRouterState } from "@tanstack/react-router";
import { classNames } from "./class-names";
import type { IconPart } from "./glyph";
import { NavLink } from "./nav-link";

/** One item of a shell's bar or sidebar. */
export interface NavItem {
  label: string;
  to: string;
  search?: Record<string, string>;
  icon: IconPart;
  /** The count, shown as a badge above 0. */
  count?: number;
  /** Whether it is current only on exactly this path, not below it. */
  exact?: boolean;
  /** A path below which another item is current instead. */
  excludedPath?: string;
  /** The items of a second level, which is always open. */
  children?: readonly Omit<NavItem, "icon" | "children">[];
}

/** A group of items under a heading. */
export interface NavGroup {
  title: string;
  items: readonly NavItem[];
}

/** A sidebar's list of items. */
export function SideNav({
  items,
  label,
  onNavigate,
}: {
  items: readonly NavItem[];
  label: string;
  /** Called when a link is followed, so that a drawer can close. */
  onNavigate?: () => void;
}) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-0.5">
        {items.map((item) => (
          <li key={item.label}>
            <SideNavLink item={item} onNavigate={onNavigate} />
            {item.children && (
              <ul className="ms-5 grid gap-0.5 border-line border-s ps-3">
                {item.children.map((child) => (
                  <li key={child.label}>
                    <SideNavLink item={child} onNavigate={onNavigate} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One item of a sidebar. */
export function SideNavLink({
  item,
  dense,
  onNavigate,
}: {
  item: Omit<NavItem, "icon" | "children"> & { icon?: IconPart };
  dense?: boolean | undefined;
  onNavigate: (() => void) | undefined;
}) {
  const Icon = item.icon;
  const isExcluded = useRouterState({
    select: ({ location }) =>
      item.excludedPath !== undefined && location.pathname.startsWith(item.excludedPath),
  });
  return (
    <NavLink
      activeOptions={{
        exact: isExcluded || (item.exact ?? false),
        includeSearch: item.search !== undefined,
      }}
      activeProps={{ className: "bg-accent-surface !text-accent-text font-medium" }}
      className={classNames(
        "flex items-center rounded-md px-3 text-ink-muted transition hover:bg-surface-sunken hover:text-ink",
        dense ? "min-h-7 gap-2 text-sm pointer-coarse:min-h-11" : "min-h-11 gap-3",
      )}
      onClick={onNavigate}
      search={item.search}
      to={item.to}
    >
      {Icon && <Icon aria-hidden="true" size={dense ? 16 : 20} />}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.count !== undefined && item.count > 0 && (
        <span className="rounded-full bg-surface-sunken px-2 font-medium text-ink-muted text-xs leading-5 tabular-nums">
          {item.count}
        </span>
      )}
    </NavLink>
  );
}

/** A phone's bottom bar: three to five items, thumb-sized, hidden from tablet width. */
export function TabBar({ items, label }: { items: readonly NavItem[]; label: string }) {
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {items.map(({ label: words, to, search, icon: Icon, exact, count }) => (
          <li className="flex-1" key={words}>
            <NavLink
              activeOptions={{ exact: exact ?? false, includeSearch: search !== undefined }}
              activeProps={{ className: "!text-accent-text" }}
              className="flex min-h-14 flex-col items-center justify-center gap-1 font-medium text-ink-muted text-xs -outline-offset-2"
              search={search}
              to={to}
            >
              <span className="relative">
                <Icon aria-hidden="true" size={22} />
                {count !== undefined && count > 0 && (
                  <span className="absolute -end-2.5 -top-1.5 min-w-4 rounded-full bg-danger px-1 text-center font-semibold text-danger-on text-xs leading-4">
                    {count}
                  </span>
                )}
              </span>
              {words}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
