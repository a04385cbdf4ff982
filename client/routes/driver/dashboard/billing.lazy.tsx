import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { Wallet } from "lucide-react";
import { useId } from "react";
import type { OpenAccount, StatementList, StatementRow } from "../../../../src/payouts/contract";
import { outcomeWords } from "../../../../src/payouts/words";
import { AccountEntries, AccountTrips } from "../../../billing/account-lines";
import { AccountSumList } from "../../../billing/account-sums";
import { PaymentBadge } from "../../../billing/payment-badge";
import { DriverErrorPage } from "../../../driving/driver-error-page";
import { DriverPending } from "../../../driving/driver-pending";
import { fetchMoreBilling, fetchMoreStatements } from "../../../driving/loaders";
import { DeferredPart } from "../../../deferred-part";
import { useMoreRows } from "../../../forms/use-more-rows";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { formatDay } from "../../../ui/moment";
import { formatMoney } from "../../../ui/money";
import { PageHeader } from "../../../ui/page-header";
import { Section } from "../../../ui/section";
import { useWords } from "../../../words/use-words";

export const Route = createLazyFileRoute("/driver/dashboard/billing")({ component: DriverBilling });

function DriverBilling() {
  const { billing } = Route.useLoaderData();
  return (
    <DeferredPart failed={DriverErrorPage} of={billing} waiting={<DriverPending />}>
      {(found) => <BillingContent {...found} />}
    </DeferredPart>
  );
}

function BillingContent({
  account,
  statements,
}: {
  account: OpenAccount;
  statements: StatementList;
}) {
  const t = useWords();
  const { api, settings } = Route.useRouteContext();
  const headingId = useId();
  const trips = useMoreRows(
    { rows: account.lines, nextCursor: account.nextCursor },
    async (cursor) => {
      const page = await fetchMoreBilling(api, cursor);
      return { rows: page.lines, nextCursor: page.nextCursor };
    },
  );
  const currencies = new Map(
    trips.rows.map(({ reservationId, currency }) => [reservationId, currency]),
  );
  const isEmpty = account.sums.length === 0 && statements.statements.length === 0;
  const isThisWeek = account.since === account.monday;
  return (
    <>
      <PageHeader
        detail={t("Your pay, the cash you hold, and your payouts, week by week.")}
        title={t("Driver Billing")}
      />
      {isEmpty ? (
        <Card>
          <EmptyState
            art={
              <span className="grid size-14 place-content-center rounded-full bg-surface-sunken text-ink-faint">
                <Wallet aria-hidden="true" size={28} />
              </span>
            }
            title={t("No completed trips yet")}
          >
            {t("Completed trips appear here with your pay.")}
          </EmptyState>
        </Card>
      ) : (
        <Card aria-labelledby={headingId} flush role="group">
          <header className="border-line border-b px-4 py-3 sm:px-6">
            <h2 className="text-lg" id={headingId}>
              {isThisWeek ? t("This week so far") : t("Since your last statement")}
            </h2>
            <p className="text-ink-muted text-sm">
              {t("From {day}", { day: formatDay(account.since, t) })}
            </p>
          </header>
          <div className="grid gap-6 px-4 py-4 sm:px-6 lg:grid-cols-2">
            {account.sums.map((sums) => (
              <AccountSumList brand={settings.brand} key={sums.currency} sums={sums} />
            ))}
          </div>
          {trips.rows.length > 0 && (
            <div className="border-line border-t">
              <AccountTrips
                currencyOf={({ reservationId }) =>
                  currencies.get(reservationId) ?? settings.currency
                }
                lines={trips.rows}
              />
              {trips.moreButton && <div className="pb-4">{trips.moreButton}</div>}
            </div>
          )}
          {account.entries.length > 0 && (
            <div className="border-line border-t">
              <AccountEntries entries={account.entries} timeZone={account.timeZone} />
            </div>
          )}
        </Card>
      )}
      {statements.statements.length > 0 && (
        <Section title={t("Statements")}>
          <Statements first={statements} />
        </Section>
      )}
    </>
  );
}

function Statements({ first }: { first: StatementList }) {
  const { api, settings } = Route.useRouteContext();
  const { rows, moreButton } = useMoreRows(
    { rows: first.statements, nextCursor: first.nextCursor },
    async (cursor) => {
      const page = await fetchMoreStatements(api, cursor);
      return { rows: page.statements, nextCursor: page.nextCursor };
    },
  );
  return (
    <>
      <Card flush>
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id}>
              <StatementLink brand={settings.brand} row={row} />
            </li>
          ))}
        </ul>
      </Card>
      {moreButton}
    </>
  );
}

function StatementLink({ row, brand }: { row: StatementRow; brand: string }) {
  const t = useWords();
  return (
    <Link
      className="flex min-h-14 items-start justify-between gap-4 px-4 py-3 -outline-offset-2 hover:bg-surface-sunken sm:px-6"
      params={{ id: row.id }}
      to="/driver/dashboard/statements/$id"
    >
      <span className="min-w-0">
        <span className="block">{t("Week of {day}", { day: formatDay(row.monday, t) })}</span>
        <span className="block text-ink-muted text-sm">
          {t("Statement {number}", { number: row.number })}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted text-sm">
          <PaymentBadge statement={row} />
          {row.paidOn && formatDay(row.paidOn, t)}
        </span>
      </span>
      <span className="shrink-0 text-end">
        <span className="block font-medium tabular-nums">
          {formatMoney(Math.abs(row.closingMinor), row.currency, t)}
        </span>
        <span className="block text-ink-muted text-sm">
          {outcomeWords(row.closingMinor, brand, { t })}
        </span>
      </span>
    </Link>
  );
}
