import { useRouter } from "@tanstack/react-router";
import type { Connection } from "../../../src/settings/connections/connection-contract";
import type { ProviderId } from "../../../src/dispatch/providers/provider-contract";
import { Form, SubmitButton } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { LeaveGuard } from "../../office/leave-guard";
import { SaveFailure } from "../../office/save-failure";
import { useStaffForm } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import {
  type ConnectionField,
  connectionFields,
  connectionHelp,
  providerWords,
} from "./provider-words";
import { TestPhoneField, ConnectionTestResult } from "./connection-test-parts";
import { useConnectionTest } from "./use-connection-test";

/** An address to enter at the provider, with its label, such as "Webhook address to enter at the provider:". */
export interface CallbackUrl {
  what: string;
  url: string;
}

/** The form that connects a service or changes its connection, with a test before saving. */
export function ConnectionForm({
  id,
  connection,
  callbackUrl,
  close,
}: {
  id: Exclude<ProviderId, "push">;
  connection: Connection;
  /** An address of this server that the provider needs. */
  callbackUrl: CallbackUrl | null;
  /** Closes the form, whether or not it was saved. */
  close: () => void;
}) {
  const { api, call, settings } = useOffice();
  const router = useRouter();
  const { name, testLabel } = providerWords[id];
  const fields = connectionFields(id, settings.brand);
  const { fields: savedFields, secrets, version } = connection;
  const form = useStaffForm<Record<string, string>, unknown>({
    initialValues: Object.fromEntries(
      fields.map((field) => [
        field.name,
        savedFields?.[field.name] ??
          (savedFields || field.isSecret ? "" : (field.initialValue ?? "")),
      ]),
    ),
    send: (typed) =>
      call(
        api.admin.settings.providers[":id"].$put({
          param: { id },
          json: { fields: typed, version },
        }),
      ),
    successText: `${name} connected`,
    onSaved: async () => {
      await router.invalidate();
      close();
    },
  });
  const connectionTest = useConnectionTest(id, form);
  return (
    <>
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form aria-label={`Connect ${name}`} className="mt-4 grid gap-4" form={form}>
        {connectionHelp[id] && (
          <p className="text-ink-muted text-sm">
            {connectionHelp[id]}{" "}
            {callbackUrl && (
              <>
                {callbackUrl.what} <code className="break-all text-ink">{callbackUrl.url}</code>
              </>
            )}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <ConnectionInput
              field={field}
              fieldProps={form.field(field.name)}
              isStored={secrets.includes(field.name)}
              key={field.name}
            />
          ))}
        </div>
        {id === "sms" && (
          <TestPhoneField error={form.fault("phone")} connectionTest={connectionTest} />
        )}
        <SaveFailure form={form} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel="Saving..." form={form} size="small">
            {savedFields ? "Save" : "Connect"}
          </SubmitButton>
          <Button
            busy={form.acting === "test"}
            busyLabel="Testing..."
            disabled={form.busy}
            onClick={() => void connectionTest.run(form.typed)}
            size="small"
            variant="secondary"
          >
            {testLabel}
          </Button>
          <Button disabled={form.busy} onClick={close} size="small" variant="quiet">
            Go back
          </Button>
        </div>
      </Form>
      <ConnectionTestResult connectionTest={connectionTest} />
    </>
  );
}

function ConnectionInput({
  field: { label, hint, placeholder, isSecret, optional, isMultiline, wide, type, options },
  fieldProps,
  isStored,
}: {
  field: ConnectionField;
  fieldProps: ReturnType<ReturnType<typeof useStaffForm<Record<string, string>, unknown>>["field"]>;
  /** Whether a secret is stored. It is never shown. */
  isStored: boolean;
}) {
  const hintText = isStored
    ? `${hint ?? ""} Already stored: leave empty to keep the stored value.`.trim()
    : hint;
  const sharedProps = {
    ...fieldProps,
    label,
    hint: hintText,
    placeholder,
    optional: optional && !isStored,
    autoComplete: "off",
    spellCheck: false,
    ...(wide && { className: "sm:col-span-2" }),
  };
  if (options)
    return (
      <SelectField {...sharedProps}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  if (isMultiline) return <TextArea {...sharedProps} rows={5} />;
  return (
    <TextField
      {...sharedProps}
      autoCapitalize="none"
      {...(type && { type })}
      // Browsers would offer to store this as the person's own password.
      {...(isSecret && !type && { type: "password", autoComplete: "new-password" })}
    />
  );
}
