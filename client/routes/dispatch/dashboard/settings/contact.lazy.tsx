import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { ContactForm } from "../../../../settings/contact-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/contact")(
  officePage(ContactSettings),
);

function ContactSettings() {
  const mayChange = usePermission("settings.manage");
  return <ContactForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
