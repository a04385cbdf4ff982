import { createLazyFileRoute } from "@tanstack/react-router";
import { BackLink } from "../site/back-link";
import { serviceDrawing } from "../site/illustration";
import { ServiceWays } from "../site/service-ways";
import { Money } from "../ui/money";
import { SitePage } from "../site/site-page";
import { RichText } from "../ui/rich-text";

export const Route = createLazyFileRoute("/services/$slug")({ component: Service });

/** One service: what it is, what it costs from, and how to ask for it. */
function Service() {
  const { settings, site } = Route.useRouteContext();
  const { service } = Route.useLoaderData();
  const { slug, name, summary, picture, body, priceFromMinor, currency } = service;
  const others = site?.services.filter((other) => other.slug !== slug) ?? [];
  return (
    <SitePage
      operator={settings}
      above={<BackLink href="/services">All services</BackLink>}
      drawing={serviceDrawing(slug)}
      page={{ heading: name, lead: summary, picture }}
      beside={
        priceFromMinor !== null && (
          <p className="mt-6 font-semibold text-lg">
            From <Money currency={currency} minor={priceFromMinor} />
          </p>
        )
      }
    >
      <div className="mx-auto grid max-w-6xl gap-12 px-4 py-12 sm:px-6 md:py-16 lg:grid-cols-[1fr_20rem] lg:gap-20">
        <RichText className="min-w-0 max-w-2xl" text={body} />
        <div>
          <ServiceWays operator={settings} />
          {others.length > 0 && (
            <nav aria-label="Other services" className="mt-10">
              <h2 className="text-lg">Other services</h2>
              <ul className="mt-2">
                {others.map((other) => (
                  <li className="border-line border-b last:border-0" key={other.slug}>
                    <a
                      className="onward flex min-h-12 items-center justify-between gap-4 break-words hover:text-accent-text"
                      href={`/services/${other.slug}`}
                    >
                      {other.name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    </SitePage>
  );
}
