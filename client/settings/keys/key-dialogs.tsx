/** An owner's actions on API keys, one dialog each. */
import { useState } from "react";
import type { ApiKey, ApiKeyList, KeyScope } from "../../../src/accounts/keys/key-contract";
import { FormFailure } from "../../forms/form";
import { FormDialog } from "../../forms/form-dialog";
import { useOffice } from "../../office/calls";
import { ReasonDialog } from "../../office/reason-dialog";
import { useStaffActions, useStaffForm } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { showToast } from "../../ui/toasts";
import { CopyLine } from "../copy-line";
import { scopeDetails, scopeNames } from "./api-key-words";

interface SharedProps {
  /** Loads the list again. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

interface KeyDialogProps extends SharedProps {
  apiKey: ApiKey;
}

const scopes = ["quotes", "bookings", "read", "events"] as const satisfies readonly KeyScope[];

/** Adds a key, then shows it once. */
export function AddKeyDialog({
  companies,
  onDone,
  onClose,
}: SharedProps & Pick<ApiKeyList, "companies">) {
  const { api, call } = useOffice();
  const [token, setToken] = useState<string | null>(null);
  const form = useStaffForm({
    initialValues: {
      name: "",
      isForPage: false,
      quotes: true,
      bookings: true,
      read: true,
      events: false,
      companyId: "",
      expiresOn: "",
      networks: "",
    },
    requiredFields: ["name"],
    validate: (typed) => ({
      events:
        !typed.isForPage &&
        !scopes.some((scope) => typed[scope]) &&
        "Choose at least one permission.",
    }),
    send: ({ name, isForPage, companyId, expiresOn, networks, ...typed }) =>
      call(
        api.admin["api-keys"].$post({
          json: {
            name,
            expiresOn: expiresOn || null,
            ...(isForPage
              ? { scopes: ["website"] }
              : {
                  scopes: scopes.filter((scope) => typed[scope]),
                  companyId: companyId || null,
                  networks: networks.split(/[\s,]+/).filter(Boolean),
                }),
          },
        }),
      ),
    onSaved: (answer) => {
      setToken(answer.token);
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Adding..."
      dense
      form={form}
      insteadOfForm={
        token && (
          <div className="mt-2 text-sm">
            <p>
              {form.typed.isForPage
                ? "Copy the key now, or download the booking page, which contains it. The key will not be shown again."
                : "Copy the key now and keep it like a password. It will not be shown again."}{" "}
              If the key is lost, revoke it and add another key.
            </p>
            <CopyLine text={token} />
            {form.typed.isForPage && <BookingPage token={token} />}
            <div className="mt-4 flex justify-end">
              <Button autoFocus onClick={onClose} size="small">
                Done
              </Button>
            </div>
          </div>
        )
      }
      onClose={onClose}
      isSticky
      submitLabel="Add key"
      title={token ? "Your new API key" : "Add API key"}
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        autoFocus
        hint="The program, partner or website that uses the key."
        label="Name"
        maxLength={80}
      />
      <Checkbox
        {...form.checkbox("isForPage")}
        hint="Everybody can read a key on a web page. It can only get prices and place bookings, and the bookings wait for dispatch."
        label="For a web page"
      />
      {!form.typed.isForPage && (
        <>
          <fieldset>
            <legend className="font-medium">What the key may do</legend>
            {scopes.map((scope) => (
              <Checkbox
                {...form.checkbox(scope)}
                hint={scopeDetails[scope]}
                key={scope}
                label={scopeNames[scope]}
              />
            ))}
          </fieldset>
          <SelectField
            {...form.field("companyId")}
            hint="A company’s key works only for that company’s trips, and bills them to the company."
            label="Trips the key covers"
          >
            <option value="">All trips</option>
            {companies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextArea
            {...form.field("networks")}
            hint="IP addresses or networks, one on each line, for example 203.0.113.0/24. Leave empty to let the key work from anywhere."
            label="Allowed IP addresses"
            optional
            rows={2}
            spellCheck={false}
          />
        </>
      )}
      <TextField {...form.field("expiresOn")} label="Last day" optional type="date" />
    </FormDialog>
  );
}

/** A page of plain HTML that books with the key, for the owner to save and change. */
function BookingPage({ token }: { token: string }) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const download = async () => {
    const { html } = await call(api.admin["booking-page"].$get());
    const page = new Blob([html.replace("livery_KEY", token)], { type: "text/html" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(page);
    link.download = "booking.html";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <Button
        busy={actions.busy}
        className="mt-3"
        onClick={() => void actions.act("download", download)}
        size="small"
        variant="secondary"
      >
        Download booking page
      </Button>
      <FormFailure className="mt-3 empty:hidden" form={actions} />
    </>
  );
}

/** Renames a key. */
export function RenameKeyDialog({ apiKey: { id, name }, onDone, onClose }: KeyDialogProps) {
  const { api, call } = useOffice();
  const form = useStaffForm({
    initialValues: { name },
    requiredFields: ["name"],
    send: (json) => call(api.admin["api-keys"][":id"].$put({ param: { id }, json })),
    successText: "Key renamed",
    onSaved: () => {
      onClose();
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Rename key"
      title={`Rename ${name}`}
    >
      <TextField {...form.field("name")} autoFocus label="Name" maxLength={80} />
    </FormDialog>
  );
}

/** Asks for confirmation before a key is revoked. */
export function RevokeKeyDialog({ apiKey: { id, name }, onDone, onClose }: KeyDialogProps) {
  const { api, call } = useOffice();
  const revokeKey = async () => {
    await call(api.admin["api-keys"][":id"].$delete({ param: { id } }));
    showToast("success", "Key revoked");
    onClose();
    await onDone();
  };
  return (
    <ReasonDialog
      busyLabel="Revoking..."
      confirmLabel="Revoke key"
      danger
      onClose={onClose}
      onConfirm={revokeKey}
      title={`Revoke ${name}?`}
    >
      <p>
        Programs that use this key will be refused from their next call. You can’t undo this. Trips
        booked with the key stay booked.
      </p>
    </ReasonDialog>
  );
}
