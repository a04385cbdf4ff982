import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { ReturnWish } from "../../../../src/property/contract";
import type { LostReportRow } from "../../../../src/property/register-contract";
import { usePermission } from "../../../office/use-permission";
import { PromptDialog } from "../../../office/prompt-dialog";
import { RegisterLayout } from "../../../property/register-layout";
import {
  RegisterCard,
  registerColumns,
  itemFields,
  itemValuesOf,
} from "../../../property/register-parts";
import { reportsQuery } from "../../../property/register-queries";
import { reportBadges } from "../../../office/property-badges";
import { returnWishWords } from "../../../property/register-words";
import { ReportPanel } from "../../../property/report-panel";
import { Moment } from "../../../ui/moment";
import type { Column } from "../../../ui/table";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";
import { pageOf } from "../../../office/lists/use-pages";

export const Route = createLazyFileRoute("/dispatch/dashboard/LostProperty")(
  officePage(LostProperty),
);

function LostProperty() {
  const { api, call } = useOffice();
  const { first } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const mayAct = usePermission("property.manage");
  const [isAdding, setIsAdding] = useState(false);
  const { open: _open, ...filters } = search;
  const next = async (cursor: string) =>
    pageOf(
      "reports",
      await call(
        api.admin["lost-reports"].$get({
          query: reportsQuery(filters, cursor),
        }),
      ),
    );

  const { what, state, category, car } = registerColumns<LostReportRow>(
    (row) => reportBadges[row.state],
  );
  const columns: Column<LostReportRow>[] = [
    what,
    state,
    category,
    {
      id: "reporter",
      header: "Reported by",
      cell: (row) => <span className="block max-w-40 truncate">{row.reporterName}</span>,
    },
    {
      id: "trip",
      header: "Trip",
      cell: ({ reservation }) => reservation?.number ?? "–",
      numeric: true,
    },
    car,
    {
      id: "lost",
      header: "Lost on",
      cell: ({ lostAt }) => <Moment at={lostAt} />,
    },
    {
      id: "searched",
      header: "Car searched",
      isForWideScreens: true,
      cell: ({ searchedAt }) => (searchedAt ? <Moment at={searchedAt} style="date" /> : "Not yet"),
    },
  ];

  return (
    <RegisterLayout
      addLabel="New report"
      listPath="/dispatch/dashboard/LostProperty"
      card={(row) => (
        <RegisterCard at={row.lostAt} badge={reportBadges[row.state]} what={row.what}>
          {row.reporterName}
        </RegisterCard>
      )}
      columns={columns}
      first={first}
      next={next}
      emptyText="Reports from riders and reports that you take by phone appear here. Press “New report” to add a report."
      onAdd={mayAct ? () => setIsAdding(true) : null}
      search={search}
      states={[
        [undefined, "All"],
        ["open", "Open"],
        ["unsearched", "Car not searched"],
        ["matched", "Found"],
        ["returned", "Returned"],
        ["closed", "Closed"],
      ]}
      title="Lost property"
    >
      <ReportPanel
        id={search.open ?? null}
        mayAct={mayAct}
        onChanged={() => void router.invalidate()}
        onClose={() => void navigate({ search: filters, replace: true, resetScroll: false })}
      />
      {isAdding && (
        <PromptDialog
          fields={[
            ...itemFields("What was lost"),
            { name: "reporterName", label: "Name" },
            {
              name: "contact",
              label: "E-mail or phone number",
              hint: "We’ll write to this contact when the item is found.",
              maxLength: 200,
            },
            {
              name: "wish",
              label: "How the owner wants it back",
              choices: Object.entries(returnWishWords),
            },
            {
              name: "reservationNumber",
              label: "Trip number",
              type: "number",
              optional: true,
            },
            {
              name: "lostLocal",
              label: "When it was lost",
              type: "datetime-local",
              optional: true,
            },
          ]}
          confirmLabel="Save report"
          successText="Report saved"
          onClose={() => setIsAdding(false)}
          onConfirm={async (typed) => {
            const { report } = await call(
              api.admin["lost-reports"].$post({
                json: {
                  ...itemValuesOf(typed),
                  reporterName: typed.reporterName ?? "",
                  contact: typed.contact ?? "",
                  wish: typed.wish as ReturnWish,
                  reservationNumber: typed.reservationNumber
                    ? Number(typed.reservationNumber)
                    : null,
                  lostLocal: typed.lostLocal || null,
                },
              }),
            );
            await router.invalidate();
            await navigate({ search: { ...filters, open: report.id }, replace: true });
          }}
          title="New lost property report"
        />
      )}
    </RegisterLayout>
  );
}
