import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { BackLink } from "../site/back-link";
import { SitePage } from "../site/site-page";
import { buttonStyle } from "../ui/button-style";
import { useWords } from "../words/use-words";

const CompanyAccountBody = lazyServed(
  async () => (await import("../site/service-pages/company-account-body")).CompanyAccountBody,
);

export const Route = createLazyFileRoute("/company-account")({ component: CompanyAccount });

/** Explains accounts for companies, with a form to request one. */
function CompanyAccount() {
  const { api, settings, postedForm } = Route.useRouteContext();
  const { sent } = Route.useSearch();
  const t = useWords();
  const { brand, town } = settings;
  return (
    <SitePage
      aboveContent={<BackLink href="/services">{t("All services")}</BackLink>}
      belowLead={
        <a className={`mt-6 ${buttonStyle("primary")}`} href="#enquiry">
          {t("Ask for an account")}
        </a>
      }
      drawing="company"
      operator={settings}
      page={{
        heading: t("An account for your company"),
        lead: t(
          "Your people ride with {brand} in {town} at prices you know in advance, and you get one invoice.",
          { brand, town },
        ),
        picture: null,
      }}
    >
      <CompanyAccountBody
        api={api}
        operator={settings}
        postedForm={postedForm}
        wasSent={sent === "yes"}
      />
    </SitePage>
  );
}
