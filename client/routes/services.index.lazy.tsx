import { createLazyFileRoute } from "@tanstack/react-router";
import { RideKinds } from "../site/ride/ride-kinds";
import { ServiceCards } from "../site/service-cards";
import { SitePage } from "../site/site-page";
import { RichText } from "../ui/rich-text";
import { useWords } from "../words/use-words";

export const Route = createLazyFileRoute("/services/")({ component: Services });

/** The sections shown above the rides, which are left out at the end of the page. */
const rideSections: readonly string[] = ["rides"];

/** All services of the operator: rides of every kind, and other services. */
function Services() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, services } = Route.useLoaderData();
  const rides = page.sections.find(({ key }) => key === "rides");
  return (
    <SitePage
      drawing="service"
      operator={settings}
      page={page}
      sections={page.sections}
      hiddenSections={rideSections}
    >
      <div className="mx-auto max-w-6xl px-4 pt-12 sm:px-6 md:pt-16">
        <h2 className="break-words text-xl">{rides?.title || t("Rides")}</h2>
        {rides && <RichText className="mt-2 max-w-2xl text-ink-muted" text={rides.text} />}
        <RideKinds />
        {services.length > 0 && (
          <>
            <h2 className="mt-16 text-xl">{t("More than rides")}</h2>
            <ServiceCards services={services} />
          </>
        )}
      </div>
    </SitePage>
  );
}
