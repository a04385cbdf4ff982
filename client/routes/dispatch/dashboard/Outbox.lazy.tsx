import { createLazyFileRoute, Link, useRouter } from "@tanstack/react-router";
import { BellRing, ChevronRight, Mail, MessageSquare, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { OutboxMessage, RetryMessages } from "../../../../src/notifications/contract";
import { failureText, LeftPageError, useOffice } from "../../../office/calls";
import { MoreRows } from "../../../office/lists/more-rows";
import { pageOf, usePages } from "../../../office/lists/use-pages";
import { usePermission } from "../../../office/use-permission";
import { FailedBanner } from "../../../outbox/failed-banner";
import { useFailedMessages } from "../../../outbox/use-failed-messages";
import { Badge, type Tone } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { chipStyle } from "../../../ui/chip";
import { EmptyState } from "../../../ui/empty-state";
import { Moment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { showToast } from "../../../ui/toasts";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/Outbox")(officePage(Outbox));

const states: Record<OutboxMessage["state"], { words: string; tone: Tone }> = {
  waiting: { words: "Waiting", tone: "warning" },
  kept: { words: "No provider", tone: "info" },
  sent: { words: "Sent", tone: "success" },
  failed: { words: "Failed", tone: "danger" },
  expired: { words: "Expired", tone: "neutral" },
};

function Outbox() {
  const { api, call } = useOffice();
  const { first } = Route.useLoaderData();
  const showsOnlyFailed = Route.useSearch().failed === true;
  const router = useRouter();
  const failed = useFailedMessages();
  const mayRetry = usePermission("outbox.retry");
  const next = async (cursor: string) =>
    pageOf(
      "messages",
      await call(
        api.admin.outbox.$get({
          query: { cursor, ...(showsOnlyFailed && { failed: "true" as const }) },
        }),
      ),
    );
  const refresh = () =>
    router.invalidate({ filter: ({ routeId }) => routeId === "/dispatch/dashboard/Outbox" });
  const retry = async (which: RetryMessages) => {
    try {
      const { retried } = await call(api.admin.outbox.retries.$post({ json: which }));
      showToast(
        retried > 0 ? "success" : "info",
        retried === 0
          ? "Nothing to send again. The messages were sent or are no longer needed."
          : retried === 1
            ? "The message will be sent again"
            : `${retried} messages will be sent again`,
      );
      await refresh();
    } catch (error) {
      if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
    }
  };
  const { rows, ...pages } = usePages<OutboxMessage>(first, next);

  return (
    <>
      <PageHeader
        actions={
          <Button
            icon={<RefreshCw aria-hidden="true" size={16} />}
            onClick={() => void refresh()}
            size="small"
            variant="secondary"
          >
            Refresh
          </Button>
        }
        dense
        detail="E-mail and text messages to riders and drivers. Without a provider, the messages stay here."
        title="Outbox"
      />
      <FailedBanner failed={failed} mayRetry={mayRetry} onRetry={retry} />
      <nav aria-label="Filter messages" className="mb-4 flex flex-wrap gap-1.5">
        {[false, true].map((one) => (
          <Link
            aria-current={one === showsOnlyFailed ? "page" : undefined}
            className={chipStyle(one === showsOnlyFailed)}
            key={String(one)}
            search={one ? { failed: true } : {}}
            to="/dispatch/dashboard/Outbox"
          >
            {one ? "Failed" : "All"}
          </Link>
        ))}
      </nav>
      <Card flush>
        {rows.length === 0 ? (
          showsOnlyFailed ? (
            <EmptyState title="No failed messages">
              Messages that a provider refused, or that could not be sent within a day, appear here
              with the reason.
            </EmptyState>
          ) : (
            <EmptyState title="No messages yet">
              Codes and messages to riders and drivers appear here.
            </EmptyState>
          )
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((message) => (
              <OutboxRow key={message.id} message={message} onRetry={mayRetry ? retry : null} />
            ))}
          </ul>
        )}
      </Card>
      <MoreRows {...pages} />
    </>
  );
}

const channelLabels = {
  email: [Mail, "E-mail"],
  sms: [MessageSquare, "Text message"],
  push: [BellRing, "Notification"],
} as const;

function OutboxRow({
  message,
  onRetry,
}: {
  message: OutboxMessage;
  /** Sends it again; null for roles that may not. */
  onRetry: ((which: RetryMessages) => Promise<void>) | null;
}) {
  const [busy, setBusy] = useState(false);
  const { words, tone } = states[message.state];
  const [Icon, channel] = channelLabels[message.channel];
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="flex min-w-0 items-center gap-3">
        <Icon aria-label={channel} className="shrink-0 text-ink-muted" role="img" size={16} />
        <span className="min-w-0 truncate font-medium">
          {message.channel === "push" ? "Push notification" : message.recipient}
        </span>
        <span className="min-w-0 truncate text-ink-muted">{message.subject}</span>
      </p>
      <p className="flex items-center gap-3 ps-7 text-ink-muted sm:ps-0">
        <Moment at={message.createdAt} />
        <Badge tone={tone}>{words}</Badge>
      </p>
      {message.body !== null && (
        // People open this page for codes, so other texts are collapsed.
        <details className="group ms-7 sm:col-span-2" open={message.kind === "code"}>
          <summary className="inline-flex min-h-8 items-center gap-1 rounded-sm text-ink-muted hover:text-ink pointer-coarse:min-h-11">
            <ChevronRight
              aria-hidden="true"
              className="transition-transform group-open:rotate-90"
              size={14}
            />
            Message
          </summary>
          <p className="mt-1 whitespace-pre-line break-words rounded-md bg-surface-sunken px-3 py-2">
            {message.body}
          </p>
        </details>
      )}
      {message.lastError && (
        <p className="ms-7 break-words text-danger-ink sm:col-span-2">
          {message.lastError} ({message.attempts} {message.attempts === 1 ? "attempt" : "attempts"})
        </p>
      )}
      {message.retryUntil !== null && onRetry && (
        <p className="ms-7 flex flex-wrap items-center gap-x-3 gap-y-1 sm:col-span-2">
          <Button
            aria-label={`Send again to ${message.recipient}`}
            busy={busy}
            busyLabel="Sending..."
            onClick={() => {
              setBusy(true);
              void onRetry({ id: message.id }).finally(() => setBusy(false));
            }}
            size="small"
            variant="secondary"
          >
            Send again
          </Button>
          <span className="text-ink-muted">
            Can be sent until <Moment at={message.retryUntil} />
          </span>
        </p>
      )}
    </li>
  );
}
