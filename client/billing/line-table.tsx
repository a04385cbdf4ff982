import type { OpenAccount, StatementLine } from "../../src/payouts/contract";
import { heldAmountText, payLinesText } from "../../src/payouts/words";
import { MoreRows } from "../office/lists/more-rows";
import { usePages } from "../office/lists/use-pages";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { useOffice } from "../office/calls";

type Line = StatementLine & { currency: string };

const columns: Column<Line>[] = [
  { id: "trip", header: "Trip", cell: ({ reservationNumber }) => reservationNumber },
  { id: "when", header: "Pickup", cell: ({ pickupLocal }) => pickupLocal.replace("T", " ") },
  {
    id: "way",
    header: "Route",
    isForWideScreens: true,
    cell: ({ pickup, dropoff }) => `${pickup} to ${dropoff}`,
  },
  {
    id: "money",
    header: "Collected from passenger",
    cell: (line) =>
      line.kind === "correction"
        ? "Changed after the statement"
        : heldAmountText(line, formatMoney(line.heldMinor, line.currency), { who: "The driver" }),
  },
  {
    id: "charged",
    header: "Charged",
    numeric: true,
    isForWideScreens: true,
    cell: ({ chargedMinor, currency }) => formatMoney(chargedMinor, currency),
  },
  {
    id: "held",
    header: "Held by driver",
    numeric: true,
    cell: ({ heldMinor, currency }) => formatMoney(heldMinor, currency),
  },
  {
    id: "pay",
    header: "Earned",
    numeric: true,
    cell: ({ payMinor, payLines, currency }) => (
      <>
        {formatMoney(payMinor, currency)}
        {payLines.length > 1 && (
          <span className="block text-ink-muted text-xs">
            {payLinesText(payLines, currency, (minor) => formatMoney(minor, currency))}
          </span>
        )}
      </>
    ),
  },
];

/** The trips of a statement, or those that are on no statement yet, for the office. */
export function LineTable({ lines, caption }: { lines: readonly Line[]; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={columns}
      dense
      empty={<p className="text-ink-muted">No trips.</p>}
      rowKey={({ reservationId }) => reservationId}
      rowLink={({ reservationId }) => ({
        to: `/dispatch/dashboard/reservation/${reservationId}`,
      })}
      rows={lines}
    />
  );
}

/** A driver's trips that are on no statement yet. */
export function OpenTrips({ driverId, account }: { driverId: string; account: OpenAccount }) {
  const { api, call } = useOffice();
  const { rows, ...pages } = usePages<Line>(
    { rows: account.lines, nextCursor: account.nextCursor },
    async (cursor) => {
      const path = api.admin.drivers[":id"].account;
      const page = await call(path.$get({ param: { id: driverId }, query: { cursor } }));
      return { rows: page.lines, nextCursor: page.nextCursor };
    },
  );
  return (
    <Section title="Trips not on a statement yet">
      <LineTable caption="Trips not on a statement yet" lines={rows} />
      <MoreRows {...pages} />
    </Section>
  );
}
