import type { Delivery } from "../../../src/webhooks/contract";
import { useOffice } from "../../office/calls";
import { Badge } from "../../ui/badge";
import { formatMoment } from "../../ui/moment";

const states = {
  waiting: ["Waiting", "info"],
  delivered: ["Delivered", "success"],
  failed: ["Failed", "danger"],
} as const;

/** The request of one call, and the endpoint's answer to the last try. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { timeZone } = useOffice();
  const { type, eventId, state, status, answer, error, tookMs, body } = delivery;
  const { attempts, createdAt, attemptedAt, nextAttemptAt } = delivery;
  const [word, tone] = states[state];
  const at = (moment: string) => formatMoment(moment, timeZone, "date-time");
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        <span className="font-medium">{type}</span>
        <span className="text-ink-muted">{at(createdAt)}</span>
      </p>
      <p className="break-words text-ink-muted">
        {[
          attemptedAt === null
            ? "No attempt yet."
            : `Attempt ${attempts} at ${at(attemptedAt)} took ${tookMs ?? 0} ms.`,
          status !== null && `The server answered ${status}.`,
          error,
          nextAttemptAt && `Next attempt at ${at(nextAttemptAt)}.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      <details>
        <summary className="cursor-pointer pointer-coarse:py-3">Request and response</summary>
        <p className="mt-2 break-all text-ink-muted">{`Event ID: ${eventId}`}</p>
        <LabelledText label="Request" text={prettyJson(body)} />
        {answer !== null && <LabelledText label="Response" text={answer || "(nothing)"} />}
      </details>
    </div>
  );
}

function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className="mt-2 font-medium">{label}</p>
      <pre className="mt-1 max-h-64 overflow-y-auto whitespace-pre-wrap break-all rounded-md bg-surface-sunken p-3 text-xs">
        {text}
      </pre>
    </>
  );
}

/** Livery writes the body as JSON, so it can be shown with line breaks. */
const prettyJson = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
