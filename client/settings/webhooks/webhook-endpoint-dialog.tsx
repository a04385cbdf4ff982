import { useRouter } from "@tanstack/react-router";
import type {
  Endpoint,
  EndpointSecret,
  SaveEndpoint,
  Webhooks,
} from "../../../src/webhooks/contract";
import { FormDialog } from "../../forms/form-dialog";
import { useOffice } from "../../office/calls";
import { useStaffForm } from "../../office/use-staff-form";
import { TextField } from "../../ui/text-field";
import { EventChoice } from "./event-choice";

/** Adds an endpoint, or changes one. */
export function WebhookEndpointDialog({
  endpoint,
  types,
  onSecret,
  onClose,
}: {
  /** The endpoint to change; null to add one. */
  endpoint: Endpoint | null;
  types: Webhooks["types"];
  /** Shows the secret of an endpoint that was just added. */
  onSecret: (secret: EndpointSecret) => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const path = api.admin.webhooks;
  const form = useStaffForm({
    initialValues: {
      url: endpoint?.url ?? "",
      description: endpoint?.description ?? "",
      types: endpoint?.types ?? [],
    },
    requiredFields: ["url"],
    send: async ({ types: chosen, ...typed }) => {
      // The names come from the server's list, so they are valid.
      const chosenEventTypes = (chosen.length === 0 ? null : chosen) as SaveEndpoint["types"];
      const json = { ...typed, types: chosenEventTypes };
      if (!endpoint) return call(path.$post({ json }));
      const { id, isOn, version } = endpoint;
      await call(path[":id"].$put({ param: { id }, json: { ...json, isOn, version } }));
      return null;
    },
    successText: endpoint ? "Webhook saved" : "Webhook added",
    onSaved: async (secret) => {
      await router.invalidate();
      onClose();
      if (secret) onSecret(secret);
    },
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      isSticky
      submitLabel={endpoint ? "Save webhook" : "Add webhook"}
      title={endpoint ? "Change webhook" : "Add webhook"}
      wide
    >
      <TextField
        {...form.field("url")}
        autoFocus
        hint="An address on the public internet. Addresses inside a private network are not called."
        inputMode="url"
        label="Address"
        placeholder="https://example.com/hooks"
        spellCheck={false}
      />
      <TextField {...form.field("description")} label="Description" maxLength={100} optional />
      <EventChoice
        chosen={form.typed.types}
        onChoose={(chosen) => form.set({ types: chosen })}
        types={types}
      />
    </FormDialog>
  );
}
