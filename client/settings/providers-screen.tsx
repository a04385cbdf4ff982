import { type FormEvent, useState } from "react";
import type {
  Provider,
  ProviderId,
  ProviderTest,
} from "../../src/dispatch/providers/provider-contract";
import { ApiError } from "../api-error";
import { failureText, LeftScreen, useOffice } from "../office/calls";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { TextField } from "../ui/text-field";

type Words = {
  name: string;
  what: string;
  /** What holds without it. */
  without: string;
  variables: string;
  /** What its button says; none where there is nothing to try. */
  test?: string;
};

const words: Record<ProviderId, Words> = {
  mail: {
    name: "E-mail",
    what: "Carries codes, confirmations and receipts.",
    without: "Messages stay in the outbox, and codes are printed on the console.",
    variables: "SMTP_URL, MAIL_FROM",
    test: "Send me a test",
  },
  sms: {
    name: "Text messages",
    what: "Carries codes and news of trips to phones.",
    without: "People sign in by e-mail; what goes to numbers stays in the outbox.",
    variables: "TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM",
    test: "Send me a test",
  },
  push: {
    name: "Notifications",
    what: "Go to the phones of riders and drivers who turned them on. The server has its own keys, so there is nothing to configure. Dispatch gets none, so there is nothing to send you.",
    without: "",
    variables: "VAPID_*",
  },
  geocoder: {
    name: "Address search",
    what: "Finds streets and houses while riders type.",
    without: "Riders choose from your places, towns and airports.",
    variables: "GEOCODER_URL",
    test: "Ask for your town",
  },
  router: {
    name: "Routes",
    what: "Measures distance and time by road.",
    without: "They are estimated from the straight line, and marked so.",
    variables: "ROUTER_URL",
    test: "Ask for a way",
  },
  map: {
    name: "Map",
    what: "Draws streets beneath pins and routes.",
    without: "Pins and routes lie on a plain ground.",
    variables: "MAP_STYLE_URL or MAP_FILE",
    test: "Read the map",
  },
  vehicle_data: {
    name: "Vehicle data",
    what: "Knows make, model and year by a vehicle’s number.",
    without: "They are read off the number itself.",
    variables: "VEHICLE_DATA_URL, VEHICLE_DATA_HEADERS",
    test: "Ask for a sample number",
  },
};

/** The services of others: which the server has, what holds without them, and a real test of each. */
export function ProvidersScreen({ providers }: { providers: readonly Provider[] }) {
  return (
    <div className="max-w-3xl">
      <PageHeader
        dense
        detail="Services of others that this server may use. They are set in its configuration, beside their secrets, and need a restart."
        title="Providers"
      />
      <ul className="grid gap-4">
        {providers.map((provider) => (
          <li key={provider.id}>
            <ProviderCard provider={provider} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ProviderCard({ provider }: { provider: Provider }) {
  const { id, configured, detail } = provider;
  const { name, what, without, variables, test } = words[id];
  const { api, call } = useOffice();
  const [busy, setBusy] = useState(false);
  const [phone, setPhone] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [result, setResult] = useState<ProviderTest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setFault(null);
    setFailure(null);
    setResult(null);
    try {
      const json = id === "sms" ? { phone } : {};
      setResult(
        await call(api.admin.settings.providers[":id"].test.$post({ param: { id }, json })),
      );
    } catch (error) {
      if (error instanceof LeftScreen) return;
      if (error instanceof ApiError && error.fields.phone) {
        setFault(error.fields.phone);
        form.querySelector("input")?.focus();
      } else setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card aria-labelledby={`provider-${id}`} role="region">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base" id={`provider-${id}`}>
          {name}
        </h2>
        <Badge tone={configured ? "success" : "neutral"}>
          {configured ? "Configured" : "Not configured"}
        </Badge>
      </div>
      <p className="mt-1 text-ink-muted">
        {what} {!configured && without}
      </p>
      <p className="mt-2 break-words text-sm">
        {configured && detail ? detail : <code className="text-ink-muted">{variables}</code>}
      </p>
      {configured && test && (
        <form
          method="post"
          aria-label={name}
          className="mt-4 flex flex-wrap items-end gap-3"
          noValidate
          onSubmit={(event) => void run(event)}
        >
          {id === "sms" && (
            <TextField
              autoComplete="tel"
              className="w-64"
              dense
              error={fault}
              label="Your number"
              name="phone"
              onChange={(event) => setPhone(event.target.value)}
              placeholder="+250 788 000 000"
              type="tel"
              value={phone}
            />
          )}
          <Button busy={busy} busyLabel="Trying..." size="small" type="submit" variant="secondary">
            {test}
          </Button>
        </form>
      )}
      <div className="not-empty:mt-4" role="status">
        {result && (
          <NoticeBanner tone={result.ok ? "success" : "danger"}>
            {result.outcome}{" "}
            <span className="whitespace-nowrap tabular-nums">({result.milliseconds} ms)</span>
          </NoticeBanner>
        )}
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
    </Card>
  );
}
