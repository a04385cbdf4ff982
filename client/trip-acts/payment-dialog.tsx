import { type FormEvent, useCallback, useEffect, useState } from "react";
import type { Company, CompanyRow } from "../../src/companies/contract";
import { exampleReference } from "../../src/companies/rules";
import type { Reservation, ReservationRow } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatMoney } from "../ui/money";
import { ListSearch } from "../ui/list-search";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { Skeleton } from "../ui/skeleton";
import { TextField } from "../ui/text-field";
import type { ActDialogProps } from "./act-props";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { useQuery } from "../office/use-query";

/** The choice of who pays for a trip, the passenger in the car or a company, once the current payer is loaded. */
export default function PaymentDialog(props: ActDialogProps) {
  const { api, call } = useOffice();
  const { id, number } = props.row;
  // A list row doesn't say who pays.
  const ask = useCallback(
    () => call(api.admin.reservations[":id"].$get({ param: { id } })),
    [api, call, id],
  );
  const { answer, failure } = useQuery(ask);
  return (
    <Dialog
      actions={
        !answer && (
          <Button onClick={props.onClose} size="small" variant="secondary">
            Go back
          </Button>
        )
      }
      onClose={props.onClose}
      open
      title={`Who pays for reservation ${number}?`}
    >
      {answer ? (
        <PaymentForm {...props} reservation={answer.reservation} />
      ) : failure ? (
        <NoticeBanner tone="danger">{failure}</NoticeBanner>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

function PaymentForm({ reservation, act, onClose }: ActDialogProps & { reservation: Reservation }) {
  const { api, call } = useOffice();
  const { billing } = reservation;
  const [seenRow, setSeenRow] = useState<ReservationRow>(reservation);
  const [payment, setPayment] = useState(reservation.payment);
  const [q, setQ] = useState("");
  const [matchingCompanies, setMatchingCompanies] = useState<readonly CompanyRow[] | null>(null);
  const [company, setCompany] = useState<Company | null>(null);
  const [costCentreId, setCostCentreId] = useState(billing?.costCentre?.id ?? "");
  const [reference, setReference] = useState(billing?.reference ?? "");
  const [isOverLimit, setIsOverLimit] = useState(false);
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const fail = useCallback((error: unknown) => {
    if (!(error instanceof LeftPageError)) setFailure(failureText(error));
  }, []);
  const choose = useCallback(
    async (id: string) => {
      if (!id) return setCompany(null);
      try {
        setCompany((await call(api.admin.companies[":id"].$get({ param: { id } }))).company);
      } catch (error) {
        fail(error);
      }
    },
    [api, call, fail],
  );

  const billedCompanyId = billing?.company.id;
  useEffect(() => {
    if (billedCompanyId) void choose(billedCompanyId);
  }, [billedCompanyId, choose]);

  useEffect(() => {
    if (payment !== "account") return;
    let isUnmounted = false;
    call(api.admin.companies.$get({ query: { ...(q && { q }), limit: "50" } })).then(
      (answer) => {
        if (!isUnmounted) setMatchingCompanies(answer.companies);
      },
      (error) => {
        if (!isUnmounted) fail(error);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, fail, payment, q]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFaults({});
    setFailure(null);
    if (payment === "account" && !company) return setFaults({ company: "Choose a company." });
    setBusy(true);
    const outcome = await act(
      seenRow,
      (version) =>
        api.admin.reservations[":id"].payment.$put({
          param: { id: seenRow.id },
          json:
            payment === "account" && company
              ? {
                  version,
                  payment,
                  billTo: {
                    companyId: company.id,
                    costCentreId: costCentreId || null,
                    reference,
                  },
                  ...(reason.trim() && { overLimitReason: reason.trim() }),
                }
              : { version, payment: payment === "card" ? "card" : "cash" },
        }),
      `Payment changed for reservation ${seenRow.number}`,
    );
    setBusy(false);
    if (outcome.kind === "failed") {
      if (outcome.failure instanceof ApiError) {
        setFaults(outcome.failure.fields);
        setIsOverLimit(outcome.failure.code === "company.member_limit");
      }
      return setFailure(outcome.text);
    }
    if (outcome.kind === "stale") {
      setSeenRow(outcome.reservation);
      return setFailure(outcome.text);
    }
    onClose();
  };

  const listed = matchingCompanies ?? [];
  const shownCompanies =
    company && !listed.some(({ id }) => id === company.id) ? [company, ...listed] : listed;
  return (
    <form method="post" className="mt-2 grid gap-4 text-ink text-sm" noValidate onSubmit={submit}>
      <SelectField
        autoFocus
        dense
        label="Payment"
        name="payment"
        onChange={({ target: { value } }) =>
          setPayment(value === "account" || value === "card" ? value : "cash")
        }
        value={payment}
      >
        <option value="cash">Cash in the car</option>
        <option value="card">Card in the car</option>
        <option value="account">Billed to a company</option>
      </SelectField>
      {payment === "account" && (
        <>
          <ListSearch
            dense
            label="Search companies"
            onSearch={(text) => setQ(text ?? "")}
            value={q}
          />
          <SelectField
            dense
            error={faults.company ?? null}
            label="Company"
            name="company"
            onChange={({ target: { value } }) => {
              setCostCentreId("");
              void choose(value);
            }}
            value={company?.id ?? ""}
          >
            <option value="">Choose one</option>
            {shownCompanies.map(({ id, name, state }) => (
              <option disabled={state === "suspended"} key={id} value={id}>
                {state === "suspended" ? `${name} (suspended)` : name}
              </option>
            ))}
          </SelectField>
          {company && company.costCentres.length > 0 && (
            <SelectField
              dense
              error={faults["billTo.costCentreId"] ?? null}
              label="Cost centre"
              name="costCentre"
              onChange={({ target: { value } }) => setCostCentreId(value)}
              optional={!company.requiresCostCentre}
              value={costCentreId}
            >
              <option value="">None</option>
              {company.costCentres
                .filter(({ active }) => active)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
          )}
          <ReferenceFields
            company={company}
            faults={faults}
            onReason={setReason}
            onReference={setReference}
            reason={reason}
            reference={reference}
            withReason={isOverLimit || reason !== ""}
          />
        </>
      )}
      <PriceUnchangedNote row={seenRow} />
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose} size="small" variant="secondary">
          Go back
        </Button>
        <Button busy={busy} busyLabel="Saving..." size="small" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}

/** Says that the price stays the same, because a booked price doesn't depend on the payer. */
function PriceUnchangedNote({ row }: { row: ReservationRow }) {
  if (row.onRequest) return null;
  return (
    <p className="text-ink-muted">
      {`The price stays ${formatMoney(row.fareMinor, row.currency)}. To change the price, change the trip or agree on a price.`}
    </p>
  );
}

/**
 * The fields for the reference that the company reads on the trip, and for why it is billed above the member's limit.
 */
function ReferenceFields({
  company,
  faults,
  reference,
  reason,
  withReason,
  onReference,
  onReason,
}: {
  company: Company | null;
  faults: Record<string, string>;
  reference: string;
  reason: string;
  withReason: boolean;
  onReference: (reference: string) => void;
  onReason: (reason: string) => void;
}) {
  const pattern = company?.referencePattern;
  return (
    <>
      <TextField
        autoComplete="off"
        dense
        error={faults["billTo.reference"] ?? null}
        hint={pattern && `For example ${exampleReference(pattern)}.`}
        label="Reference"
        maxLength={60}
        name="reference"
        onChange={({ target: { value } }) => onReference(value)}
        optional={!company?.requiresReference}
        value={reference}
      />
      {withReason && (
        <TextField
          autoComplete="off"
          dense
          error={faults.overLimitReason ?? null}
          hint="The reason for billing more than the member’s monthly limit."
          label="Reason"
          maxLength={200}
          name="overLimitReason"
          onChange={({ target: { value } }) => onReason(value)}
          value={reason}
        />
      )}
    </>
  );
}
