import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import type { Company } from "../../src/companies/contract";
import type { AccountTrip, AccountTrips } from "../../src/invoices/contract";
import { lazy } from "../lazy";
import { Button } from "../ui/button";
import { PlainLink } from "../ui/plain-link";
import { MoreRows } from "../office/lists/more-rows";
import { pageOf, usePages } from "../office/lists/use-pages";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useStaffForm } from "../office/use-staff-form";
import { localDay, Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { StateBadge } from "../ui/state-badge";
import { type Column, Table } from "../ui/table";
import { DateField } from "../ui/text-field";
import { useOffice } from "../office/calls";
import { MonthFileLink } from "../office/period-fields";

const SettleDialog = lazy(async () => (await import("./settle-dialog")).default);

/** Trips that are not invoiced yet, their sum, and the form that invoices them. */
export function CompanyTrips({
  company,
  first,
  role,
}: {
  company: Company;
  first: AccountTrips;
  role: AdminRole;
}) {
  const { api, call } = useOffice();
  const { id } = company;
  const firstPage = pageOf("trips", first);
  const next = useCallback(
    async (cursor: string) => {
      const more = await call(
        api.admin.companies[":id"].trips.$get({ param: { id }, query: { open: "yes", cursor } }),
      );
      return { rows: more.trips, nextCursor: more.nextCursor };
    },
    [api, call, id],
  );
  const { rows, ...pages } = usePages<AccountTrip>(firstPage, next);
  const [isSettling, setIsSettling] = useState(false);
  const columns: Column<AccountTrip>[] = [
    { id: "number", header: "Trip", cell: ({ number }) => number },
    {
      id: "pickup",
      header: "Pickup",
      cell: ({ pickupAt }) => <Moment at={pickupAt} />,
    },
    { id: "state", header: "State", cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: "way",
      header: "Route",
      cell: ({ pickup, dropoff }) => `${pickup} to ${dropoff}`,
      isForWideScreens: true,
    },
    { id: "passenger", header: "Passenger", cell: ({ passenger }) => passenger },
    {
      id: "for",
      header: "For",
      cell: ({ costCentre, reference }) =>
        [costCentre, reference].filter(Boolean).join(", ") || "–",
    },
    {
      id: "amount",
      header: "Amount",
      numeric: true,
      cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency),
    },
  ];
  return (
    <Section
      actions={
        may(role, "trips.settle") && (
          <Button onClick={() => setIsSettling(true)} size="small" variant="secondary">
            Settle completed trips
          </Button>
        )
      }
      detail="You can invoice settled trips and late-cancellation fees. Other trips appear here too, and you can invoice them after you settle them."
      title="Not invoiced yet"
    >
      {isSettling && <SettleDialog companyId={id} onClose={() => setIsSettling(false)} />}
      <IssueForm company={company} corrections={first.corrections} role={role} sums={first.sums} />
      <Table
        caption="Trips not invoiced yet"
        columns={columns}
        dense
        empty={<p className="text-ink-muted text-sm">There is nothing to invoice.</p>}
        rowKey={({ id: key }) => key}
        rowLink={({ id: key }) => ({ to: `/dispatch/dashboard/reservation/${key}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
      <div className="mt-4">
        <MonthFileLink label="Trips in a month" path={`admin/companies/${id}/trips.csv`} />
      </div>
    </Section>
  );
}

function IssueForm({
  company,
  corrections,
  role,
  sums,
}: {
  company: Company;
  corrections: AccountTrips["corrections"];
  role: AdminRole;
  sums: AccountTrips["sums"];
}) {
  const { api, call, timeZone } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  // Credits wait for trips from which they can be deducted.
  const readyCurrencies = [
    ...new Set([
      ...sums.filter(({ readyTrips }) => readyTrips > 0).map((sum) => sum.currency),
      ...corrections
        .filter((each) => each.ready && each.differenceMinor > 0)
        .map((each) => each.currency),
    ]),
  ];
  const [today] = useState(() => localDay(new Date().toISOString(), timeZone));
  const form = useStaffForm({
    initialValues: { currency: readyCurrencies[0] ?? company.currency, until: today },
    validate: ({ until }) => ({ until: !until && "Choose a day." }),
    send: (json) =>
      call(api.admin.companies[":id"].invoices.$post({ param: { id: company.id }, json })),
    successText: "Invoice issued",
    onSaved: async ({ invoice: { id } }) => {
      await router.invalidate();
      await navigate({ to: "/dispatch/dashboard/invoices/$id", params: { id } });
    },
  });
  return (
    <div className="mb-4 grid gap-3 text-sm">
      {sums.map((sum) => (
        <p key={sum.currency}>
          <strong className="tabular-nums">{formatMoney(sum.readyMinor, sum.currency)}</strong>{" "}
          {`ready to invoice, out of ${formatMoney(sum.amountMinor, sum.currency)} in total.`}
        </p>
      ))}
      <Corrections corrections={corrections} />
      {readyCurrencies.length > 0 && may(role, "billing.manage") && (
        <Form aria-label="Issue invoice" className="flex flex-wrap items-end gap-3" form={form}>
          <DateField {...form.field("until")} label="Pickups until" />
          {readyCurrencies.length > 1 && (
            <SelectField {...form.field("currency")} label="Currency">
              {readyCurrencies.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
          )}
          <SubmitButton busyLabel="Issuing..." form={form} size="small">
            Issue invoice
          </SubmitButton>
        </Form>
      )}
      <FormFailure form={form} />
    </div>
  );
}

/** Corrections of trips on earlier invoices, for the next invoice. */
function Corrections({ corrections }: Pick<AccountTrips, "corrections">) {
  if (corrections.length === 0) return null;
  return (
    <div>
      <p>
        The next invoice will also include these corrections, but its total can’t fall below zero:
      </p>
      <ul className="mt-1 grid gap-1">
        {corrections.map(({ reservationId, reservationNumber, currency, ...rest }) => (
          <li className="flex flex-wrap items-center gap-x-2" key={reservationId}>
            <PlainLink
              className="text-accent-text underline-offset-4 hover:underline pointer-coarse:inline-block pointer-coarse:py-2.5"
              href={`/dispatch/dashboard/reservation/${reservationId}`}
            >
              {`Trip ${reservationNumber} on invoice ${rest.invoice.number}`}
            </PlainLink>
            <span className="tabular-nums">
              {`${formatMoney(Math.abs(rest.differenceMinor), currency)} ${rest.differenceMinor < 0 ? "less" : "more"}${rest.ready ? "" : ", once the trip is settled again"}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
