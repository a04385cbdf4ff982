import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import type { DriverBalance } from "../../src/payouts/contract";
import { FormFailure } from "../forms/form";
import { MoreRows } from "../office/lists/more-rows";
import { type Page, pageOf, usePages } from "../office/lists/use-pages";
import { MonthFileLink } from "../office/period-fields";
import { useStaffActions } from "../office/use-staff-form";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { ListSearch } from "../ui/list-search";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { showToast } from "../ui/toasts";
import { useOffice } from "../office/calls";

const SCREEN_PATH = "/dispatch/dashboard/payouts";

const columns: Column<DriverBalance>[] = [
  { id: "name", header: "Driver", cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: "state", header: "State", cell: (row) => <BalanceBadges row={row} /> },
  {
    id: "stated",
    header: "Last statement",
    numeric: true,
    isForWideScreens: true,
    cell: ({ balances }) => (
      <Amounts rows={balances.map(({ currency, stated }) => [currency, stated])} />
    ),
  },
  {
    id: "held",
    header: "Held by driver",
    numeric: true,
    isForWideScreens: true,
    cell: ({ balances }) => (
      <Amounts rows={balances.map(({ currency, heldMinor }) => [currency, heldMinor])} />
    ),
  },
  {
    id: "now",
    header: "Owed now",
    numeric: true,
    cell: ({ balances }) => <Amounts rows={balances.map(({ currency, now }) => [currency, now])} />,
  },
  { id: "who", header: "Direction", cell: ({ balances }) => directionText(balances) },
];

/** All drivers with their balances. Closes weeks, and exports a month as CSV. */
export function BalanceList({
  first,
  q,
  role,
}: {
  first: Page<DriverBalance>;
  q: string | undefined;
  role: AdminRole;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  // Drivers whose weeks could be closed have other balances now.
  const actions = useStaffActions({ onFailed: () => void router.invalidate() });
  const next = async (cursor: string) =>
    pageOf("drivers", await call(api.admin.payouts.$get({ query: { cursor, ...(q && { q }) } })));
  const { rows, ...pages } = usePages<DriverBalance>(first, next);
  const close = () =>
    actions.act(
      "close",
      () => call(api.admin.payouts.closing.$post()),
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
            <ListSearch
              dense
              label="Search drivers"
              onSearch={(text) =>
                void navigate({
                  to: SCREEN_PATH,
                  search: text ? { q: text } : {},
                  replace: true,
                  resetScroll: false,
                })
              }
              value={q ?? ""}
            />
            {may(role, "billing.manage") && (
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
        detail="Each driver’s earnings, cash held and payouts. Pay weeks close automatically on Monday at noon."
        title="Payouts"
      />
      <FormFailure className="not-empty:mb-4" form={actions} />
      <Table
        caption="Drivers"
        card={(row) => (
          <Card>
            <div className="flex items-center justify-between gap-3">
              <Link
                className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
                params={{ id: row.driverId }}
                to="/dispatch/dashboard/payouts/$id"
              >
                {row.name}
              </Link>
              <BalanceBadges row={row} />
            </div>
            <p className="mt-1 flex items-baseline justify-between gap-3">
              <span className="text-ink-muted">{directionText(row.balances)}</span>
              <Amounts rows={row.balances.map(({ currency, now }) => [currency, now])} />
            </p>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            {q ? (
              <EmptyState title={`No driver found for “${q}”`}>You can search by name.</EmptyState>
            ) : (
              <EmptyState title="No drivers yet">
                Drivers appear here as soon as you add them.
              </EmptyState>
            )}
          </Card>
        }
        rowKey={({ driverId }) => driverId}
        rowLink={({ driverId }) => ({ to: `${SCREEN_PATH}/${driverId}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
      <Section
        detail="All drivers’ statements for weeks that start in the chosen month."
        title="Monthly export"
      >
        <MonthFileLink label="Month" path="admin/statements.csv" />
      </Section>
    </>
  );
}

function BalanceBadges({ row }: { row: DriverBalance }) {
  if (row.closable) return <Badge tone="info">Pay week to close</Badge>;
  return row.state === "active" ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="danger">Suspended</Badge>
  );
}

function Amounts({ rows }: { rows: readonly [currency: string, minor: number][] }): ReactNode {
  if (rows.length === 0) return <span className="text-ink-faint">–</span>;
  return (
    <span className="tabular-nums">
      {rows.map(([currency, minor]) => (
        <span className="block whitespace-nowrap" key={currency}>
          {formatMoney(minor, currency)}
        </span>
      ))}
    </span>
  );
}

/** Says in words who owes whom, because a sign alone is easily missed. */
function directionText(balances: DriverBalance["balances"]): string {
  const weOwe = balances.some(({ now }) => now > 0);
  const driverOwes = balances.some(({ now }) => now < 0);
  if (weOwe && driverOwes) return "Varies by currency";
  if (weOwe) return "We pay the driver";
  return driverOwes ? "The driver pays us" : "Nothing is owed";
}
