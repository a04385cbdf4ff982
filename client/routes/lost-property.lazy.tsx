import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { PublicShell } from "../site/public-shell";

const PropertyPageBody = lazyServed(
  async () => (await import("../site/enquiries/property-page-body")).PropertyPageBody,
);

export const Route = createLazyFileRoute("/lost-property")({ component: LostProperty });

/** The form for people who left something in a car. */
function LostProperty() {
  const { api, settings, postedForm } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <PublicShell operator={settings}>
      <PropertyPageBody
        api={api}
        kind="lost"
        operator={settings}
        postedForm={postedForm}
        wasSent={sent === "yes"}
      />
    </PublicShell>
  );
}
