import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Provider } from "../../../src/dispatch/providers/provider-contract";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { showToast } from "../../ui/toasts";
import { ConnectionForm, type CallbackUrl } from "./connection-form";
import { providerWords } from "./provider-words";
import { TestPhoneField, ConnectionTestResult } from "./connection-test-parts";
import { useConnectionTest } from "./use-connection-test";

/** One outside service: its state, a real test, and the form that connects it. */
export function ProviderCard({
  provider: { id, configured, detail, mode, connection },
  publicUrl,
  open,
}: {
  provider: Provider;
  /** The server's public address, to be entered at the provider. */
  publicUrl: string;
  /** Whether the form is open at first. */
  open: boolean;
}) {
  const { name, what, notConnectedText, testLabel } = providerWords[id];
  const isLocked = connection !== null && connection.locked.length > 0;
  const canConnect = id !== "push" && connection !== null && !isLocked;
  const [isOpen, setOpen] = useState(open && canConnect && !configured);
  return (
    <Card aria-labelledby={`provider-${id}`} role="region">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base" id={`provider-${id}`}>
          {name}
        </h2>
        <span className="flex flex-wrap gap-2">
          {mode && (
            <Badge tone={mode === "live" ? "accent" : "warning"}>
              {mode === "live" ? "Live: real money" : "Test: no real money"}
            </Badge>
          )}
          <Badge tone={configured ? "success" : "neutral"}>
            {configured ? "Connected" : "Not connected"}
          </Badge>
        </span>
      </div>
      <p className="mt-1 text-ink-muted">
        {what} {!configured && notConnectedText}
      </p>
      {configured && detail && <p className="mt-2 break-words text-sm">{detail}</p>}
      {isLocked && (
        <p className="mt-2 text-ink-muted text-sm">
          This service is set up in the server’s environment. To connect it on this page, remove
          these settings from the environment: <code>{connection.locked.join(", ")}</code>
        </p>
      )}
      {isOpen && canConnect ? (
        <ConnectionForm
          close={() => setOpen(false)}
          connection={connection}
          id={id}
          callbackUrl={callbackUrlOf(id, publicUrl)}
        />
      ) : (
        <ProviderButtons
          change={canConnect ? () => setOpen(true) : null}
          canDisconnect={canConnect && configured}
          id={id}
          testLabel={configured ? testLabel : undefined}
          version={connection?.version ?? 0}
        />
      )}
    </Card>
  );
}

function callbackUrlOf(id: Provider["id"], publicUrl: string): CallbackUrl | null {
  if (id === "google" || id === "apple")
    return {
      what: "Redirect address to enter at the provider:",
      url: `${publicUrl}/backend/auth/${id}/callback`,
    };
  if (id === "stripe" || id === "flutterwave")
    return {
      what: "Webhook address to enter at the provider:",
      url: `${publicUrl}/backend/payments/${id}/webhook`,
    };
  return null;
}

/** The buttons of a service while its form is closed. */
function ProviderButtons({
  id,
  testLabel,
  change,
  canDisconnect,
  version,
}: {
  id: Provider["id"];
  /** The label of the test button; undefined if there is nothing to test. */
  testLabel: string | undefined;
  /** Opens the form; null if the screen can't connect the service. */
  change: (() => void) | null;
  canDisconnect: boolean;
  version: number;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const connectionTest = useConnectionTest(id, actions);
  const [isConfirming, setIsConfirming] = useState(false);
  const { name, notConnectedText } = providerWords[id];
  const disconnect = async () => {
    if (id === "push") return;
    const path = api.admin.settings.providers[":id"];
    await actions.act(
      "disconnect",
      () => call(path.$delete({ param: { id }, json: { version } })),
      async () => {
        showToast("success", `${name} disconnected`);
        await router.invalidate();
      },
    );
    setIsConfirming(false);
  };
  if (!testLabel && !change) return null;
  return (
    <>
      <form
        aria-label={name}
        className="mt-4 flex flex-wrap items-end gap-3"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void connectionTest.run();
        }}
        ref={actions.ref}
      >
        {testLabel && id === "sms" && (
          <TestPhoneField error={actions.fault("phone")} connectionTest={connectionTest} />
        )}
        {testLabel && (
          <Button
            busy={actions.acting === "test"}
            busyLabel="Testing..."
            size="small"
            type="submit"
            variant="secondary"
          >
            {testLabel}
          </Button>
        )}
        {change && (
          <Button onClick={change} size="small" variant={canDisconnect ? "quiet" : "primary"}>
            {canDisconnect ? "Change" : "Connect"}
          </Button>
        )}
        {canDisconnect && (
          <Button onClick={() => setIsConfirming(true)} size="small" variant="quiet">
            Disconnect
          </Button>
        )}
      </form>
      <ConnectionTestResult connectionTest={connectionTest} />
      <FormFailure className="not-empty:mt-4 grid gap-2" form={actions} />
      <ConfirmDialog
        busy={actions.acting === "disconnect"}
        busyLabel="Disconnecting..."
        confirmLabel="Disconnect"
        danger
        onClose={() => setIsConfirming(false)}
        onConfirm={() => void disconnect()}
        open={isConfirming}
        title={`Disconnect ${name}?`}
      >
        {notConnectedText} The settings and passwords of this connection will be deleted.
      </ConfirmDialog>
    </>
  );
}
