import { useNavigate, useRouter } from "@tanstack/react-router";
import type { ApprovalRule, Company } from "../../src/companies/contract";
import { exampleReference } from "../../src/companies/rules";
import { CompanyContacts } from "./company-contacts";
import { useOffice } from "../office/calls";
import { RecordForm } from "../office/record-form";
import { useStaffForm } from "../office/use-staff-form";
import { Checkbox } from "../ui/checkbox";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { readLimit, limitText } from "./limit-text";

const LIST_PATH = "/dispatch/dashboard/companies";

/** Returns the form values of a company; the defaults for a new one. */
function companyFormValues(record: Company | null, currency: string) {
  return {
    name: record?.name ?? "",
    billingAddress: record?.billingAddress ?? "",
    billingEmail: record?.billingEmail ?? "",
    taxNumber: record?.taxNumber ?? "",
    paymentTermDays: String(record?.paymentTermDays ?? 30),
    creditLimit: limitText(record?.creditLimitMinor ?? null, currency),
    state: record?.state ?? ("active" as const),
    note: record?.note ?? "",
    requiresCostCentre: record?.requiresCostCentre ?? false,
    requiresReference: record?.requiresReference ?? false,
    referencePattern: record?.referencePattern ?? "",
    approvesMembers: record?.approvesMembers ?? false,
    approval: record?.approval ?? ("never" as const),
    approvalAbove: limitText(record?.approvalAboveMinor ?? null, currency),
    approvalWithinHours: String(record?.approvalWithinHours ?? 24),
    approvalBeforeHours: String(record?.approvalBeforeHours ?? 2),
    approvalUnanswered: record?.approvalUnanswered ?? ("cancel" as const),
    contacts: record?.contacts ?? [],
  };
}

function wholeNumberFault(typed: string, min: number, max: number): string | false {
  const isWholeNumber = /^ *\d{1,3} *$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
  return !isWholeNumber && `Enter a whole number from ${min} to ${max}.`;
}

