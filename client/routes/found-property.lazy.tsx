import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { PublicShell } from "../site/public-shell";

const PropertyPageBody = lazyServed(
  async () => (await import("../site/enquiries/property-page-body")).PropertyPageBody,
);

export const Route = createLazyFileRoute("/found-property")({ component: FoundProperty });

/** The form for people who found something. */
function FoundProperty() {
  const { api, settings, postedForm } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <PublicShell operator={settings}>
      <PropertyPageBody
        api={api}
        kind="found"
        operator={settings}
        postedForm={postedForm}
        wasSent={sent === "yes"}
      />
    </PublicShell>
  );
}
