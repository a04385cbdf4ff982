import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { PublicShell } from "../site/public-shell";

const PropertyBody = lazyServed(
  async () => (await import("../site/enquiries/property-body")).PropertyBody,
);

export const Route = createLazyFileRoute("/found-property")({ component: FoundProperty });

/** The form for somebody who found something. */
function FoundProperty() {
  const { api, settings, postedForm } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <PublicShell operator={settings}>
      <PropertyBody
        api={api}
        kind="found"
        operator={settings}
        postedForm={postedForm}
        wasSent={sent === "yes"}
      />
    </PublicShell>
  );
}
