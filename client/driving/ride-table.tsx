import { Link } from "@tanstack/react-router";
import { CarFront } from "lucide-react";
import type { ReservationRow } from "../../src/reservations/contract";
import { EmptyState } from "../ui/empty-state";
import { Moment } from "../ui/moment";
import { formatMoney, Money } from "../ui/money";
import { RouteLine } from "../ui/route-line";
import { StateBadge } from "../ui/state-badge";
import { type Column, Table } from "../ui/table";
import { serviceWords } from "../ui/trip-words";
import { UnreadBadge, useUnreadCounts } from "./use-unread-counts";
import { useWords } from "../words/use-words";

/** Place names are the longest texts of a row, so they get the remaining width. */
const wideColumn = { className: "w-1/4" };

/** The driver's rides as the dashboard lists them: a table, and cards on a phone. */
export function RideTable({
  rows,
  timeZone,
  caption,
  hint,
}: {
  rows: readonly ReservationRow[];
  timeZone: string;
  caption: string;
  /** Shown under "No ride requests yet": what to expect. */
  hint: string;
}) {
  const t = useWords();
  const unreadByTrip = useUnreadCounts();
  const columns: Column<ReservationRow>[] = [
    { id: "number", header: t("Request ID"), cell: ({ number }) => number },
    {
      id: "pickup",
      header: t("Pickup Location"),
      cell: ({ pickup }) => pickup.name,
      ...wideColumn,
    },
    {
      id: "dropoff",
      header: t("Drop-off Location"),
      cell: ({ dropoff }) => dropoff.name,
      ...wideColumn,
    },
    {
      id: "pickupAt",
      header: t("Ride Time"),
      cell: ({ pickupAt }) => <Moment at={pickupAt} timeZone={timeZone} />,
      className: "whitespace-nowrap",
    },
    {
      id: "type",
      header: t("Rider Type"),
      cell: (row) => t.known(serviceWords[row.serviceType]),
      className: "min-w-28",
    },
    {
      id: "fare",
      header: t("Fare"),
      numeric: true,
      cell: (row) => <FareOrPay row={row} />,
    },
    {
      id: "state",
      header: t("Status"),
      cell: ({ id, state }) => (
        <span className="inline-grid justify-items-start gap-1">
          <StateBadge state={state} />
          <UnreadBadge count={unreadByTrip.get(id) ?? 0} />
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={caption}
      card={(row) => (
        <RideCard row={row} timeZone={timeZone} unread={unreadByTrip.get(row.id) ?? 0} />
      )}
      columns={columns}
      empty={
        <div className="rounded-lg border border-line bg-surface-raised">
          <EmptyState
            art={
              <span className="grid size-14 place-content-center rounded-full bg-surface-sunken text-ink-faint">
                <CarFront aria-hidden="true" size={28} />
              </span>
            }
            title={t("No ride requests yet")}
          >
            {hint}
          </EmptyState>
        </div>
      }
      rowKey={({ id }) => id}
      rows={rows}
      isSticky
      rowLink={({ id }) => ({ to: `/driver/dashboard/trips/${id}` })}
    />
  );
}

function RideCard({
  row,
  timeZone,
  unread,
}: {
  row: ReservationRow;
  timeZone: string;
  unread: number;
}) {
  const t = useWords();
  return (
    <Link
      className="block rounded-lg border border-line bg-surface-raised p-4 shadow-sm active:bg-surface-sunken"
      params={{ id: row.id }}
      to="/driver/dashboard/trips/$id"
    >
      <span className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">
          <Moment at={row.pickupAt} timeZone={timeZone} />
        </span>
        <StateBadge state={row.state} />
      </span>
      <UnreadBadge className="mb-3" count={unread} />
      <RouteLine
        dense
        dropoff={{ name: row.dropoff.name }}
        pickup={{ name: row.pickup.name }}
        stops={row.stops.map(({ name }) => ({ name }))}
      />
      <span className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-t pt-3 text-ink-muted text-sm">
        <span>
          <span className="sr-only">{t("Request ID")} </span>
          <span aria-hidden="true">#</span>
          {row.number} · {t.known(serviceWords[row.serviceType])}
        </span>
        <span className="font-medium text-ink">
          <FareOrPay row={row} />
        </span>
      </span>
    </Link>
  );
}

/** The price of a trip, or the driver's pay if the operator hides prices from drivers. */
function FareOrPay({
  row: { fareMinor, payMinor, currency },
}: {
  row: Pick<ReservationRow, "fareMinor" | "payMinor" | "currency">;
}) {
  const t = useWords();
  if (fareMinor > 0) return <Money currency={currency} minor={fareMinor} />;
  return payMinor === null
    ? "–"
    : t("You earn {amount}", { amount: formatMoney(payMinor, currency, t) });
}
