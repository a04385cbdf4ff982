import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type {
  Delivery,
  Endpoint,
  EndpointSecret,
  SaveEndpoint,
  Webhooks,
} from "../../../src/webhooks/contract";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatMoment } from "../../ui/moment";
import { NoticeBanner } from "../../ui/notice-banner";
import { showToast } from "../../ui/toasts";
import { countText } from "../../ui/trip-words";
import { DeliveryLog } from "./delivery-log";
import { DeliveryFacts } from "./delivery-facts";
import { WebhookEndpointDialog } from "./webhook-endpoint-dialog";

/** One endpoint: its state, its actions, and the log of its calls. */
export function WebhookEndpointCard({
  endpoint,
  types,
  onSecret,
}: {
  endpoint: Endpoint;
  types: Webhooks["types"];
  /** Shows a changed secret. */
  onSecret: (secret: EndpointSecret) => void;
}) {
  const { api, call, timeZone } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const [openDialog, setOpenDialog] = useState<"change" | "secret" | "delete" | null>(null);
  const [testDelivery, setTestDelivery] = useState<Delivery | null>(null);
  const [isLogOpen, setLogOpen] = useState(false);
  const { id, url, description, isOn, version, formerSecretUntil, failed, waiting } = endpoint;
  const path = api.admin.webhooks[":id"];
  const param = { id };
  const name = description || new URL(url).host;
  const close = () => setOpenDialog(null);

  const notifyAndReload = (words: string) => async () => {
    showToast("success", words);
    await router.invalidate();
  };
  const test = () =>
    actions.act(
      "test",
      () => call(path.test.$post({ param })),
      async (answer) => {
        setTestDelivery(answer);
        await router.invalidate();
      },
    );
  const toggleEndpoint = () =>
    actions.act(
      "turn",
      () => {
        // The types come from the server, so they are valid.
        const chosen = endpoint.types as SaveEndpoint["types"];
        const json = { url, description, types: chosen, isOn: !isOn, version };
        return call(path.$put({ param, json }));
      },
      notifyAndReload(isOn ? "Webhook turned off" : "Webhook turned on"),
    );
  const changeSecret = async () => {
    await actions.act(
      "secret",
      () => call(path.secret.$post({ param, json: { version } })),
      async (secret) => {
        await router.invalidate();
        onSecret(secret);
      },
    );
    close();
  };
  const remove = async () => {
    await actions.act(
      "delete",
      () => call(path.$delete({ param, json: { version } })),
      notifyAndReload("Webhook deleted"),
    );
    close();
  };

  return (
    <Card aria-labelledby={`webhook-${id}`} role="region">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 break-words font-semibold text-base" id={`webhook-${id}`}>
          {name}
        </h2>
        <StateBadge endpoint={endpoint} />
      </div>
      <p className="mt-1 break-all text-ink-muted text-sm">{url}</p>
      <p className="mt-2 text-sm">
        {endpoint.types === null ? "All events" : endpoint.types.join(", ")}
      </p>
      {(waiting > 0 || failed > 0) && (
        <p className="mt-1 text-sm">
          {[
            waiting > 0 && `${countText(waiting, "call")} waiting`,
            failed > 0 && `${countText(failed, "call")} failed`,
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
      )}
      {formerSecretUntil && (
        <p className="mt-1 text-ink-muted text-sm">
          {`The previous secret is valid until ${formatMoment(formerSecretUntil, timeZone, "date-time")}.`}
        </p>
      )}
      <EndpointOffNotice endpoint={endpoint} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          busy={actions.acting === "test"}
          busyLabel="Calling..."
          onClick={() => void test()}
          size="small"
          variant="secondary"
        >
          Send test call
        </Button>
        <Button
          aria-expanded={isLogOpen}
          onClick={() => setLogOpen(!isLogOpen)}
          size="small"
          variant="secondary"
        >
          {isLogOpen ? "Hide log" : "Show log"}
        </Button>
        <Button onClick={() => setOpenDialog("change")} size="small" variant="quiet">
          Change
        </Button>
        <Button onClick={() => setOpenDialog("secret")} size="small" variant="quiet">
          Change secret
        </Button>
        <Button
          busy={actions.acting === "turn"}
          onClick={() => void toggleEndpoint()}
          size="small"
          variant="quiet"
        >
          {isOn ? "Turn off" : "Turn on"}
        </Button>
        <Button onClick={() => setOpenDialog("delete")} size="small" variant="quiet">
          Delete
        </Button>
      </div>
      <FormFailure className="not-empty:mt-4 grid gap-2" form={actions} />
      <div aria-live="polite" className="mt-4 empty:hidden">
        {testDelivery && !isLogOpen && <DeliveryFacts delivery={testDelivery} />}
      </div>
      {/* The actions of this card change the log, so the log is loaded again after each. */}
      {isLogOpen && <DeliveryLog endpoint={endpoint} key={`${version} ${testDelivery?.id}`} />}
      {openDialog === "change" && (
        <WebhookEndpointDialog
          endpoint={endpoint}
          onClose={close}
          onSecret={onSecret}
          types={types}
        />
      )}
      <ConfirmDialog
        busy={actions.acting === "secret"}
        busyLabel="Changing..."
        confirmLabel="Change secret"
        onClose={close}
        onConfirm={() => void changeSecret()}
        open={openDialog === "secret"}
        title="Change the secret?"
      >
        For one day, calls are signed with both secrets. Change the other system within that day.
      </ConfirmDialog>
      <ConfirmDialog
        busy={actions.acting === "delete"}
        busyLabel="Deleting..."
        confirmLabel="Delete webhook"
        danger
        onClose={close}
        onConfirm={() => void remove()}
        open={openDialog === "delete"}
        title={`Delete ${name}?`}
      >
        This webhook will no longer be called, and the log of its calls will be deleted.
      </ConfirmDialog>
    </Card>
  );
}

function StateBadge({ endpoint: { isOn, failingSince } }: { endpoint: Endpoint }) {
  if (!isOn) return <Badge tone="neutral">Off</Badge>;
  return (
    <Badge tone={failingSince ? "warning" : "success"}>{failingSince ? "Failing" : "On"}</Badge>
  );
}

const turnedOffReasons: Record<NonNullable<Endpoint["offReason"]>, string> = {
  owner: "",
  failing: "This webhook was turned off automatically because all calls failed for five days.",
  gone: "This webhook was turned off automatically because its address answered that it no longer exists (410).",
};

/** Says why the endpoint is off, or since when it fails. */
function EndpointOffNotice({
  endpoint: { isOn, offReason, offAt, failingSince },
}: {
  endpoint: Endpoint;
}) {
  const { timeZone } = useOffice();
  const at = (moment: string) => formatMoment(moment, timeZone, "date-time");
  const words =
    isOn && failingSince
      ? `All calls have failed since ${at(failingSince)}. After five days, the webhook will be turned off.`
      : !isOn && offReason && offAt && turnedOffReasons[offReason]
        ? `${at(offAt)}: ${turnedOffReasons[offReason]} Turn the webhook on, then send the failed calls again from the log.`
        : "";
  return (
    words && (
      <div className="mt-3">
        <NoticeBanner tone="warning">{words}</NoticeBanner>
      </div>
    )
  );
}
