import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { PropertyPage, TextLink } from "../site/enquiries/property-page";

const FoundCard = lazyServed(async () => (await import("../site/enquiries/found-form")).FoundCard);

export const Route = createLazyFileRoute("/found-property")({ component: FoundProperty });

/** Somebody found what is not theirs. */
function FoundProperty() {
  const { api, settings, posted } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <PropertyPage
      heading="Found something?"
      lead={`In a car of ${settings.brand}, or where one of them stopped: thank you for telling us.`}
      operator={settings}
      beside={
        <>
          <p>
            It goes into our register and to nobody but its owner. Your name and your contact are
            for us alone.
          </p>
          <p>
            Still in the car? The easiest is to hand it to the driver, who writes it down at once.
          </p>
          <p>
            <TextLink href="/lost-property">Lost something instead?</TextLink>
          </p>
        </>
      }
    >
      <FoundCard api={api} posted={posted} wasSent={sent === "yes"} />
    </PropertyPage>
  );
}