/** Adds a company (`record` is null) or changes one. A new one opens after saving. */
export function CompanyForm({
  record,
  currency,
}: {
  record: Company | null;
  /** The currency of the credit limit. */
  currency: string;
}) {
  const router = useRouter();
  const { call, api } = useOffice();
  const navigate = useNavigate();
  const form = useStaffForm({
    initialValues: companyFormValues(record, currency),
    requiredFields: ["name", "billingAddress"],
    validate: ({ paymentTermDays, creditLimit, ...typed }) => ({
      approvalAbove:
        typed.approval === "above" &&
        (typed.approvalAbove.trim()
          ? readLimit(typed.approvalAbove, currency).fault
          : "Enter an amount."),
      approvalWithinHours: wholeNumberFault(typed.approvalWithinHours, 1, 720),
      approvalBeforeHours: wholeNumberFault(typed.approvalBeforeHours, 0, 168),
      paymentTermDays:
        !/^ *(?:\d{1,2}|1[0-7]\d|180)? *$/.test(paymentTermDays) &&
        "Enter a whole number of days, up to 180.",
      creditLimit: readLimit(creditLimit, currency).fault,
    }),
    send: ({ creditLimit, paymentTermDays, approvalAbove, ...typed }) => {
      const json = {
        ...typed,
        approvalAboveMinor:
          typed.approval === "above" ? readLimit(approvalAbove, currency).value : null,
        approvalWithinHours: Number(typed.approvalWithinHours),
        approvalBeforeHours: Number(typed.approvalBeforeHours),
        paymentTermDays: Number(paymentTermDays),
        creditLimitMinor: readLimit(creditLimit, currency).value,
      };
      if (!record) return call(api.admin.companies.$post({ json }));
      const { id, version } = record;
      return call(api.admin.companies[":id"].$put({ param: { id }, json: { ...json, version } }));
    },
    successText: record ? "Company saved" : "Company added",
    onSaved: async ({ company: { id } }) => {
      await router.invalidate();
      if (!record) await navigate({ to: "/dispatch/dashboard/companies/$id", params: { id } });
    },
  });
  const { field, checkbox } = form;

  return (
    <RecordForm
      needs="companies.manage"
      backLabel="All companies"
      returnPath={LIST_PATH}
      form={form}
      hasHeading={!record}
      title={record ? record.name : "New company"}
    >
      <TextField {...field("name")} autoComplete="off" label="Name" maxLength={160} />
      <TextField
        {...field("taxNumber")}
        autoComplete="off"
        label="Tax number"
        maxLength={60}
        optional
      />
      <TextArea
        {...field("billingAddress")}
        hint="Printed on invoices."
        label="Billing address"
        maxLength={400}
        rows={3}
      />
      <TextField
        {...field("billingEmail")}
        autoComplete="off"
        hint="Printed on invoices."
        inputMode="email"
        label="E-mail for invoices"
        maxLength={254}
        optional
      />
      <TextField
        {...field("paymentTermDays")}
        inputMode="numeric"
        label="Payment term (days)"
        maxLength={3}
      />
      <TextField
        {...field("creditLimit")}
        hint="The most this company may owe, including upcoming trips."
        inputMode="decimal"
        label={`Credit limit (${currency})`}
        maxLength={20}
        optional
      />
      <TextField
        {...field("referencePattern")}
        autoComplete="off"
        hint={
          form.typed.referencePattern
            ? `# stands for a digit and @ for a letter. For example ${exampleReference(form.typed.referencePattern)}.`
            : "The format of a reference, for example PO-####. # stands for a digit and @ for a letter."
        }
        label="Reference pattern"
        maxLength={60}
        optional
      />
      <ApprovalFields currency={currency} field={field} rule={form.typed.approval} />
      <div className="sm:col-span-2">
        <Checkbox {...checkbox("requiresCostCentre")} label="Require a cost centre for each trip" />
        <Checkbox {...checkbox("requiresReference")} label="Require a reference for each trip" />
        <Checkbox
          {...checkbox("approvesMembers")}
          label="Dispatch must approve people invited by the company’s managers"
        />
      </div>
      <CompanyContacts
        contacts={form.typed.contacts}
        fault={form.fault}
        onContacts={(contacts) => {
          form.set({ contacts });
          form.clearFaults(
            form.typed.contacts.flatMap((_, at) => [`contacts.${at}.email`, `contacts.${at}.gets`]),
          );
        }}
      />
      <SelectField
        {...field("state")}
        hint="A suspended company can’t book new trips. Trips already booked will go ahead and be billed."
        label="State"
      >
        <option value="active">Active</option>
        <option value="suspended">Suspended</option>
      </SelectField>
      <TextArea
        {...field("note")}
        hint="Only your team sees this."
        label="Note"
        maxLength={2000}
        optional
        rows={2}
      />
    </RecordForm>
  );
}

type Field = ReturnType<
  typeof useStaffForm<ReturnType<typeof companyFormValues>, unknown>
>["field"];

/** Which trips a manager of the company must approve, how long they have, and what happens without an answer. */
function ApprovalFields({
  field,
  rule,
  currency,
}: {
  field: Field;
  rule: ApprovalRule;
  currency: string;
}) {
  return (
    <>
      <SelectField
        {...field("approval")}
        hint="Managers get a link by e-mail or SMS. They can also see these trips in their profile."
        label="Trips need a manager’s approval"
      >
        <option value="never">Never</option>
        <option value="always">Always</option>
        <option value="above">Above an amount</option>
      </SelectField>
      {rule === "above" && (
        <TextField
          {...field("approvalAbove")}
          hint="The total of a booking, including the return trip and all vehicles."
          inputMode="decimal"
          label={`Approval needed above (${currency})`}
          maxLength={20}
        />
      )}
      {rule !== "never" && (
        <>
          <TextField
            {...field("approvalWithinHours")}
            inputMode="numeric"
            label="Managers’ time to answer (hours)"
            maxLength={3}
          />
          <TextField
            {...field("approvalBeforeHours")}
            hint="Managers always have at least 15 minutes to answer."
            inputMode="numeric"
            label="Deadline to answer (hours before the pickup)"
            maxLength={3}
          />
          <SelectField {...field("approvalUnanswered")} label="If no manager answers">
            <option value="cancel">Cancel the trip at no cost</option>
            <option value="confirm">Treat the trip as approved</option>
          </SelectField>
        </>
      )}
    </>
  );
}
