import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { ContactForm } from "../../../../settings/contact-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/contact")({
  component: Contact,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Contact() {
  const { api } = Route.useRouteContext();
  const mayChange = useMay("operator.rule");
  return <ContactForm api={api} first={Route.useLoaderData()} mayChange={mayChange} />;
}
