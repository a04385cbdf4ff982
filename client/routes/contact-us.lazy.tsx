import { createLazyFileRoute } from "@tanstack/react-router";
import { ContactPage } from "../site/enquiries/contact-page";
import { contactCard } from "../site/enquiries/late-contact-card";

export const Route = createLazyFileRoute("/contact-us")({ component: ContactUs });

function ContactUs() {
  const { api, settings, posted } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <ContactPage operator={settings}>
      <contactCard.Part api={api} posted={posted} wasSent={sent === "yes"} />
    </ContactPage>
  );
}
