import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { Download, X } from "lucide-react";
import { type AuditAction, auditActions } from "../../../../src/audit/contract";
import type { AuditRow } from "../../../../src/dispatch/board/audit-contract";
import { AuditEntry } from "../../../audit/audit-entry";
import { toQuery, type AuditSearch } from "../../../audit/audit-search";
import { VerificationLine } from "../../../audit/verification-line";
import { MoreRows } from "../../../office/lists/more-rows";
import { pageOf, usePages } from "../../../office/lists/use-pages";
import { Button } from "../../../ui/button";
import { buttonStyle } from "../../../ui/button-style";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { ListSearch } from "../../../ui/list-search";
import { PageHeader } from "../../../ui/page-header";
import { SelectField } from "../../../ui/select-field";
import { groupInto } from "../../../../src/settings/group-into";
import { useOffice } from "../../../office/calls";
import { DayFilter } from "../../../office/lists/day-filter";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/audit")(officePage(AuditLog));

/** The groups of action codes, by the part before the point. */
const topicLabels: Record<string, string> = {
  staff: "Staff",
  settings: "Settings",
  fees: "Fees",
  zone: "Zones",
  place: "Places",
  class: "Vehicle classes",
  vehicle: "Vehicles",
  driver: "Drivers",
  document: "Documents",
  application: "Applications",
  trip: "Trips",
  order: "Repeating trips",
  company: "Companies",
  invoice: "Invoices",
  payment: "Payments",
  payout: "Payouts",
  property: "Lost property",
  privacy: "Riders’ data",
  export: "Downloads",
  audit: "Audit log",
};

const actionsByTopic = groupInto(
  Object.keys(auditActions) as AuditAction[],
  (action) => action.split(".")[0] ?? "",
);

function AuditLog() {
  const { api, call } = useOffice();
  const { first, state } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const next = async (cursor: string) =>
    pageOf("entries", await call(api.admin.audit.$get({ query: { ...toQuery(search), cursor } })));
  const { rows, ...pages } = usePages<AuditRow>(first, next);
  const updateSearch = (change: AuditSearch) =>
    void navigate({
      to: "/dispatch/dashboard/audit",
      search: toQuery({ ...search, ...change }) as AuditSearch,
      replace: true,
      resetScroll: false,
    });
  const query = toQuery(search);
  const isFiltered = Object.keys(query).length > 0;
  const csvQuery = new URLSearchParams(query).toString();
  return (
    <>
      <PageHeader
        actions={
          <>
            <ListSearch
              dense
              label="Search the audit log"
              onSearch={(q) => updateSearch({ q })}
              value={search.q ?? ""}
            />
            <a
              className={buttonStyle("secondary", "small")}
              download
              href={`/backend/admin/audit.csv${csvQuery && `?${csvQuery}`}`}
            >
              <Download aria-hidden size={16} />
              Download CSV
            </a>
          </>
        }
        dense
        detail="Everything your team did in dispatch. Entries can never be changed."
        title="Audit log"
      />
      <VerificationLine first={state} />
      <div className="mb-4 grid grid-cols-2 items-end gap-2 lg:grid-cols-[1fr_1.4fr_auto_auto_auto]">
        <SelectField
          dense
          label="Person"
          onChange={({ target }) => updateSearch({ actor: target.value || undefined })}
          value={search.actor ?? ""}
        >
          <option value="">Everyone</option>
          {state.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="Action"
          onChange={({ target }) => updateSearch({ action: target.value || undefined })}
          value={search.action ?? ""}
        >
          <option value="">All actions</option>
          {[...actionsByTopic].map(([topic, codes]) => (
            <optgroup key={topic} label={topicLabels[topic] ?? topic}>
              {codes.map((code) => (
                <option key={code} value={code}>
                  {auditActions[code]}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <DayFilter
          label="From"
          max={search.to}
          onDay={(from) => updateSearch({ from: from || undefined })}
          value={search.from ?? ""}
        />
        <DayFilter
          label="To"
          min={search.from}
          onDay={(to) => updateSearch({ to: to || undefined })}
          value={search.to ?? ""}
        />
        {isFiltered && (
          <Button
            icon={<X aria-hidden size={16} />}
            onClick={() => void navigate({ to: "/dispatch/dashboard/audit", search: {} })}
            size="small"
            variant="quiet"
          >
            Show all
          </Button>
        )}
      </div>
      <Card flush>
        {rows.length === 0 ? (
          <EmptyState title={isFiltered ? "Nothing found" : "The log is empty"}>
            {isFiltered
              ? "Choose other dates, people or words."
              : "What your team changes, decides and downloads appears here."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <AuditEntry key={row.number} row={row} />
            ))}
          </ul>
        )}
      </Card>
      <MoreRows {...pages} />
    </>
  );
}
