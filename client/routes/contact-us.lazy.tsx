import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { ContactPage } from "../site/enquiries/contact-page";

const ContactCard = lazyServed(
  async () => (await import("../site/enquiries/contact-form")).ContactCard,
);

export const Route = createLazyFileRoute("/contact-us")({ component: ContactUs });

function ContactUs() {
  const { api, settings, postedForm } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <ContactPage operator={settings}>
      <ContactCard api={api} postedForm={postedForm} wasSent={sent === "yes"} />
    </ContactPage>
  );
}
