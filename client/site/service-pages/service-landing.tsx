import { BackLink } from "../back-link";
import { serviceDrawing } from "../illustration";
import { SitePage } from "../site-page";
import { ButtonLink } from "../../ui/button-link";
import { buttonStyle } from "../../ui/button-style";
import type { ServicePageProps } from "./service-body";
import { serviceBody } from "./late-service-body";

/** The page of a service that comes with Livery: what it is, and a form to ask for it. */
export function ServiceLanding(props: ServicePageProps) {
  const { operator, service, slug } = props;
  const { name, summary, picture } = service;
  return (
    <SitePage
      above={<BackLink href="/services">All services</BackLink>}
      beside={
        <div className="mt-6 flex flex-wrap gap-3">
          <a className={buttonStyle("primary")} href="#enquiry">
            Ask us
          </a>
          {!operator.bookingClosed && (
            <ButtonLink to="/reservation" variant="secondary">
              Price and booking
            </ButtonLink>
          )}
        </div>
      }
      drawing={serviceDrawing(slug)}
      operator={operator}
      page={{ heading: name, lead: summary, picture }}
    >
      <serviceBody.Part {...props} />
    </SitePage>
  );
}
