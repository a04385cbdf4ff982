import { useLoaderData, useRouteContext, useSearch } from "@tanstack/react-router";
import type { BookableService } from "../../../src/content/content-values-contract";
import { lazyServed } from "../../lazy-served";
import { BackLink } from "../back-link";
import { serviceDrawing } from "../illustration";
import { SitePage } from "../site-page";
import { ButtonLink } from "../../ui/button-link";
import { buttonStyle } from "../../ui/button-style";
import { useWords } from "../../words/use-words";
import type { ServicePageProps } from "./service-body";

const ServiceBody = lazyServed(async () => (await import("./service-body")).ServiceBody);

/** Makes the page of a built-in service: its description, and a form to request it. */
export function serviceLanding(slug: BookableService) {
  const routeOptions = { from: `/${slug}` } as const;
  return () => {
    const { api, settings: operator, site, postedForm } = useRouteContext(routeOptions);
    const { service, prices } = useLoaderData(routeOptions);
    const wasSent = useSearch(routeOptions).sent === "yes";
    return (
      <ServiceLandingPage
        {...{ api, operator, site, postedForm, slug, service, prices, wasSent }}
      />
    );
  };
}

function ServiceLandingPage(props: ServicePageProps) {
  const t = useWords();
  const { operator, service, slug } = props;
  const { name, summary, picture } = service;
  return (
    <SitePage
      aboveContent={<BackLink href="/services">{t("All services")}</BackLink>}
      belowLead={
        <div className="mt-6 flex flex-wrap gap-3">
          <a className={buttonStyle("primary")} href="#enquiry">
            {t("Ask us")}
          </a>
          {!operator.bookingClosed && (
            <ButtonLink to="/reservation" variant="secondary">
              {t("Price and booking")}
            </ButtonLink>
          )}
        </div>
      }
      drawing={serviceDrawing(slug)}
      operator={operator}
      page={{ heading: name, lead: summary, picture }}
    >
      <ServiceBody {...props} />
    </SitePage>
  );
}
