import { ArrowLeft } from "lucide-react";
import type { AdminRole } from "../../src/accounts/contract";
import type { Company } from "../../src/companies/contract";
import type { AccountTrips, InvoiceList } from "../../src/invoices/contract";
import { lazy } from "../lazy";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { Statistic } from "../ui/statistic";
import { CompanyAccountPart } from "./account-part";
import { CompanyForm } from "./company-form";
import { CompanyInvoices } from "./company-invoices";
import { CompanyPeople } from "./company-people";
import { CompanyTrips } from "./company-trips";
import { CostCentres } from "./cost-centres";
import { eventWords } from "./event-words";

const StaffCalendar = lazy(async () => (await import("../calendars/staff-calendar")).StaffCalendar);

/** One company: balance, details, people, cost centres, trips, invoices and history. */
export function CompanyScreen({
  company,
  trips,
  invoices,
  role,
}: {
  company: Company;
  trips: AccountTrips;
  invoices: InvoiceList;
  role: AdminRole;
}) {
  const { currency, creditLimitMinor, owedMinor } = company;
  return (
    <>
      <PageHeader
        actions={
          <>
            <a className={buttonStyle("quiet", "small")} href="#details">
              Change details
            </a>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to="/dispatch/dashboard/companies"
              variant="quiet"
            >
              All companies
            </ButtonLink>
          </>
        }
        dense
        title={company.name}
      />
      <div className="grid max-w-3xl gap-3 sm:grid-cols-2">
        <Statistic label="Owed now" value={formatMoney(owedMinor, currency)} />
        <Statistic
          label="Credit left"
          value={
            creditLimitMinor === null
              ? "No limit"
              : formatMoney(creditLimitMinor - owedMinor, currency)
          }
        />
      </div>
      <CompanyTrips company={company} first={trips} role={role} />
      <CompanyInvoices companyId={company.id} first={invoices} />
      <CompanyAccountPart
        companyId={company.id}
        currencies={[...new Set([currency, ...invoices.invoices.map((one) => one.currency)])]}
      />
      <CompanyPeople company={company} />
      <CostCentres company={company} />
      <div className="mt-8 max-w-3xl">
        <StaffCalendar id={company.id} kind="company" title={`Calendar of ${company.name}`} />
      </div>
      <div className="scroll-mt-20" id="details">
        <Section title="Details">
          <CompanyForm currency={currency} key={company.version} record={company} />
        </Section>
      </div>
      <Section title="History">
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface-raised text-sm">
          {company.events.map((event) => (
            <li className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5" key={event.id}>
              <span>{eventWords(event)}</span>
              <span className="text-ink-muted">
                {event.actorName}, <Moment at={event.at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
