import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { BackLink } from "../site/back-link";
import { serviceDrawing } from "../site/illustration";
import { isBuiltInService, servicePath } from "../site/service-path";
import { buttonStyle } from "../ui/button-style";
import { Money } from "../ui/money";
import { SitePage } from "../site/site-page";
import { RichSentence, useWords } from "../words/use-words";
import { SiteLink } from "../ui/site-link";

const CustomServiceBody = lazyServed(
  async () => (await import("../site/service-pages/custom-service-body")).CustomServiceBody,
);

export const Route = createLazyFileRoute("/services/$slug")({ component: Service });

/** One service: its description, its lowest price, and how to request it. */
function Service() {
  const t = useWords();
  const { api, settings, site, postedForm } = Route.useRouteContext();
  const { service } = Route.useLoaderData();
  const { sent } = Route.useSearch();
  const { slug, name, summary, picture, priceFromMinor, currency } = service;
  return (
    <SitePage
      operator={settings}
      aboveContent={<BackLink href="/services">{t("All services")}</BackLink>}
      drawing={serviceDrawing(slug)}
      page={{ heading: name, lead: summary, picture }}
      belowLead={
        <>
          {priceFromMinor !== null && (
            <p className="mt-6 font-semibold text-lg">
              <RichSentence
                price={<Money currency={currency} minor={priceFromMinor} />}
                text="From {price}"
              />
            </p>
          )}
          <SiteLink
            className={`mt-6 ${buttonStyle("primary")}`}
            href={isBuiltInService(slug) ? `${servicePath(slug)}#enquiry` : "#enquiry"}
          >
            {t("Ask us")}
          </SiteLink>
        </>
      }
    >
      <CustomServiceBody
        api={api}
        operator={settings}
        postedForm={postedForm}
        service={service}
        site={site}
        wasSent={sent === "yes"}
      />
    </SitePage>
  );
}
