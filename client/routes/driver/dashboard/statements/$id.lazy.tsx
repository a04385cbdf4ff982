import { createLazyFileRoute } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { AccountEntries, AccountTrips } from "../../../../billing/account-lines";
import { AccountSumList } from "../../../../billing/account-sums";
import { PaymentBadge } from "../../../../billing/payment-badge";
import { ButtonLink } from "../../../../ui/button-link";
import { buttonStyle } from "../../../../ui/button-style";
import { Card } from "../../../../ui/card";
import { formatDay } from "../../../../ui/moment";
import { formatMoney } from "../../../../ui/money";
import { PageHeader } from "../../../../ui/page-header";
import { Section } from "../../../../ui/section";
import { PdfLink } from "../../../../ui/pdf-link";
import { useWords } from "../../../../words/use-words";

export const Route = createLazyFileRoute("/driver/dashboard/statements/$id")({
  component: StatementPage,
});

function StatementPage() {
  const t = useWords();
  const statement = Route.useLoaderData();
  const { settings } = Route.useRouteContext();
  const { currency } = statement;
  const trips = statement.lines.filter(({ kind }) => kind === "trip");
  const corrections = statement.lines.filter(({ kind }) => kind === "correction");
  const files = `/backend/driver/statements/${statement.id}/statement`;
  return (
    <>
      <PageHeader
        actions={
          <>
            <PdfLink className={buttonStyle("secondary", "small")} href={`${files}.pdf`}>
              {t("Download PDF")}
            </PdfLink>
            <a className={buttonStyle("quiet", "small")} download href={`${files}.csv`}>
              {t("Download CSV")}
            </a>
          </>
        }
        detail={t("{from} to {until}", {
          from: formatDay(statement.monday, t),
          until: formatDay(statement.sunday, t),
        })}
        title={t("Statement {number}", { number: statement.number })}
      />
      <Card>
        <AccountSumList brand={settings.brand} sums={statement} />
        <p className="mt-4 flex flex-wrap items-center gap-2 text-ink-muted text-sm">
          <PaymentBadge statement={statement} />
          {statement.paidOn &&
            `${formatMoney(statement.paidMinor, currency, t)}${t.known(", ")}${formatDay(statement.paidOn, t)}`}
        </p>
      </Card>
      {trips.length > 0 && (
        <Section title={t("Trips")}>
          <Card flush>
            <AccountTrips currencyOf={() => currency} lines={trips} />
          </Card>
        </Section>
      )}
      {corrections.length > 0 && (
        <Section
          detail={t("These trips have changed since an earlier statement.")}
          title={t("Corrections")}
        >
          <Card flush>
            <AccountTrips currencyOf={() => currency} lines={corrections} />
          </Card>
        </Section>
      )}
      {statement.entries.length > 0 && (
        <Section title={t("Adjustments and payments")}>
          <Card flush>
            <AccountEntries entries={statement.entries} timeZone={statement.timeZone} />
          </Card>
        </Section>
      )}
      <div className="mt-6">
        <ButtonLink
          icon={<ArrowLeft aria-hidden className="rtl:-scale-x-100" size={18} />}
          to="/driver/dashboard/billing"
          variant="quiet"
        >
          {t("Driver Billing")}
        </ButtonLink>
      </div>
    </>
  );
}
