import { createLazyFileRoute } from "@tanstack/react-router";
import { RequestLink } from "../applications/status/request-link";
import { StatusScreen } from "../applications/status/status-screen";
import { PublicShell } from "../site/public-shell";

export const Route = createLazyFileRoute("/driver-apply_/status/$token")({
  component: ApplicationStatusPage,
  notFoundComponent: ExpiredLinkPage,
});

function ApplicationStatusPage() {
  const { api, settings } = Route.useRouteContext();
  const { token } = Route.useParams();
  return (
    <PublicShell hidesBooking operator={settings}>
      <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 md:py-12">
        <StatusScreen
          api={api}
          brandSlug={settings.brandSlug}
          key={token}
          loaded={Route.useLoaderData()}
          token={token}
        />
      </div>
    </PublicShell>
  );
}

function ExpiredLinkPage() {
  const { api, settings } = Route.useRouteContext();
  return (
    <PublicShell hidesBooking operator={settings}>
      <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 md:py-12">
        <RequestLink api={api} isLinkExpired />
      </div>
    </PublicShell>
  );
}
