import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { ContactRulesForm } from "../../../dispatch/contact-rules-form";
import { PageFailure } from "../../../dispatch/page-failure";
import { PagePending } from "../../../dispatch/page-pending";

export const Route = createLazyFileRoute("/dispatch/dashboard/contact")({
  component: Contact,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Contact() {
  const { api } = Route.useRouteContext();
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  return (
    <ContactRulesForm
      api={api}
      first={Route.useLoaderData()}
      mayChange={profile.role === "owner"}
    />
  );
}
