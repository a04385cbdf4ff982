import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { useWords } from "../words/use-words";
import { PropertyPage, TextLink } from "../site/enquiries/property-page";

const LostCard = lazyServed(async () => (await import("../site/enquiries/lost-form")).LostCard);

export const Route = createLazyFileRoute("/lost-property")({ component: LostProperty });

/** Something was left in a car. */
function LostProperty() {
  const t = useWords();
  const { api, settings, posted } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <PropertyPage
      heading={t("Lost something?")}
      lead={t(
        "Left in a car of {brand}? Tell us what it is: every report is compared with what is found.",
        { brand: settings.brand },
      )}
      operator={settings}
      beside={
        <>
          <p>
            {t(
              "What is found is handed over to its owner alone: we ask you to show that it is yours.",
            )}
          </p>
          <p>
            {t(
              "Did you book with an account? Report it at the trip, with a photo, and follow what comes of it.",
            )}
            <span className="block">
              <TextLink href="/trips">{t("My trips")}</TextLink>
            </span>
          </p>
          <p>
            <TextLink href="/found-property">{t("Found something instead?")}</TextLink>
          </p>
        </>
      }
    >
      <LostCard api={api} posted={posted} wasSent={sent === "yes"} />
    </PropertyPage>
  );
}
