import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Company } from "../../src/companies/contract";
import { useOffice } from "../office/calls";
import { missingFields, RecordForm } from "../office/record-form";
import { useSave } from "../office/use-save";
import { useTyped } from "../office/use-typed";
import { readMoney } from "../ui/amount";
import { MOST_ACCOUNT_MINOR } from "../../src/settings/amount-contract";
import { writeMoney } from "../../src/settings/money-rules";
import { Checkbox } from "../ui/checkbox";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";

const LIST = "/dispatch/dashboard/companies";

/** The form's texts of a company; of a new one, what is usual. */
function typedCompany(record: Company | null, currency: string) {
  const limit = record?.creditLimitMinor ?? null;
  return {
    name: record?.name ?? "",
    billingAddress: record?.billingAddress ?? "",
    billingEmail: record?.billingEmail ?? "",
    taxNumber: record?.taxNumber ?? "",
    paymentTermDays: String(record?.paymentTermDays ?? 30),
    creditLimit: limit === null ? "" : writeMoney(limit, currency),
    state: record?.state ?? ("active" as const),
    note: record?.note ?? "",
  };
}

function wantsOf(record: Company | null) {
  return {
    requiresCostCentre: record?.requiresCostCentre ?? false,
    requiresReference: record?.requiresReference ?? false,
    approvesMembers: record?.approvesMembers ?? false,
  };
}

/** Adds a company (`record` null) or changes one; a new one opens once it is there. */
export function CompanyForm({
  record,
  currency,
}: {
  record: Company | null;
  /** In which its limit is told. */
  currency: string;
}) {
  const router = useRouter();
  const saving = useSave(() => router.invalidate());
  const { api, call } = useOffice();
  const navigate = useNavigate();
  const [typed, setTyped] = useTyped(record, (row) => typedCompany(row, currency));
  const [wants, setWants] = useTyped(record, wantsOf);
  const field = (name: Exclude<keyof typeof typed, "state">) => ({
    dense: true,
    name,
    value: typed[name],
    error: saving.faults[name] ?? null,
    onChange: (event: { target: { value: string } }) => {
      setTyped((old) => ({ ...old, [name]: event.target.value }));
      saving.clear();
    },
  });
  const check = (name: keyof typeof wants) => ({
    name,
    checked: wants[name],
    onChange: (event: { target: { checked: boolean } }) =>
      setWants((old) => ({ ...old, [name]: event.target.checked })),
  });

  const submit = async () => {
    const faults = missingFields(typed, ["name", "billingAddress"]);
    const days = Number(typed.paymentTermDays);
    if (!Number.isInteger(days) || days < 0 || days > 180)
      faults.paymentTermDays = "Enter whole days, 180 at most.";
    const most = typed.creditLimit.trim()
      ? readMoney(typed.creditLimit, currency, "en", MOST_ACCOUNT_MINOR)
      : null;
    if (most && "fault" in most) faults.creditLimit = most.fault;
    if (Object.keys(faults).length > 0) return saving.refuse(faults);
    const { creditLimit: _, paymentTermDays: __, ...texts } = typed;
    const json = {
      ...texts,
      ...wants,
      paymentTermDays: days,
      creditLimitMinor: most && "value" in most ? most.value : null,
    };
    const saved = await saving.save(
      () =>
        record
          ? call(
              api.admin.companies[":id"].$put({
                param: { id: record.id },
                json: { ...json, version: record.version },
              }),
            )
          : call(api.admin.companies.$post({ json })),
      record ? "Company saved" : "Company added",
    );
    if (!saved) return;
    await router.invalidate();
    if (!record)
      await navigate({ to: "/dispatch/dashboard/companies/$id", params: { id: saved.company.id } });
  };

  return (
    <RecordForm
      needs="companies.keep"
      backLabel="All companies"
      backTo={LIST}
      onSubmit={() => void submit()}
      saving={saving}
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
        hint="As it stands on invoices."
        label="Billing address"
        maxLength={400}
        rows={3}
      />
      <TextField
        {...field("billingEmail")}
        autoComplete="off"
        hint="Stands on invoices, for whoever sends them."
        inputMode="email"
        label="Email for invoices"
        maxLength={254}
        optional
      />
      <TextField
        {...field("paymentTermDays")}
        inputMode="numeric"
        label="Days to pay"
        maxLength={3}
      />
      <TextField
        {...field("creditLimit")}
        hint="What it may owe at most, trips to come included."
        inputMode="decimal"
        label={`Limit (${currency})`}
        maxLength={20}
        optional
      />
      <div className="sm:col-span-2">
        <Checkbox {...check("requiresCostCentre")} label="Each trip needs a cost centre" />
        <Checkbox {...check("requiresReference")} label="Each trip needs a reference" />
        <Checkbox
          {...check("approvesMembers")}
          label="Dispatch approves whom the company's managers invite"
        />
      </div>
      <SelectField
        dense
        hint="Suspended, it takes no new trips; those booked are driven and billed."
        label="State"
        name="state"
        onChange={({ target: { value } }) =>
          setTyped((old) => ({ ...old, state: value === "suspended" ? "suspended" : "active" }))
        }
        value={typed.state}
      >
        <option value="active">Active</option>
        <option value="suspended">Suspended</option>
      </SelectField>
      <TextArea
        {...field("note")}
        hint="Only dispatch reads it."
        label="Note"
        maxLength={2000}
        optional
        rows={2}
      />
    </RecordForm>
  );
}
