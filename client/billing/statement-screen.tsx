import { ArrowLeft } from "lucide-react";
import type { DriverEntry, Statement } from "../../src/payouts/contract";
import { entryWords } from "../../src/payouts/words";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { AccountSumList } from "./account-sums";
import { LineTable } from "./line-table";
import { PaymentBadge } from "./payment-badge";
import { PdfLink } from "../ui/pdf-link";
import { entryDay } from "./entry-day";

const columnsIn = (timeZone: string): Column<DriverEntry>[] => [
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
    id: "amount",
    header: "Amount",
    numeric: true,
    cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency),
  },
];

/** One closed week of a driver, for the office. Nothing on it can be changed. */
export function StatementScreen({ statement, brand }: { statement: Statement; brand: string }) {
  const { currency, parties } = statement;
  const filesPath = `/backend/admin/statements/${statement.id}/statement`;
  const lines = statement.lines.map((line) => ({ ...line, currency }));
  return (
    <>
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to={`/dispatch/dashboard/payouts/${statement.driverId}`}
              variant="quiet"
            >
              {parties.driver.name}
            </ButtonLink>
            <PdfLink className={buttonStyle("secondary", "small")} href={`${filesPath}.pdf`}>
              Download PDF
            </PdfLink>
            <a className={buttonStyle("secondary", "small")} download href={`${filesPath}.csv`}>
              Download CSV
            </a>
          </>
        }
        dense
        detail={`${formatDay(statement.monday)} to ${formatDay(statement.sunday)}, closed by ${statement.closedBy}`}
        title={`Statement ${statement.number}`}
      />
      <div className="max-w-xl rounded-lg border border-line bg-surface-raised p-4">
        <AccountSumList brand={brand} payee={parties.driver.name} sums={statement} />
        <p className="mt-4 flex flex-wrap items-center gap-2 text-ink-muted">
          <PaymentBadge statement={statement} />
          {statement.paidOn &&
            `${formatMoney(statement.paidMinor, currency)}, ${formatDay(statement.paidOn)}`}
        </p>
      </div>
      <Section title="Trips">
        <LineTable caption="Trips" lines={lines} />
      </Section>
      {statement.entries.length > 0 && (
        <Section title="Adjustments and payments">
          <Table
            caption="Adjustments and payments"
            columns={columnsIn(statement.timeZone)}
            dense
            rowKey={({ id }) => id}
            rows={statement.entries}
          />
        </Section>
      )}
    </>
  );
}
