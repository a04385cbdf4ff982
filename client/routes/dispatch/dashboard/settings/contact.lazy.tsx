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
  const mayChange = useMay("operator.rule");
  return <ContactForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
