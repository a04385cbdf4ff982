import { useState } from "react";
import type { FailedMessages, RetryMessages } from "../../src/notifications/contract";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { kindWords } from "./kind-words";

/**
 * Lists failed messages that can be sent again: one line for each kind, with the reason and a button that sends them
 * all.
 */
export function FailedBanner({
  failed,
  mayRetry,
  onRetry,
}: {
  failed: FailedMessages;
  mayRetry: boolean;
  onRetry: (which: RetryMessages) => Promise<void>;
}) {
  const [busy, setBusy] = useState<string | null>(null);
  if (failed.count === 0) return null;
  return (
    <div className="mb-4">
      <NoticeBanner tone="danger">
        <p className="font-medium">
          {failed.count === 1
            ? "1 message failed. It can still be sent."
            : `${failed.count} messages failed. They can still be sent.`}
        </p>
        <ul>
          {failed.groups.map(({ kind, channel, count, reason }) => {
            const key = `${kind} ${channel}`;
            return (
              <li
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1"
                key={key}
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {kindWords(kind)} by {channel === "email" ? "e-mail" : "text message"}: {count}.{" "}
                  {reason}
                </span>
                {mayRetry && (
                  <Button
                    busy={busy === key}
                    busyLabel="Sending..."
                    onClick={() => {
                      setBusy(key);
                      void onRetry({ kind, channel }).finally(() => setBusy(null));
                    }}
                    size="small"
                    variant="secondary"
                  >
                    {count === 1 ? "Send again" : `Send all ${count} again`}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </NoticeBanner>
    </div>
  );
}
