import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { RiderRow } from "../../src/riders/contract";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { isLanguage } from "../../src/settings/languages/languages-contract";
import { ApiError } from "../api-error";
import { useOffice } from "../office/calls";
import { RecordForm } from "../office/record-form";
import { useStaffForm } from "../office/use-staff-form";
import { NoticeBanner } from "../ui/notice-banner";
import { PlainLink } from "../ui/plain-link";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";

const LIST_PATH = "/dispatch/dashboard/riders";

/** Adds a rider and opens their page. Lists the riders who already have the typed contacts. */
export function RiderForm() {
  const { api, call, settings } = useOffice();
  const navigate = useNavigate();
  const [ridersInUse, setRidersInUse] = useState<readonly RiderRow[]>([]);

  /** Finds the riders who have these contacts: a search for a whole contact lists its owner first. */
  const findRidersWith = async (contacts: readonly string[]) => {
    const owners = await Promise.all(
      contacts.map(async (q) => (await call(api.admin.riders.$get({ query: { q } }))).riders[0]),
    );
    return [...new Map(owners.flatMap((rider) => (rider ? [[rider.id, rider]] : []))).values()];
  };

  const form = useStaffForm({
    initialValues: {
      firstName: "",
      lastName: "",
      phone: "",
      email: "",
      language: settings.language,
      note: "",
    },
    requiredFields: ["firstName"],
    send: async (typed) => {
      setRidersInUse([]);
      try {
        const json = { ...typed, phone: typed.phone || null, email: typed.email || null };
        return await call(api.admin.riders.$post({ json }));
      } catch (error) {
        if (error instanceof ApiError && error.code === "contact.taken") {
          const contactsInUse = (["phone", "email"] as const).filter(
            (name) => name in error.fields,
          );
          // If this search fails, the fields still show what is wrong.
          setRidersInUse(
            await findRidersWith(contactsInUse.map((name) => typed[name])).catch(() => []),
          );
        }
        throw error;
      }
    },
    successText: "Rider added",
    onSaved: ({ rider: { id } }) => navigate({ to: `${LIST_PATH}/$id`, params: { id } }),
  });
  const { field } = form;

  return (
    <RecordForm
      backLabel="All riders"
      form={form}
      needs="riders.manage"
      returnPath={LIST_PATH}
      title="New rider"
    >
      <TextField {...field("firstName")} autoComplete="off" label="First name" />
      <TextField {...field("lastName")} autoComplete="off" label="Last name" optional />
      <TextField
        {...field("phone")}
        autoComplete="off"
        hint="Enter a phone number, an e-mail address, or both. The rider can sign in with either."
        label="Phone"
        type="tel"
      />
      <TextField {...field("email")} autoComplete="off" label="E-mail" type="email" />
      <SelectField
        {...field("language")}
        label="Language"
        onChange={({ target: { value } }) => isLanguage(value) && form.set({ language: value })}
      >
        {settings.languages.map((code) => (
          <option key={code} value={code}>
            {languageNames[code]}
          </option>
        ))}
      </SelectField>
      <TextArea
        {...field("note")}
        hint="Only your team sees this."
        label="Dispatch note"
        maxLength={500}
        optional
        rows={2}
      />
      <div aria-live="polite" className="grid gap-2 empty:hidden sm:col-span-2">
        {ridersInUse.map(({ id, name, phone, email }) => (
          <NoticeBanner key={id} tone="warning">
            {"Already a rider: "}
            <PlainLink className="underline underline-offset-4" href={`${LIST_PATH}/${id}`}>
              {[name, phone, email].filter(Boolean).join(", ")}
            </PlainLink>
          </NoticeBanner>
        ))}
      </div>
    </RecordForm>
  );
}
