import { createLazyFileRoute, Link, useNavigate } from "@tanstack/react-router";
import type { ApplicationRow } from "../../../../src/drivers/application-review-contract";
import { DriverTabs } from "../../../applications/review/driver-tabs";
import { applicantName, applicationStates } from "../../../applications/review/words";
import { MoreRows } from "../../../office/lists/more-rows";
import { pageOf, usePages } from "../../../office/lists/use-pages";
import { Badge } from "../../../ui/badge";
import { Card } from "../../../ui/card";
import { chipStyle } from "../../../ui/chip";
import { EmptyState } from "../../../ui/empty-state";
import { ListSearch } from "../../../ui/list-search";
import { formatMoment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/applications")(
  officePage(Applications),
);

const filters = [
  { state: undefined, words: "All" },
  { state: "submitted", words: "To review" },
  { state: "incomplete", words: "Incomplete" },
  { state: "approved", words: "Approved" },
  { state: "rejected", words: "Rejected" },
] as const;

function Applications() {
  const { api, call, timeZone } = useOffice();
  const { first, waiting } = Route.useLoaderData();
  const { state, q } = Route.useSearch();
  const navigate = useNavigate();
  const next = async (cursor: string) =>
    pageOf(
      "applications",
      await call(
        api.admin["driver-applications"].$get({
          query: { cursor, ...(state && { status: state }), ...(q && { q }) },
        }),
      ),
    );
  const { rows, ...pages } = usePages<ApplicationRow>(first, next);
  return (
    <>
      <DriverTabs current="applications" waitingCount={waiting} />
      <PageHeader
        actions={
          <ListSearch
            dense
            label="Search applications"
            onSearch={(text) =>
              void navigate({
                to: "/dispatch/dashboard/DriverManagement/applications",
                search: { ...(state && { state }), ...(text && { q: text }) },
                replace: true,
                resetScroll: false,
              })
            }
            value={q ?? ""}
          />
        }
        dense
        title="Applications to drive"
      />
      <nav aria-label="Filter applications" className="mb-4 flex flex-wrap gap-1.5">
        {filters.map((filter) => (
          <Link
            aria-current={filter.state === state ? "page" : undefined}
            className={chipStyle(filter.state === state)}
            key={filter.words}
            search={{ ...(filter.state && { state: filter.state }), ...(q && { q }) }}
            to="/dispatch/dashboard/DriverManagement/applications"
          >
            {filter.words}
          </Link>
        ))}
      </nav>
      <Card flush>
        {rows.length === 0 ? (
          <EmptyState title={q ? `No application found for “${q}”` : "No applications here"}>
            {q
              ? "You can search by name, e-mail address, phone number and plate."
              : "People can apply on your site, at /driver-apply."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-surface-sunken sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]"
                  params={{ id: row.id }}
                  to="/dispatch/dashboard/DriverManagement/applications/$id"
                >
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{applicantName(row)}</span>
                    <span className="block truncate text-ink-muted">
                      {row.email || row.phone || "No contact details"}
                    </span>
                  </span>
                  <span className="min-w-0">
                    <span className="block truncate">{row.vehicle || "No vehicle details"}</span>
                    <span className="block truncate text-ink-muted">{progress(row)}</span>
                  </span>
                  <span className="flex items-center gap-3 text-ink-muted tabular-nums">
                    {formatMoment(row.createdAt, timeZone, "date-time")}
                    <span className="sm:w-22">
                      <Badge tone={applicationStates[row.status].tone}>
                        {applicationStates[row.status].words}
                      </Badge>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <MoreRows {...pages} />
    </>
  );
}

/** Returns what an application is waiting for. */
function progress({ status, missing, requestedAt, changedAt }: ApplicationRow): string {
  if (status === "approved") return "Driver account created";
  if (status === "rejected") return "Deleted within 90 days of the decision";
  if (requestedAt && (!changedAt || changedAt < requestedAt)) return "Waiting for the applicant";
  if (missing === 0) return "Complete and certified";
  return missing === 1 ? "One thing is missing" : `${missing} things are missing`;
}
