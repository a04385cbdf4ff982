import { createLazyFileRoute } from "@tanstack/react-router";
import { RequestLink } from "../applications/status/request-link";
import { NeedsScripts } from "../ui/needs-scripts";
import { PublicShell } from "../site/public-shell";

export const Route = createLazyFileRoute("/driver-apply_/status/")({ component: RequestLinkPage });

function RequestLinkPage() {
  const { api, settings } = Route.useRouteContext();
  return (
    <PublicShell hidesBooking operator={settings}>
      <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 md:py-12">
        <RequestLink api={api} isLinkExpired={false} />
        <NeedsScripts />
      </div>
    </PublicShell>
  );
}
