import { createLazyFileRoute } from "@tanstack/react-router";
import { BackLink } from "../site/back-link";
import { serviceDrawing } from "../site/illustration";
import { OtherServices } from "../site/other-offers";
import { isBookable, servicePath } from "../site/service-path";
import { ServiceWays } from "../site/service-ways";
import { buttonStyle } from "../ui/button-style";
import { Money } from "../ui/money";
import { SitePage } from "../site/site-page";
import { RichText } from "../ui/rich-text";

export const Route = createLazyFileRoute("/services/$slug")({ component: Service });

/** One service: what it is, what it costs from, and how to ask for it. */
function Service() {
  const { settings, site } = Route.useRouteContext();
  const { service } = Route.useLoaderData();
  const { slug, name, summary, picture, body, priceFromMinor, currency } = service;
  return (
    <SitePage
      operator={settings}
      above={<BackLink href="/services">All services</BackLink>}
      drawing={serviceDrawing(slug)}
      page={{ heading: name, lead: summary, picture }}
      beside={
        <>
          {priceFromMinor !== null && (
            <p className="mt-6 font-semibold text-lg">
              From <Money currency={currency} minor={priceFromMinor} />
            </p>
          )}
          {isBookable(slug) && (
            <a className={`mt-6 ${buttonStyle("primary")}`} href={`${servicePath(slug)}#enquiry`}>
              Ask us
            </a>
          )}
        </>
      }
    >
      <div className="mx-auto grid max-w-6xl gap-12 px-4 py-12 sm:px-6 md:py-16 lg:grid-cols-[1fr_20rem] lg:gap-20">
        <RichText className="min-w-0 max-w-2xl" text={body} />
        <div>
          <ServiceWays operator={settings} />
          <OtherServices of={slug} site={site} />
        </div>
      </div>
    </SitePage>
  );
}
