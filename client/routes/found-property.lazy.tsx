import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { useWords } from "../words/use-words";
import { PropertyPage, TextLink } from "../site/enquiries/property-page";

const FoundCard = lazyServed(async () => (await import("../site/enquiries/found-form")).FoundCard);

export const Route = createLazyFileRoute("/found-property")({ component: FoundProperty });

/** Somebody found what is not theirs. */
function FoundProperty() {
  const t = useWords();
  const { api, settings, posted } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  return (
    <PropertyPage
      heading={t("Found something?")}
      lead={t("In a car of {brand}, or where one of them stopped: thank you for telling us.", {
        brand: settings.brand,
      })}
      operator={settings}
      beside={
        <>
          <p>
            {t(
              "It goes into our register and to nobody but its owner. Your name and your contact are for us alone.",
            )}
          </p>
          <p>
            {t(
              "Still in the car? The easiest is to hand it to the driver, who writes it down at once.",
            )}
          </p>
          <p>
            <TextLink href="/lost-property">{t("Lost something instead?")}</TextLink>
          </p>
        </>
      }
    >
      <FoundCard api={api} posted={posted} wasSent={sent === "yes"} />
    </PropertyPage>
  );
}
