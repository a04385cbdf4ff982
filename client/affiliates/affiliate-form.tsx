import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Affiliate } from "../../src/affiliates/contract";
import type { Language } from "../../src/settings/languages/languages-contract";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { formatAmount } from "../../src/settings/money-rules";
import { useOffice } from "../office/calls";
import { RecordForm } from "../office/record-form";
import { useStaffForm } from "../office/use-staff-form";
import { readMoney } from "../ui/amount";
import { Checkbox } from "../ui/checkbox";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { DateField, TextField } from "../ui/text-field";

function affiliateFormValues(record: Affiliate | null, currency: string) {
  return {
    name: record?.name ?? "",
    email: record?.email ?? "",
    phone: record?.phone ?? "",
    language: record?.language ?? ("en" as Language),
    rateKind: record?.rateKind ?? ("percent" as const),
    percent: record?.rateKind === "percent" ? String(record.ratePercent) : "",
    each: record?.rateKind === "fixed" ? formatAmount(record.rateMinor, currency) : "",
    insuranceUntil: record?.insuranceUntil ?? "",
    zones: record?.zones ?? "",
    peerUrl: record?.peerUrl ?? "",
    peerKey: "",
    note: record?.note ?? "",
    active: record?.active ?? true,
  };
}

const parsePercent = (typed: string) => Number(typed.trim().replace(",", "."));
const isValidPercent = (typed: string) =>
  /^ *\d{1,3}(?:[.,]\d{1,2})? *$/.test(typed) && parsePercent(typed) <= 100;

/** Adds an affiliate (`record` is null) or changes one. A new one opens after saving. */
export function AffiliateForm({ record }: { record: Affiliate | null }) {
  const router = useRouter();
  const navigate = useNavigate();
  const { api, call, settings } = useOffice();
  const { currency } = settings;
  const form = useStaffForm({
    initialValues: affiliateFormValues(record, currency),
    requiredFields: ["name"],
    validate: ({ rateKind, percent, each, email, phone }) => {
      const money = readMoney(each, currency);
      return {
        email:
          !`${email}${phone}`.trim() &&
          "Enter an e-mail address or a phone number: offers are sent there.",
        percent:
          rateKind === "percent" && !isValidPercent(percent) && "Enter a percentage from 0 to 100.",
        each: rateKind === "fixed" && "fault" in money && `${money.fault}.`,
      };
    },
    send: ({ percent, each, insuranceUntil, peerKey, ...typed }) => {
      const money = readMoney(each, currency);
      const json = {
        ...typed,
        ratePercent: typed.rateKind === "percent" ? parsePercent(percent) : 0,
        rateMinor: typed.rateKind === "fixed" && "value" in money ? money.value : 0,
        insuranceUntil: insuranceUntil || null,
        ...(peerKey.trim() && { peerKey }),
      };
      if (!record) return call(api.admin.affiliates.$post({ json }));
      const { id, version } = record;
      return call(api.admin.affiliates[":id"].$put({ param: { id }, json: { ...json, version } }));
    },
    successText: record ? "Affiliate saved" : "Affiliate added",
    onSaved: async ({ affiliate: { id } }) => {
      await router.invalidate();
      if (!record) await navigate({ to: "/dispatch/dashboard/affiliates/$id", params: { id } });
    },
  });
  const { field, checkbox, typed } = form;
  return (
    <RecordForm
      backLabel="All affiliates"
      form={form}
      hasHeading={!record}
      needs="affiliates.manage"
      returnPath="/dispatch/dashboard/affiliates"
      title={record ? record.name : "New affiliate"}
    >
      <TextField {...field("name")} autoComplete="off" label="Name" maxLength={160} />
      <SelectField
        {...field("language")}
        hint="We write to this affiliate in this language."
        label="Language"
      >
        {languageCodes.map((code) => (
          <option key={code} value={code}>
            {languageNames[code]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field("email")}
        autoComplete="off"
        hint="Offers are sent to this address, or to the phone number by text message."
        inputMode="email"
        label="E-mail"
        maxLength={254}
        optional
      />
      <TextField
        {...field("phone")}
        autoComplete="off"
        inputMode="tel"
        label="Phone"
        maxLength={40}
        optional
      />
      <SelectField {...field("rateKind")} label="Rate">
        <option value="percent">A percentage of the fare</option>
        <option value="fixed">A fixed amount for each trip</option>
        <option value="price_list">The affiliate’s own prices in the price list</option>
      </SelectField>
      {typed.rateKind === "percent" ? (
        <TextField
          {...field("percent")}
          hint="You can agree on a different amount in each offer."
          inputMode="decimal"
          label="Percentage of the fare"
          maxLength={6}
        />
      ) : typed.rateKind === "price_list" ? (
        <p className="self-end text-ink-muted text-sm">
          Add this affiliate’s prices and discount on the Promotions page under Fees. If you add
          none, the usual price applies.
        </p>
      ) : (
        <TextField
          {...field("each")}
          hint="You can agree on a different amount in each offer."
          inputMode="decimal"
          label={`Amount for each trip (${currency})`}
          maxLength={20}
        />
      )}
      <DateField
        {...field("insuranceUntil")}
        hint="After this day, you can’t offer trips to this affiliate, and they can’t accept any."
        label="Insured until"
        optional
      />
      <TextField
        {...field("zones")}
        autoComplete="off"
        label="Service area"
        maxLength={300}
        optional
      />
      <TextField
        {...field("peerUrl")}
        autoComplete="off"
        hint="If this affiliate also uses Livery, your offers appear in their Livery as bookings, and you can follow their trips here."
        inputMode="url"
        label="Address of the affiliate’s Livery"
        maxLength={200}
        optional
      />
      {typed.peerUrl.trim() !== "" && (
        <TextField
          {...field("peerKey")}
          autoComplete="off"
          hint={
            record?.peerUrl === typed.peerUrl.trim()
              ? "Leave this empty to keep the current key."
              : "The affiliate creates this key for your company in their own Livery, under Settings, API keys."
          }
          label="API key"
          maxLength={200}
          type="password"
        />
      )}
      <TextArea
        {...field("note")}
        hint="Only your team sees this."
        label="Note"
        maxLength={2000}
        optional
        rows={2}
      />
      <div className="sm:col-span-2">
        <Checkbox {...checkbox("active")} label="Trips can be offered to this affiliate" />
      </div>
    </RecordForm>
  );
}
