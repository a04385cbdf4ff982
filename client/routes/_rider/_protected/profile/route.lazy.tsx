import { createLazyFileRoute, Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { SignOut } from "../../../../riders/account/sign-out";
import { RiderPage } from "../../../../riders/rider-page";
import { useWords } from "../../../../words/use-words";
import { phrase } from "../../../../words/words";
import { PageHeader } from "../../../../ui/page-header";

export const Route = createLazyFileRoute("/_rider/_protected/profile")({ component: Profile });

const tabs = [
  { to: "/profile/AccountInfo", words: phrase("Account info") },
  { to: "/profile/places", words: phrase("Saved places") },
  { to: "/profile/cards", words: phrase("Cards") },
  { to: "/profile/company", words: phrase("Company") },
  { to: "/profile/notifications", words: phrase("Notifications") },
  { to: "/profile/privacy", words: phrase("Privacy") },
  { to: "/profile/security", words: phrase("Security") },
] as const;

function Profile() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // On a phone the bar is wider than the screen: the current tab comes into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes the tab
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (bar.current && tab)
      bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [pathname]);
  return (
    <RiderPage settings={settings}>
      <PageHeader
        // The security page has the same button, with an explanation.
        actions={!/\/security\/?$/i.test(pathname) && <SignOut quiet />}
        title={t("Account")}
      />
      <nav
        aria-label={t("Account")}
        className="relative mb-6 flex gap-1 no-scrollbar overflow-x-auto border-line border-b"
        ref={bar}
      >
        {tabs.map(({ to, words }) => (
          <Link
            activeProps={{ className: "!border-accent-text !text-accent-text" }}
            className="inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-muted -outline-offset-2 hover:text-ink sm:px-4"
            key={to}
            to={to}
          >
            {t.of<string>(words)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </RiderPage>
  );
}
