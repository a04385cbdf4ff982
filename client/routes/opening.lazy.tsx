import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { OpeningSoonPage } from "../site/opening-soon-page";

const ContactCard = lazyServed(
  async () => (await import("../site/enquiries/contact-form")).ContactCard,
);

export const Route = createLazyFileRoute("/opening")({ component: OpeningSoon });

function OpeningSoon() {
  const { api, settings } = Route.useRouteContext();
  return (
    <OpeningSoonPage operator={settings}>
      <ContactCard api={api} postedForm={undefined} wasSent={false} />
    </OpeningSoonPage>
  );
}
