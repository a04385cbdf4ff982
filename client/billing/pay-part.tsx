import { HandCoins } from "lucide-react";
import { useCallback } from "react";
import type { DriverOverview } from "../../src/desk/fleet-contract";
import type { DriverRecord } from "../../src/drivers/contract";
import { AccountSumList } from "./account-sums";
import { StatementTable } from "./statement-table";
import { useQuery } from "../office/use-query";
import { PlainLink } from "../ui/plain-link";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { ErrorState } from "../ui/error-state";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { SkeletonRows } from "../ui/skeleton";
import { useOffice } from "../office/calls";

/** The rule for a driver's pay, the totals of the open weeks, and the statements so far. */
export function PayPart({ driver, pay }: { driver: DriverRecord; pay: DriverOverview["pay"] }) {
  const { api, call, settings } = useOffice();
  const { id } = driver;
  const fetchAccount = useCallback(async () => {
    const request = { param: { id }, query: {} };
    const path = api.admin.drivers[":id"];
    const [account, statements] = await Promise.all([
      call(path.account.$get(request)),
      call(path.statements.$get(request)),
    ]);
    return { account, statements };
  }, [api, call, id]);
  const { answer: accountData, failure, load } = useQuery(fetchAccount);
  return (
    <div className="max-w-5xl">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <Section
            detail="All drivers have the same pay rule, which you set in your price list."
            title="Pay rule"
          >
            {pay ? (
              <DefinitionList dense facts={ruleFacts(pay)} />
            ) : (
              <p className="text-ink-muted text-sm">No price list is in force.</p>
            )}
            <p className="mt-3 text-sm">
              <PlainLink
                className="underline underline-offset-4 pointer-coarse:py-3"
                href="/dispatch/dashboard/FeeManagement"
              >
                Price list
              </PlainLink>
            </p>
          </Section>
        </Card>
        <Card>
          <Section
            actions={
              <ButtonLink
                icon={<HandCoins aria-hidden size={16} />}
                size="small"
                to={`/dispatch/dashboard/payouts/${id}`}
                variant="secondary"
              >
                Earnings and payouts
              </ButtonLink>
            }
            detail={accountData && `Earnings since ${formatDay(accountData.account.since)}.`}
            title="Weeks not closed yet"
          >
            {failure !== null && <ErrorState message={failure} onRetry={() => void load()} />}
            {!accountData && failure === null && <SkeletonRows rows={3} />}
            {accountData && accountData.account.sums.length === 0 && (
              <p className="text-ink-muted text-sm">
                Nothing is owed. Trips appear here after they are completed.
              </p>
            )}
            {accountData?.account.sums.map((sums) => (
              <AccountSumList
                brand={settings.brand}
                key={sums.currency}
                payee={driver.firstName}
                sums={sums}
              />
            ))}
          </Section>
        </Card>
      </div>
      {accountData && (
        <div className="mt-8">
          <StatementTable driverId={id} first={accountData.statements} />
        </div>
      )}
    </div>
  );
}

/** Returns what a driver earns of each part of a trip's price. Leaves out parts of zero, except the share of tips. */
function ruleFacts(pay: NonNullable<DriverOverview["pay"]>): Fact[] {
  const moneyText = (minor: number) => formatMoney(minor, pay.currency);
  const facts: Fact[] = [];
  if (pay.farePercent > 0)
    facts.push({ name: "Share of the fare", value: `${pay.farePercent} % before tax` });
  if (pay.perTripMinor > 0) facts.push({ name: "Per trip", value: moneyText(pay.perTripMinor) });
  if (pay.perDistanceMinor > 0)
    facts.push({ name: `Per ${pay.distanceUnit}`, value: moneyText(pay.perDistanceMinor) });
  facts.push({
    name: "Share of tips and gratuity",
    value: pay.gratuityPercent > 0 ? `${pay.gratuityPercent} %` : "Nothing",
  });
  return facts;
}
