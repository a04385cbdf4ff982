import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type {
  UnpaidReason,
  UnpaidList,
  UnpaidQuery,
  UnpaidTrip,
} from "../../src/payments/contract";
import { lazy } from "../lazy";
import { useOffice } from "../office/calls";
import { MoreRows } from "../office/lists/more-rows";
import { type Page, pageOf, usePages } from "../office/lists/use-pages";
import { usePermission } from "../office/use-permission";
import type { MoneyAct } from "../trip-acts/money-dialog";
import { useAct } from "../trip-acts/use-act";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { chipStyle } from "../ui/chip";
import { EmptyState } from "../ui/empty-state";
import { formatMoment, Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";

const MoneyDialog = lazy(async () => (await import("../trip-acts/money-dialog")).default);

const PayLinkDialog = lazy(async () => (await import("./pay-link-dialog")).PayLinkDialog);

const TakingsPart = lazy(async () => (await import("./takings")).TakingsPart);

type UnpaidView = UnpaidReason | "overpaid" | undefined;

const filterOptions: readonly (readonly [UnpaidView, string])[] = [
  [undefined, "All unpaid"],
  ["trip", "Trips"],
  ["cancellation", "Late cancellations"],
  ["no_show", "No-shows"],
  ["overpaid", "To refund"],
];

const reasonWords: Record<UnpaidReason, string> = {
  trip: "Trip",
  cancellation: "Late cancellation",
  no_show: "No-show",
};

/** Lists the trips and fees that riders have not paid, and the amounts owed to riders, oldest first. */
export function UnpaidTrips({
  first,
  sums,
  canPay,
  what,
  rider,
  query,
}: {
  first: Page<UnpaidTrip>;
  sums: UnpaidList["sums"];
  canPay: boolean;
  what: UnpaidView;
  rider: string | undefined;
  query: Partial<Pick<UnpaidQuery, "what" | "rider" | "overpaid">>;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const { act } = useAct();
  const canSeeRevenue = usePermission("revenue.view");
  const [dialogRequest, setDialogRequest] = useState<{
    name: MoneyAct | "link";
    row: UnpaidTrip;
  } | null>(null);
  const next = async (cursor: string) =>
    pageOf("trips", await call(api.admin.unpaid.$get({ query: { ...query, cursor } })));
  const { rows, ...pages } = usePages<UnpaidTrip>(first, next);
  const close = () => {
    setDialogRequest(null);
    void router.invalidate();
  };
  return (
    <>
      <PageHeader
        dense
        detail="Trips, late cancellations and no-shows that are not fully paid. Trips billed to a company are on its invoices."
        title="Unpaid"
      />
      <nav aria-label="Trips to show" className="mb-4 flex flex-wrap gap-1.5">
        {filterOptions.map(([one, words]) => (
          <Link
            aria-current={one === what ? "page" : undefined}
            className={chipStyle(one === what)}
            key={words}
            search={{ what: one, rider }}
            to="/dispatch/dashboard/unpaid"
          >
            {words}
          </Link>
        ))}
      </nav>
      {rider && (
        <p className="mb-4 text-sm">
          Only one rider’s trips are shown.{" "}
          <Link
            className="underline"
            search={{ what, rider: undefined }}
            to="/dispatch/dashboard/unpaid"
          >
            Show all riders
          </Link>
        </p>
      )}
      {sums.length > 0 && (
        <ul aria-label="Totals" className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {sums.map(({ currency, trips, dueMinor }) => (
            <li key={currency}>
              <span className="font-semibold tabular-nums">
                {formatMoney(Math.abs(dueMinor), currency)}
              </span>{" "}
              <span className="text-ink-muted">
                {dueMinor < 0 ? "to refund" : "due"}, {trips}{" "}
                {trips === 1 ? "reservation" : "reservations"}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Card flush>
        {rows.length === 0 ? (
          <EmptyState title={what === "overpaid" ? "Nothing to refund" : "Nothing is unpaid"}>
            {what === "overpaid"
              ? "Trips appear here when more was paid than they cost."
              : "Trips and fees appear here when they end without being paid in full."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Row
                canPay={canPay}
                key={row.id}
                onAction={(name) => setDialogRequest({ name, row })}
                row={row}
              />
            ))}
          </ul>
        )}
      </Card>
      <MoreRows {...pages} />
      {canSeeRevenue && !rider && <TakingsPart />}
      {dialogRequest?.name === "link" ? (
        <PayLinkDialog onClose={close} row={dialogRequest.row} />
      ) : (
        dialogRequest && (
          <MoneyDialog
            act={act}
            name={dialogRequest.name}
            onClose={close}
            row={dialogRequest.row}
          />
        )
      )}
    </>
  );
}

function Row({
  row,
  canPay,
  onAction,
}: {
  row: UnpaidTrip;
  /** Whether riders can pay by link. */
  canPay: boolean;
  onAction: (name: MoneyAct | "link") => void;
}) {
  const { timeZone } = useOffice();
  const mayRecordPayments = usePermission("trips.settle");
  const mayWaiveAmounts = usePermission("billing.manage");
  const { number, what, passenger, rider, driver, currency, dueMinor, paidMinor } = row;
  const phone = passenger.phone ?? rider?.phone ?? null;
  const email = rider?.email ?? null;
  return (
    <li className="grid gap-2 px-4 py-3 text-sm sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            className="font-medium underline-offset-4 hover:underline"
            params={{ id: row.id }}
            to="/dispatch/dashboard/reservation/$id"
          >
            {reasonWords[what]} {number}
          </Link>
          <span className="text-ink-muted">
            <Moment at={row.pickupAt} timeZone={timeZone} />, {ageWords(row.ageDays)}
          </span>
        </p>
        <p className="break-words text-ink-muted">
          {passenger.name}
          {phone && (
            <>
              {", "}
              <a className="underline" href={`tel:${phone}`}>
                {phone}
              </a>
            </>
          )}
          {email && (
            <>
              {", "}
              <a className="underline" href={`mailto:${email}`}>
                {email}
              </a>
            </>
          )}
          {driver && `, driven by ${driver.name}`}
        </p>
        {row.link && <p className="text-ink-muted">{linkWords(row.link, timeZone)}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        <span className="me-2 font-semibold tabular-nums">
          {formatMoney(Math.abs(dueMinor), currency)}
          {paidMinor > 0 && dueMinor > 0 && (
            <span className="block font-normal text-ink-muted">
              {`Paid: ${formatMoney(paidMinor, currency)}`}
            </span>
          )}
        </span>
        {dueMinor > 0 && mayRecordPayments && (
          <Button onClick={() => onAction("record")} size="small">
            Record payment
          </Button>
        )}
        {dueMinor > 0 && mayRecordPayments && (canPay || row.link) && (
          <Button onClick={() => onAction("link")} size="small" variant="secondary">
            Payment link
          </Button>
        )}
        {dueMinor > 0 && mayWaiveAmounts && (
          <Button onClick={() => onAction("waive")} size="small" variant="secondary">
            Waive
          </Button>
        )}
        {dueMinor < 0 && mayWaiveAmounts && (
          <Button onClick={() => onAction("refund")} size="small">
            Refund
          </Button>
        )}
      </div>
    </li>
  );
}

function linkWords(
  { sentAt, openedAt }: NonNullable<UnpaidTrip["link"]>,
  timeZone: string,
): string {
  if (!sentAt) return "Payment link created, not sent";
  const sent = `Payment link sent ${formatMoment(sentAt, timeZone, "date-time")}`;
  return openedAt ? `${sent}, opened` : `${sent}, not opened yet`;
}

function ageWords(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day ago" : `${days} days ago`;
}
