import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Ageing, InvoiceRow } from "../../src/invoices/contract";
import { lazy } from "../lazy";
import { useOffice } from "../office/calls";
import { MoreRows } from "../office/lists/more-rows";
import { type Page, pageOf, usePages } from "../office/lists/use-pages";
import { usePermission } from "../office/use-permission";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { chipStyle } from "../ui/chip";
import { DefinitionList } from "../ui/definition-list";
import { EmptyState } from "../ui/empty-state";
import { formatDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { type Column, Table } from "../ui/table";
import { invoiceName, InvoiceBadge, MailState } from "./invoice-badge";
import { type InvoiceFilter, invoiceQueryOf } from "./invoices-search";

const ExportDialog = lazy(async () => (await import("./export-dialog")).default);
const RemindersDialog = lazy(async () => (await import("./reminders-dialog")).default);
const PaymentDialog = lazy(async () => (await import("./company-payment-dialog")).default);

type CompanyBalance = Ageing["companies"][number];

const filterLabels = [
  ["open", "Open"],
  ["overdue", "Overdue"],
  ["paid", "Paid"],
  ["all", "All"],
  ["companies", "By company"],
] as const satisfies readonly (readonly [InvoiceFilter, string])[];

/** The columns of ages, for the sums as well as for each company. */
const ageingColumns = [
  ["Not due", (sum) => sum.notDueMinor],
  ["1–30 days late", (sum) => sum.to30Minor],
  ["31–60 days late", (sum) => sum.to60Minor],
  ["61–90 days late", (sum) => sum.to90Minor],
  ["Over 90 days late", (sum) => sum.over90Minor],
  ["Total", (sum) => sum.totalMinor],
] as const satisfies readonly (readonly [string, (sum: Ageing["sums"][number]) => number])[];

const emptyTexts: Record<Exclude<InvoiceFilter, "companies">, readonly [string, string]> = {
  open: ["No open invoices", "Invoices appear here until they are paid in full."],
  overdue: ["No overdue invoices", "Invoices appear here once their due day has passed."],
  paid: ["No paid invoices yet", "Invoices appear here once they are paid or credited in full."],
  all: ["No invoices yet", "Issue the first invoice on a company’s page."],
};

const columns: Column<InvoiceRow>[] = [
  { id: "number", header: "Number", cell: invoiceName },
  { id: "company", header: "Company", cell: ({ companyName }) => companyName },
  { id: "state", header: "State", cell: (invoice) => <InvoiceStateCell invoice={invoice} /> },
  {
    id: "issued",
    header: "Issued",
    cell: ({ issuedOn }) => formatDay(issuedOn),
    isForWideScreens: true,
  },
  { id: "due", header: "Due", cell: dueText },
  {
    id: "sent",
    header: "E-mailed",
    cell: (invoice) => <MailState invoice={invoice} />,
    isForWideScreens: true,
  },
  {
    id: "total",
    header: "Total",
    numeric: true,
    cell: ({ kind, totalMinor, currency }) =>
      formatMoney(kind === "invoice" ? totalMinor : -totalMinor, currency),
  },
  {
    id: "balance",
    header: "Still owed",
    numeric: true,
    cell: ({ balanceMinor, currency }) => formatMoney(balanceMinor, currency),
  },
];

function dueText({ kind, dueOn }: InvoiceRow): string {
  return kind === "invoice" ? formatDay(dueOn) : "–";
}

/** Invoices of all companies: open, overdue and paid ones, and the amounts owed by age. */
export function InvoicesScreen({
  shown,
  first,
  ageing,
}: {
  shown: InvoiceFilter;
  /** The first page of invoices; null if companies are shown. */
  first: Page<InvoiceRow> | null;
  ageing: Ageing;
}) {
  const router = useRouter();
  const mayRecordPayments = usePermission("billing.manage");
  const canSeeRevenue = usePermission("revenue.view");
  const [companyToPay, setCompanyToPay] = useState<CompanyBalance | null>(null);
  const [openDialog, setOpenDialog] = useState<"export" | "reminders" | null>(null);
  return (
    <>
      <PageHeader
        actions={
          <>
            {canSeeRevenue && (
              <Button onClick={() => setOpenDialog("export")} size="small" variant="secondary">
                Export
              </Button>
            )}
            {mayRecordPayments && (
              <Button onClick={() => setOpenDialog("reminders")} size="small" variant="secondary">
                Reminders
              </Button>
            )}
          </>
        }
        dense
        detail="Invoices and credit notes of all companies. Issue new invoices on a company’s page."
        title="Invoices"
      />
      <AgeingSums sums={ageing.sums} />
      <nav aria-label="Invoices to show" className="mb-4 flex flex-wrap gap-1.5">
        {filterLabels.map(([one, words]) => (
          <Link
            aria-current={one === shown ? "page" : undefined}
            className={chipStyle(one === shown)}
            key={one}
            search={one === "open" ? {} : { show: one }}
            to="/dispatch/dashboard/invoices"
          >
            {words}
          </Link>
        ))}
      </nav>
      {first && shown !== "companies" ? (
        <InvoiceTable first={first} key={shown} shown={shown} />
      ) : (
        <Companies companies={ageing.companies} onPay={setCompanyToPay} />
      )}
      {openDialog === "export" && <ExportDialog onClose={() => setOpenDialog(null)} />}
      {openDialog === "reminders" && <RemindersDialog onClose={() => setOpenDialog(null)} />}
      {companyToPay && (
        <PaymentDialog
          company={companyToPay}
          onClose={() => setCompanyToPay(null)}
          onPaid={() => router.invalidate()}
        />
      )}
    </>
  );
}

function AgeingSums({ sums }: Pick<Ageing, "sums">) {
  if (sums.length === 0) return null;
  return (
    <ul aria-label="Amounts owed, by age" className="mb-4 grid gap-3">
      {sums.map((sum) => (
        <li
          className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-lg border border-line bg-surface-raised p-4 sm:grid-cols-3 lg:grid-cols-6"
          key={sum.currency}
        >
          {ageingColumns.map(([words, minor]) => (
            <div key={words}>
              <p className="text-ink-muted text-sm">{words}</p>
              <p className="font-semibold tabular-nums">{formatMoney(minor(sum), sum.currency)}</p>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

function InvoiceTable({
  first,
  shown,
}: {
  first: Page<InvoiceRow>;
  shown: Exclude<InvoiceFilter, "companies">;
}) {
  const { api, call } = useOffice();
  const next = async (cursor: string) => {
    const query = { ...invoiceQueryOf(shown), cursor };
    return pageOf("invoices", await call(api.admin.invoices.$get({ query })));
  };
  const { rows, ...pages } = usePages<InvoiceRow>(first, next);
  const [title, detail] = emptyTexts[shown];
  return (
    <>
      <Table
        caption="Invoices"
        card={(invoice) => (
          <Card>
            <div className="flex items-center justify-between gap-3">
              <Link
                className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
                params={{ id: invoice.id }}
                to="/dispatch/dashboard/invoices/$id"
              >
                {invoiceName(invoice)}
              </Link>
              <InvoiceBadge invoice={invoice} />
            </div>
            <p>{invoice.companyName}</p>
            <p className="mt-1 text-ink-muted text-sm">
              {`${formatMoney(invoice.balanceMinor, invoice.currency)} of ${formatMoney(invoice.totalMinor, invoice.currency)} still owed, due ${dueText(invoice)}`}
            </p>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            <EmptyState title={title}>{detail}</EmptyState>
          </Card>
        }
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `/dispatch/dashboard/invoices/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </>
  );
}

function InvoiceStateCell({ invoice }: { invoice: InvoiceRow }) {
  const { overdueDays, paidMinor, balanceMinor, currency } = invoice;
  const more = [
    overdueDays > 0 && (overdueDays === 1 ? "1 day" : `${overdueDays} days`),
    balanceMinor > 0 && paidMinor > 0 && `${formatMoney(paidMinor, currency)} paid`,
  ].filter(Boolean);
  return (
    <>
      <InvoiceBadge invoice={invoice} />
      {more.length > 0 && (
        <span className="mt-1 block text-ink-muted text-xs">{more.join(", ")}</span>
      )}
    </>
  );
}

function Companies({
  companies,
  onPay,
}: {
  companies: readonly CompanyBalance[];
  onPay: (company: CompanyBalance) => void;
}) {
  const mayRecordPayments = usePermission("billing.manage");
  const companyLink = ({ companyId, name }: CompanyBalance) => (
    <Link
      className="font-medium underline-offset-4 hover:underline"
      params={{ id: companyId }}
      to="/dispatch/dashboard/companies/$id"
    >
      {name}
    </Link>
  );
  const payButton = (company: CompanyBalance) =>
    mayRecordPayments && (
      <Button
        aria-label={`Record payment from ${company.name}`}
        onClick={() => onPay(company)}
        size="small"
        variant="secondary"
      >
        Record payment
      </Button>
    );
  return (
    <Table
      caption="Owed by company"
      card={(company) => (
        <Card>
          <p className="mb-2">{companyLink(company)}</p>
          <DefinitionList
            dense
            facts={ageingColumns
              .filter(([, minor]) => minor(company) !== 0)
              .map(([name, minor]) => ({
                name,
                value: formatMoney(minor(company), company.currency),
              }))}
          />
          <div className="mt-3 empty:hidden">{payButton(company)}</div>
        </Card>
      )}
      columns={[
        { id: "name", header: "Company", cell: companyLink },
        { id: "invoices", header: "Invoices", numeric: true, cell: ({ invoices }) => invoices },
        ...ageingColumns.map(([header, minor]) => ({
          id: header,
          header,
          numeric: true,
          cell: (company: CompanyBalance) => formatMoney(minor(company), company.currency),
        })),
        { id: "acts", header: "Actions", numeric: true, cell: payButton },
      ]}
      dense
      empty={
        <Card flush>
          <EmptyState title="No company owes anything">
            Companies appear here while they have open invoices.
          </EmptyState>
        </Card>
      }
      rowKey={({ companyId, currency }) => `${companyId} ${currency}`}
      rows={companies}
    />
  );
}
