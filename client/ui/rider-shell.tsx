import type { ReactNode } from "react";
import { Brand } from "./brand";
import { classNames } from "./class-names";
import { pathIcon } from "./glyph";
import { type NavItem, TabBar } from "./nav";
import { HomePathContext } from "./home-path-context";
import { SkipLink } from "./skip-link";
import { DemoBanner } from "./demo-banner";
import { OfflineBanner } from "./offline-banner";
import { NavLink } from "./nav-link";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";

const navLinks = [
  {
    label: phrase("Book", "the way to a booking"),
    to: "/booking",
    icon: pathIcon(
      "M16 18h6M16 2v3M19 15v6M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3M3 9h18M8 2v3",
    ),
  },
  {
    label: phrase("Trips"),
    to: "/trips",
    icon: pathIcon(
      "M9 5h8.5a1 1 0 010 7h-11a1 1 0 000 7H15M15 19a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M3 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
    ),
  },
  {
    label: phrase("Account"),
    to: "/profile",
    icon: pathIcon(
      "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662",
    ),
  },
];

/**
 * The rider's frame: the brand as the home link, and three links, at the top on a desktop and at the bottom on a phone.
 * `isBare` omits the links, for sign-in and profile completion.
 */
export function RiderShell({
  brand,
  demo,
  isBare,
  wide,
  tools,
  children,
}: {
  brand: string;
  demo?: boolean;
  isBare?: boolean;
  /** The content at the end of the header, which is useful on every page. */
  tools?: ReactNode;
  /** Whether the page has two columns. */
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useWords();
  const items: NavItem[] = navLinks.map((navLink) => ({
    ...navLink,
    label: t.of<string>(navLink.label),
  }));
  return (
    <div
      className={classNames(
        "flex min-h-dvh flex-col",
        !isBare && "pb-16 [--foot:calc(3.5rem+env(safe-area-inset-bottom))] md:pb-0",
      )}
    >
      <SkipLink />
      {demo && <DemoBanner />}
      <OfflineBanner />
      <header className="sticky top-0 z-20 border-line border-b bg-surface-raised">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-2 px-4 md:gap-6 md:h-16 md:px-6">
          <NavLink
            className="me-auto flex min-h-11 min-w-0 items-center rounded-sm"
            activeOptions={{ exact: true }}
            to="/"
          >
            <Brand name={brand} />
          </NavLink>
          {!isBare && (
            <nav aria-label={t("Main")} className="hidden gap-1 md:flex">
              {items.map(({ label, to, icon: Icon }) => (
                <NavLink
                  className="flex min-h-11 items-center gap-2 rounded-md px-4 font-medium text-ink-muted text-sm transition hover:text-ink"
                  activeProps={{ className: "bg-accent-surface !text-accent-text" }}
                  key={to}
                  to={to}
                >
                  <Icon aria-hidden="true" size={18} />
                  {label}
                </NavLink>
              ))}
            </nav>
          )}
          {tools}
        </div>
      </header>
      <main
        className={classNames(
          "mx-auto w-full flex-1 px-4 py-6 md:px-6 md:py-10",
          wide ? "max-w-6xl" : "max-w-2xl",
        )}
        id="content"
        tabIndex={-1}
      >
        <HomePathContext value="/booking">{children}</HomePathContext>
      </main>
      {!isBare && <TabBar items={items} label={t("Main menu, at the bottom")} />}
    </div>
  );
}
