import { createLazyFileRoute, Link, Outlet } from "@tanstack/react-router";
import { RiderPage } from "../../../../riders/rider-page";
import { PageHeader } from "../../../../ui/page-header";

export const Route = createLazyFileRoute("/_rider/_protected/profile")({ component: Profile });

const tabs = [
  { to: "/profile/AccountInfo", words: "Account info" },
  { to: "/profile/privacy", words: "Privacy" },
  { to: "/profile/security", words: "Security" },
] as const;

function Profile() {
  const { settings } = Route.useRouteContext();
  return (
    <RiderPage settings={settings}>
      <PageHeader title="Account" />
      <nav aria-label="Account" className="mb-6 flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ to, words }) => (
          <Link
            activeProps={{ className: "border-accent-text !text-accent-text" }}
            className="inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-muted -outline-offset-2 hover:text-ink sm:px-4"
            key={to}
            to={to}
          >
            {words}
          </Link>
        ))}
      </nav>
      <Outlet />
    </RiderPage>
  );
}
