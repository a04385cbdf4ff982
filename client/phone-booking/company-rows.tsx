import { useEffect, useState } from "react";
import type { Company, CompanyRow, MyCompany } from "../../src/companies/contract";
import { exampleReference } from "../../src/companies/rules";
import { failureText, LeftPageError, type StaffCall, useOffice } from "../office/calls";
import type { BookingDraft } from "../booking/draft";
import { Combobox } from "../ui/combobox";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import type { Faults } from "./draft";
import { rowClass } from "./row";

type BillTo = NonNullable<BookingDraft["billTo"]>;
type CompanyOption = Pick<CompanyRow, "id" | "name" | "state">;

/** The paying company, cost centre and reference. The caller's companies come first. */
export function CompanyRows({
  call,
  callerCompanies,
  billTo,
  faults,
  overLimitReason,
  onBillTo,
  onReason,
}: {
  call: StaffCall;
  callerCompanies: readonly MyCompany[];
  billTo: BillTo | null;
  faults: Faults;
  /** Why the trip is booked above the member's monthly limit; empty without a reason. */
  overLimitReason: string;
  onBillTo: (billTo: BillTo | null) => void;
  onReason: (reason: string) => void;
}) {
  const { api } = useOffice();
  const [company, setCompany] = useState<Company | null>(null);
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const id = billTo?.companyId ?? null;

  useEffect(() => {
    if (id === null) return setCompany(null);
    let isUnmounted = false;
    call(api.admin.companies[":id"].$get({ param: { id } })).then(
      (answer) => {
        if (isUnmounted) return;
        setCompany(answer.company);
        setText(answer.company.name);
        setFailure(null);
      },
      (error) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, id]);

  const changeBillTo = (part: Partial<BillTo>) => billTo && onBillTo({ ...billTo, ...part });
  const activeCostCentres = company?.costCentres.filter(({ active }) => active) ?? [];
  return (
    <>
      <Combobox<CompanyOption>
        className={rowClass}
        dense
        error={faults.company ?? failure}
        id="company"
        label="Company"
        name="company"
        noneText="No company matches."
        onSelect={(chosenOption) =>
          onBillTo({ companyId: chosenOption.id, costCentreId: null, reference: "" })
        }
        onText={(typed) => {
          setText(typed);
          onBillTo(null);
        }}
        optionDetail={({ state }) => (state === "suspended" ? "Suspended" : "")}
        optionKey={(offeredOption) => offeredOption.id}
        optionText={({ name }) => name}
        debounceMs={120}
        search={async (q, signal) =>
          (await call(api.admin.companies.$get({ query: { q, limit: "8" } }, { init: { signal } })))
            .companies
        }
        suggestions={callerCompanies}
        text={text}
      />
      {company && activeCostCentres.length > 0 && (
        <SelectField
          className={rowClass}
          dense
          error={faults.costCentre}
          id="costCentre"
          label="Cost centre"
          name="costCentre"
          onChange={({ target: { value } }) => changeBillTo({ costCentreId: value || null })}
          optional={!company.requiresCostCentre}
          value={billTo?.costCentreId ?? ""}
        >
          <option value="">None</option>
          {activeCostCentres.map((centre) => (
            <option key={centre.id} value={centre.id}>
              {centre.name}
            </option>
          ))}
        </SelectField>
      )}
      {company && (
        <TextField
          autoComplete="off"
          className={rowClass}
          dense
          error={faults.reference}
          hint={
            company.referencePattern && `For example ${exampleReference(company.referencePattern)}.`
          }
          id="reference"
          label="Reference"
          maxLength={60}
          name="reference"
          onChange={({ target: { value } }) => changeBillTo({ reference: value })}
          optional={!company.requiresReference}
          value={billTo?.reference ?? ""}
        />
      )}
      {(faults.overLimitReason || overLimitReason) && (
        <TextField
          autoComplete="off"
          className={rowClass}
          dense
          error={faults.overLimitReason}
          hint="Give a reason if the trip exceeds the member’s monthly limit. Your team sees the reason in the trip’s timeline."
          id="overLimitReason"
          label="Reason"
          maxLength={200}
          name="overLimitReason"
          onChange={({ target: { value } }) => onReason(value)}
          value={overLimitReason}
        />
      )}
    </>
  );
}
