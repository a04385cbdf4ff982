import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { OpeningPage } from "../site/opening-page";

const ContactCard = lazyServed(
  async () => (await import("../site/enquiries/contact-form")).ContactCard,
);

export const Route = createLazyFileRoute("/opening")({ component: Opening });

function Opening() {
  const { api, settings } = Route.useRouteContext();
  return (
    <OpeningPage operator={settings}>
      <ContactCard api={api} postedForm={undefined} wasSent={false} />
    </OpeningPage>
  );
}
