import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { BackLink } from "../site/back-link";
import { SitePage } from "../site/site-page";
import { buttonStyle } from "../ui/button-style";

const CompanyBody = lazyServed(
  async () => (await import("../site/service-pages/company-body")).CompanyBody,
);

export const Route = createLazyFileRoute("/company-account")({ component: CompanyAccount });

/** An account for a company: what it is, and a form to ask for one. */
function CompanyAccount() {
  const { api, settings, posted } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  const { brand, town } = settings;
  return (
    <SitePage
      above={<BackLink href="/services">All services</BackLink>}
      beside={
        <a className={`mt-6 ${buttonStyle("primary")}`} href="#enquiry">
          Ask for an account
        </a>
      }
      drawing="company"
      operator={settings}
      page={{
        heading: "An account for your company",
        lead: `Your people ride with ${brand} in ${town}, at prices known beforehand, and you get one invoice.`,
        picture: null,
      }}
    >
      <CompanyBody api={api} operator={settings} posted={posted} wasSent={sent === "yes"} />
    </SitePage>
  );
}
