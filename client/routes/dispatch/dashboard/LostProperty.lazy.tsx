import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { CarPlace, PropertyCategory, ReturnWish } from "../../../../src/property/contract";
import type { LostReportRow } from "../../../../src/property/register-contract";
import { useStaffCall } from "../../../office/calls";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { useMay } from "../../../office/use-may";
import { AskDialog } from "../../../office/ask-dialog";
import { RegisterFrame } from "../../../property/register-frame";
import { reportsQuery } from "../../../property/register-queries";
import { categoryWords, placeWords, wishWords } from "../../../property/register-words";
import { reportLook } from "../../../property/state-looks";
import { ReportPanel } from "../../../property/report-panel";
import { Badge } from "../../../ui/badge";
import { Moment } from "../../../ui/moment";
import type { Column } from "../../../ui/table";

export const Route = createLazyFileRoute("/dispatch/dashboard/LostProperty")({
  component: LostProperty,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function LostProperty() {
  const { api, settings } = Route.useRouteContext();
  const { timeZone } = settings;
  const { first } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const call = useStaffCall();
  const mayAct = useMay("property.keep");
  const [adding, setAdding] = useState(false);
  const { open: _open, ...filters } = search;
  const key = JSON.stringify(filters);
  const next = useCallback(
    async (cursor: string) => {
      const query = reportsQuery(JSON.parse(key) as typeof filters, cursor);
      const page = await call(api.admin["lost-reports"].$get({ query }));
      return { rows: page.reports, nextCursor: page.nextCursor };
    },
    [api, call, key],
  );

  const columns: Column<LostReportRow>[] = [
    {
      id: "what",
      header: "What",
      cell: (row) => (
        <span className="block max-w-72 truncate">
          <span className="me-2 text-ink-muted tabular-nums">{row.number}</span>
          {row.what}
        </span>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ state }) => <Badge tone={reportLook[state].tone}>{reportLook[state].words}</Badge>,
    },
    {
      id: "category",
      header: "Kind",
      cell: ({ category }) => categoryWords[category],
      wideOnly: true,
    },
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
    {
      id: "car",
      header: "Car",
      wideOnly: true,
      cell: ({ vehicle }) => <span className="whitespace-nowrap">{vehicle?.name ?? "–"}</span>,
    },
    {
      id: "lost",
      header: "Lost",
      cell: ({ lostAt }) => (
        <span className="whitespace-nowrap">
          <Moment at={lostAt} timeZone={timeZone} />
        </span>
      ),
    },
    {
      id: "searched",
      header: "Car searched",
      wideOnly: true,
      cell: ({ searchedAt }) =>
        searchedAt ? <Moment at={searchedAt} style="date" timeZone={timeZone} /> : "Not yet",
    },
  ];

  return (
    <RegisterFrame
      addLabel="Take a report"
      at="/dispatch/dashboard/LostProperty"
      card={(row) => (
        <>
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 font-medium">{row.what}</p>
            <Badge tone={reportLook[row.state].tone}>{reportLook[row.state].words}</Badge>
          </div>
          <p className="mt-1 text-ink-muted">{row.reporterName}</p>
          <p className="text-ink-muted">
            <Moment at={row.lostAt} timeZone={timeZone} />
          </p>
        </>
      )}
      columns={columns}
      first={first}
      next={next}
      none="What riders report lost after a trip stands here, and what you take down on the phone."
      onAdd={mayAct ? () => setAdding(true) : null}
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
        api={api}
        id={search.open ?? null}
        mayAct={mayAct}
        onChanged={() => void router.invalidate()}
        onClose={() => void navigate({ search: filters, replace: true, resetScroll: false })}
        timeZone={timeZone}
      />
      {adding && (
        <AskDialog
          asked={[
            { name: "what", label: "What is missed", maxLength: 200 },
            { name: "category", label: "Kind", choices: Object.entries(categoryWords) },
            { name: "colour", label: "Colour, brand", optional: true, maxLength: 80 },
            { name: "marks", label: "Marks", lines: true, optional: true, maxLength: 1000 },
            { name: "place", label: "Where in the car", choices: Object.entries(placeWords) },
            { name: "reporterName", label: "Who misses it" },
            {
              name: "contact",
              label: "How to reach them",
              hint: "An email address or a phone number: they are told when it is found.",
              maxLength: 200,
            },
            { name: "wish", label: "Return", choices: Object.entries(wishWords) },
            {
              name: "reservationNumber",
              label: "Booking number",
              type: "number",
              optional: true,
            },
            { name: "lostLocal", label: "When", type: "datetime-local", optional: true },
          ]}
          confirmLabel="Take the report"
          done="The report is taken"
          onClose={() => setAdding(false)}
          onConfirm={async (typed) => {
            const { report } = await call(
              api.admin["lost-reports"].$post({
                json: {
                  what: typed.what ?? "",
                  category: typed.category as PropertyCategory,
                  colour: typed.colour ?? "",
                  marks: typed.marks ?? "",
                  place: typed.place as CarPlace,
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
          title="Take a lost report"
        />
      )}
    </RegisterFrame>
  );
}
