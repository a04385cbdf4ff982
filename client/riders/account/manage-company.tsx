import { useRouter } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ManagedCompany } from "../../../src/companies/contract";
import type { AccountTrip, AccountTrips } from "../../../src/invoices/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../../src/settings/amount-contract";
import { formatAmount } from "../../../src/settings/money-rules";
import type { ApprovalRequest } from "../../../src/reservations/approvals/approval-contract";
import { type Api, read } from "../../api";
import { Form, FormFailure, SubmitButton } from "../../forms/form";
import { useActions } from "../../forms/use-actions";
import { useForm } from "../../forms/use-form";
import { useMoreRows } from "../../forms/use-more-rows";
import { readMoney } from "../../ui/amount";
import { lazy } from "../../lazy";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

/** This part loads only if a trip waits for approval, which is rare. */
const TripApprovals = lazy(async () => (await import("./trip-approvals")).default);

const CalendarLinkPart = lazy(
  async () => (await import("../../calendars/calendar-link")).CalendarLinkPart,
);

type ManagedCompanyPage = ManagedCompany["company"] & {
  trips: AccountTrips;
  requests: ApprovalRequest[];
};

/** A manager's page for their company: this month's trips, people and cost centres. */
export function ManageCompany({
  api,
  company,
  month,
  timeZone,
}: {
  api: Api;
  company: ManagedCompanyPage;
  month: string;
  timeZone: string;
}) {
  const t = useWords();
  const router = useRouter();
  const actions = useActions({ fallback: t("That did not work. Try again.") });
  const path = api.companies[":id"];
  const { id, name } = company;
  // The section stays after the last request was answered, perhaps by another manager, to say so.
  const [hadRequestsOnLoad] = useState(company.requests.length > 0);
  const run = (send: () => Promise<unknown>) =>
    void actions.act("change", send, () => router.invalidate());

  return (
    <>
      {(hadRequestsOnLoad || company.requests.length > 0) && (
        <TripApprovals
          api={api}
          companyId={id}
          onAnswered={() => router.invalidate()}
          requests={company.requests}
          timeZone={timeZone}
        />
      )}
      <MonthlyTrips api={api} company={company} key={month} month={month} timeZone={timeZone} />
      <FormFailure className="not-empty:mt-6" form={actions} />
      <Section title={t("People at {company}", { company: name })}>
        <Card flush>
          <ul className="divide-y divide-line">
            {company.people.map((person) => (
              <li
                className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6"
                key={person.id}
              >
                <div className="min-w-0 flex-1">
                  {person.name && <p className="wrap-anywhere font-medium">{person.name}</p>}
                  <p className="wrap-anywhere text-ink-muted text-sm">{person.identifier}</p>
                </div>
                {person.standing === "invited" && <Badge>{t("Invited")}</Badge>}
                {person.standing === "waiting" && (
                  <Badge tone="warning">{t("Waiting for approval")}</Badge>
                )}
                {!person.isMe && (
                  <Button
                    aria-label={t("Remove {person}", {
                      person: person.name || person.identifier,
                    })}
                    disabled={actions.busy}
                    onClick={() => {
                      const param = { id, memberId: person.id };
                      run(() => read(path.members[":memberId"].$delete({ param })));
                    }}
                    variant="secondary"
                  >
                    {t("Remove")}
                  </Button>
                )}
                <details className="w-full">
                  <summary className="flex min-h-11 items-center gap-2 text-ink-muted text-sm hover:text-ink">
                    <ChevronRight aria-hidden="true" className="disclosure" size={14} />
                    {person.monthlyLimitMinor === null
                      ? t("No monthly limit")
                      : t("Monthly limit: {amount}", {
                          amount: formatMoney(person.monthlyLimitMinor, company.currency, t),
                        })}
                  </summary>
                  <MonthlyLimit api={api} company={company} person={person} />
                </details>
              </li>
            ))}
          </ul>
        </Card>
        <OneLineForm
          busyLabel={t("Inviting...")}
          label={t("E-mail or phone of a colleague")}
          maxLength={320}
          name="identifier"
          send={(identifier) => read(path.members.$post({ param: { id }, json: { identifier } }))}
        >
          {t("Invite")}
        </OneLineForm>
        {company.approvesMembers && (
          <p className="mt-2 text-ink-muted text-sm">
            {t("People you invite can book once we have approved them.")}
          </p>
        )}
      </Section>
      <Section title={t("Calendar")}>
        <Card>
          <CalendarLinkPart
            calls={{
              link: () => read(path.calendar.$get({ param: { id } })),
              make: (reset) => read(path.calendar.$post({ param: { id }, json: { reset } })),
              end: () => read(path.calendar.$delete({ param: { id } })),
            }}
          />
        </Card>
      </Section>
      <Section title={t("Cost centres")}>
        {company.costCentres.length > 0 && (
          <Card flush>
            <ul className="divide-y divide-line">
              {company.costCentres.map((each) => (
                <li className="flex min-h-14 items-center gap-4 px-4 py-2 sm:px-6" key={each.id}>
                  <span className="wrap-anywhere min-w-0 flex-1">{each.name}</span>
                  <Button
                    aria-label={
                      each.active
                        ? t("Turn off {name}", { name: each.name })
                        : t("Turn on {name}", { name: each.name })
                    }
                    disabled={actions.busy}
                    onClick={() => {
                      const param = { id, centreId: each.id };
                      const json = { name: each.name, active: !each.active };
                      run(() => read(path["cost-centres"][":centreId"].$put({ param, json })));
                    }}
                    variant="secondary"
                  >
                    {each.active ? t("Turn off") : t("Turn on")}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <OneLineForm
          busyLabel={t("Adding...")}
          label={t("New cost centre")}
          maxLength={80}
          name="name"
          send={(centre) =>
            read(path["cost-centres"].$post({ param: { id }, json: { name: centre } }))
          }
        >
          {t("Add")}
        </OneLineForm>
      </Section>
    </>
  );
}

/** The field for the most that a member's trips may cost in a month. */
function MonthlyLimit({
  api,
  company: { id, currency },
  person: { id: memberId, monthlyLimitMinor: currentLimitMinor },
}: {
  api: Api;
  company: ManagedCompanyPage;
  person: ManagedCompanyPage["people"][number];
}) {
  const t = useWords();
  const readLimit = (text: string) =>
    text.trim()
      ? readMoney(text, currency, t.language, MAX_BUSINESS_AMOUNT_MINOR)
      : { value: null };
  return (
    <OneLineForm
      busyLabel={t("Saving...")}
      check={(text) => "fault" in readLimit(text) && t("Enter an amount.")}
      hint={t("Leave empty for no limit. The limit applies to all pickups in one calendar month.")}
      initial={
        currentLimitMinor === null ? "" : formatAmount(currentLimitMinor, currency, t.language)
      }
      inputMode="decimal"
      label={t("Monthly limit ({currency})", { currency })}
      maxLength={20}
      name="monthlyLimitMinor"
      send={(text) => {
        const typed = readLimit(text);
        const json = { monthlyLimitMinor: "value" in typed ? typed.value : null };
        return read(
          api.companies[":id"].members[":memberId"].$put({ param: { id, memberId }, json }),
        );
      }}
    >
      {t("Save")}
    </OneLineForm>
  );
}

/** A form of one line, which adds to the list above it or changes one value. */
function OneLineForm({
  name,
  maxLength,
  initial = "",
  check,
  send,
  busyLabel,
  children,
  ...field
}: {
  /** The name of the field in the call. */
  name: string;
  label: string;
  hint?: string;
  inputMode?: "decimal";
  maxLength: number;
  initial?: string;
  check?: (text: string) => string | false;
  send: (text: string) => Promise<unknown>;
  busyLabel: string;
  children: ReactNode;
}) {
  const t = useWords();
  const router = useRouter();
  const form = useForm<Record<string, string>, unknown>({
    initialValues: { [name]: initial },
    validate: (typed) => ({ [name]: check?.(typed[name] ?? "") }),
    send: (typed) => send(typed[name] ?? ""),
    onSaved: () => {
      form.reset();
      return router.invalidate();
    },
    fallback: t("That did not work. Try again."),
  });
  return (
    <Form className="mt-4 flex flex-wrap items-end gap-3" form={form}>
      <TextField
        {...form.field(name)}
        {...field}
        autoComplete="off"
        className="min-w-60 flex-1"
        maxLength={maxLength}
      />
      <SubmitButton busyLabel={busyLabel} form={form}>
        {children}
      </SubmitButton>
      <FormFailure className="w-full empty:hidden" form={form} />
    </Form>
  );
}

/** This month's trips by pickup time, their total, and a CSV file of them. */
function MonthlyTrips({
  api,
  company,
  month,
  timeZone,
}: {
  api: Api;
  company: ManagedCompanyPage;
  month: string;
  timeZone: string;
}) {
  const t = useWords();
  const { id, name, trips: firstTrips } = company;
  const { rows, moreButton } = useMoreRows(
    toPage(firstTrips),
    async (cursor) =>
      toPage(
        await read(api.companies[":id"].trips.$get({ param: { id }, query: { month, cursor } })),
      ),
    { keepsLoadedRows: true, fallback: t("That did not work. Try again.") },
  );
  return (
    <Section
      actions={
        rows.length > 0 && (
          <a
            className={buttonStyle("secondary", "small")}
            download
            href={`/backend/companies/${id}/trips.csv?month=${month}`}
          >
            {t("Download CSV")}
          </a>
        )
      }
      title={t("Trips of {company} this month", { company: name })}
    >
      {rows.length === 0 ? (
        <p className="text-ink-muted">{t("No trips on the account this month.")}</p>
      ) : (
        <>
          <ul className="mb-4 grid gap-1">
            {firstTrips.sums.map((sum) => (
              <li className="flex justify-between gap-4 font-semibold" key={sum.currency}>
                <span>{t.count(sum.trips, "{n} trip", "{n} trips")}</span>
                <span className="tabular-nums">
                  {formatMoney(sum.amountMinor, sum.currency, t)}
                </span>
              </li>
            ))}
          </ul>
          <Card flush>
            <ul className="divide-y divide-line">
              {rows.map((trip) => (
                <li className="px-4 py-3 sm:px-6" key={trip.id}>
                  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                    <span className="font-medium">
                      <Moment at={trip.pickupAt} timeZone={timeZone} />
                    </span>
                    <span className="tabular-nums">
                      {formatMoney(trip.amountMinor, trip.currency, t)}
                    </span>
                  </div>
                  <p className="wrap-anywhere text-sm">
                    {t("{from} to {to}", { from: trip.pickup, to: trip.dropoff })}
                  </p>
                  <div className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted text-sm">
                    <StateBadge state={trip.state} viewer="rider" />
                    <span className="wrap-anywhere">
                      {t.list([trip.passenger, trip.costCentre, trip.reference])}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          </Card>
          {moreButton}
        </>
      )}
    </Section>
  );
}

const toPage = ({ trips, nextCursor }: { trips: AccountTrip[]; nextCursor: string | null }) => ({
  rows: trips,
  nextCursor,
});
