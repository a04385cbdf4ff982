import type { PostedForm } from "../../src/contact/form-contract";
import type { OverviewAnswer, ServiceAnswer, ServicePrices } from "../../src/content/contract";
import type { BookableService } from "../../src/content/values-contract";
import type { Api } from "../api";
import { BackLink } from "../site/back-link";
import { serviceDrawing } from "../site/illustration";
import { SitePage } from "../site/site-page";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import type { OperatorFacts } from "../ui/public-shell";
import { serviceBody } from "./served-parts";

/** The page of a service that comes with Livery: what it is, and a form to ask for it. */
export function ServiceLanding({
  api,
  operator,
  site,
  posted,
  slug,
  service,
  prices,
  wasSent,
}: {
  api: Api;
  operator: OperatorFacts;
  site: OverviewAnswer | undefined;
  posted: PostedForm | undefined;
  slug: BookableService;
  service: ServiceAnswer["service"];
  /** By the list in force; null where there is none. */
  prices: ServicePrices["prices"];
  wasSent: boolean;
}) {
  const { name, summary, picture } = service;
  return (
    <SitePage
      above={<BackLink href="/services">All services</BackLink>}
      beside={
        <div className="mt-6 flex flex-wrap gap-3">
          <a className={buttonStyle("primary")} href="#enquiry">
            Ask us
          </a>
          <ButtonLink to="/reservation" variant="secondary">
            Price and booking
          </ButtonLink>
        </div>
      }
      drawing={serviceDrawing(slug)}
      operator={operator}
      page={{ heading: name, lead: summary, picture }}
    >
      <serviceBody.Part
        api={api}
        operator={operator}
        posted={posted}
        prices={prices}
        service={service}
        site={site}
        slug={slug}
        wasSent={wasSent}
      />
    </SitePage>
  );
}
