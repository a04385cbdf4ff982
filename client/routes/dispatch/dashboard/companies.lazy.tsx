import { createLazyFileRoute, Link } from "@tanstack/react-router";
import type { CompanyRow } from "../../../../src/companies/contract";
import { RecordList } from "../../../office/lists/record-list";
import { Badge } from "../../../ui/badge";
import { formatMoney } from "../../../ui/money";
import type { Column } from "../../../ui/table";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";
import { pageOf } from "../../../office/lists/use-pages";

export const Route = createLazyFileRoute("/dispatch/dashboard/companies")(officePage(Companies));

const columns: Column<CompanyRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: "state", header: "State", cell: (company) => <State company={company} /> },
  { id: "members", header: "Members", numeric: true, cell: ({ members }) => members },
  {
    id: "email",
    header: "E-mail for invoices",
    isForWideScreens: true,
    cell: ({ billingEmail }) => <span className="text-ink-muted">{billingEmail || "–"}</span>,
  },
  {
    id: "owed",
    header: "Owes",
    numeric: true,
    cell: ({ owedMinor, currency }) => formatMoney(owedMinor, currency),
  },
  {
    id: "limit",
    header: "Credit limit",
    numeric: true,
    cell: ({ creditLimitMinor, currency }) =>
      creditLimitMinor === null ? (
        <span className="text-ink-faint">None</span>
      ) : (
        formatMoney(creditLimitMinor, currency)
      ),
  },
];

function Companies() {
  const { api, call } = useOffice();
  const { first } = Route.useLoaderData();
  const { q } = Route.useSearch();
  const next = async (cursor: string) =>
    pageOf(
      "companies",
      await call(api.admin.companies.$get({ query: { cursor, ...(q && { q }) } })),
    );
  return (
    <RecordList
      kind="companies"
      needs="companies.manage"
      listPath="/dispatch/dashboard/companies"
      card={(company) => (
        <>
          <div className="flex items-center justify-between gap-3">
            <Link
              className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
              params={{ id: company.id }}
              to="/dispatch/dashboard/companies/$id"
            >
              {company.name}
            </Link>
            <State company={company} />
          </div>
          <p className="mt-1 tabular-nums">
            {`Owes ${formatMoney(company.owedMinor, company.currency)}`}
          </p>
        </>
      )}
      columns={columns}
      first={first}
      next={next}
      emptyText="Add a company that pays by invoice for its people’s trips. Passengers then pay nothing in the car."
      noun="company"
      q={q}
      searchHint="You can search by name, invoice e-mail and tax number."
      title="Companies"
    />
  );
}

function State({ company }: { company: CompanyRow }) {
  return company.state === "active" ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="warning">Suspended</Badge>
  );
}
