import { fullName } from "../../src/accounts/name-rules";
import { useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import type { DriverRecord } from "../../src/drivers/contract";
import type {
  DriverEntry,
  EntryList,
  OpenAccount,
  StatementList,
} from "../../src/payouts/contract";
import { entryWords } from "../../src/payouts/words";
import { MoreRows } from "../office/lists/more-rows";
import { pageOf, usePages } from "../office/lists/use-pages";
import { FormFailure } from "../forms/form";
import { useStaffActions } from "../office/use-staff-form";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { showToast } from "../ui/toasts";
import { type Column, Table } from "../ui/table";
import { AccountSumList } from "./account-sums";
import { AdjustmentForm, PaymentForm } from "./entry-forms";
import { OpenTrips } from "./line-table";
import { StatementTable } from "./statement-table";
import { useOffice } from "../office/calls";
import { entryDay } from "./entry-day";

/** One driver's account for the office: the amount owed now, statements, payments and adjustments. */
export function DriverAccount({
  driver,
  account,
  statements,
  entries,
  role,
}: {
  driver: DriverRecord;
  account: OpenAccount;
  statements: StatementList;
  entries: EntryList;
  role: AdminRole;
}) {
  const { api, call, settings } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const mayPay = may(role, "billing.manage");
  const path = api.admin.drivers[":id"];
  const close = () =>
    actions.act(
      "close",
      () => call(path.statements.$post({ param: { id: driver.id } })),
      () => {
        showToast("success", "The pay weeks are closed");
        return router.invalidate();
      },
    );
  return (
    <>
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to="/dispatch/dashboard/payouts"
              variant="quiet"
            >
              Payouts
            </ButtonLink>
            <ButtonLink
              size="small"
              to={`/dispatch/dashboard/DriverManagement/${driver.id}`}
              variant="quiet"
            >
              Driver details
            </ButtonLink>
            {mayPay && account.since < account.monday && (
              <Button
                busy={actions.busy}
                busyLabel="Closing..."
                onClick={() => void close()}
                size="small"
              >
                Close pay weeks
              </Button>
            )}
          </>
        }
        dense
        title={fullName(driver)}
      />
      <FormFailure className="not-empty:mb-4" form={actions} />
      <Section
        detail={`Earnings since ${formatDay(account.since)}, including the balance carried over.`}
        title="Current balance"
      >
        {account.sums.length === 0 ? (
          <p className="text-ink-muted">
            Nothing is owed. Trips appear here after they are completed.
          </p>
        ) : (
          <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
            {account.sums.map((sums) => (
              <div
                className="rounded-lg border border-line bg-surface-raised p-4"
                key={sums.currency}
              >
                <AccountSumList brand={settings.brand} payee={driver.firstName} sums={sums} />
              </div>
            ))}
          </div>
        )}
      </Section>
      {mayPay && (
        <div className="mt-8 grid max-w-5xl gap-8 lg:grid-cols-2">
          <div>
            <PaymentForm account={account} driverId={driver.id} />
          </div>
          <div>
            <AdjustmentForm account={account} driverId={driver.id} />
          </div>
        </div>
      )}
      <StatementTable driverId={driver.id} first={statements} />
      <EntryTable
        driverId={driver.id}
        first={entries}
        mayPay={mayPay}
        timeZone={account.timeZone}
      />
      <OpenTrips account={account} driverId={driver.id} />
    </>
  );
}

function EntryTable({
  driverId,
  first,
  mayPay,
  timeZone,
}: {
  driverId: string;
  first: EntryList;
  mayPay: boolean;
  timeZone: string;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const firstPage = pageOf("entries", first);
  const path = api.admin.drivers[":id"].entries;
  const next = async (cursor: string) =>
    pageOf(
      "entries",
      await call(
        api.admin.drivers[":id"].entries.$get({ param: { id: driverId }, query: { cursor } }),
      ),
    );
  const { rows, ...pages } = usePages<DriverEntry>(firstPage, next);
  const reverse = (entryId: string) =>
    actions.act(
      "reverse",
      () => call(path[":entryId"].reversal.$post({ param: { id: driverId, entryId } })),
      () => {
        showToast("success", "Reversed");
        return router.invalidate();
      },
    );
  const columns: Column<DriverEntry>[] = [
    {
      id: "day",
      header: "Day",
      cell: (entry) => formatDay(entryDay(entry, timeZone)),
    },
    { id: "what", header: "Entry", cell: (entry) => entryWords(entry) },
    {
      id: "why",
      header: "Reason",
      cell: ({ reason, trip, reference }) =>
        [reason, trip && `Trip ${trip.number}`, reference].filter(Boolean).join(", ") || "–",
    },
    {
      id: "who",
      header: "Recorded by",
      isForWideScreens: true,
      cell: ({ recordedBy }) => recordedBy,
    },
    {
      id: "on",
      header: "Statement",
      isForWideScreens: true,
      cell: ({ statementNumber }) => statementNumber ?? "–",
    },
    {
      id: "amount",
      header: "Amount",
      numeric: true,
      cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency),
    },
    {
      id: "acts",
      header: "Actions",
      numeric: true,
      cell: ({ id, reversal }) =>
        reversal === "reversed" ? (
          <Badge>Reversed</Badge>
        ) : reversal === "reverses" ? (
          <Badge>Reverses an earlier entry</Badge>
        ) : (
          mayPay && (
            <Button
              busy={actions.busy}
              busyLabel="Saving..."
              onClick={() => void reverse(id)}
              size="small"
              variant="secondary"
            >
              Reverse entry
            </Button>
          )
        ),
    },
  ];
  return (
    <Section title="Payments and adjustments">
      <FormFailure className="not-empty:mb-4" form={actions} />
      <Table
        caption="Payments and adjustments"
        columns={columns}
        dense
        empty={<p className="text-ink-muted">No payments or adjustments yet.</p>}
        rowKey={({ id }) => id}
        rows={rows}
      />
      <MoreRows {...pages} />
    </Section>
  );
}
