import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Notifications } from "../../src/notifications/contract";
import { read } from "../api";
import { ApiError } from "../api-error";
import { EmptyState } from "../ui/empty-state";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { Sheet } from "../ui/sheet";
import { useWords } from "../words/use-words";

/**
 * The driver's notifications. Opening the sheet marks all as read on the server. New ones stay marked as new until it
 * is closed.
 */
export function NotificationSheet({
  notices,
  open,
  onClose,
  timeZone,
}: {
  notices: Notifications;
  open: boolean;
  onClose: () => void;
  timeZone: string;
}) {
  const t = useWords();
  const router = useRouter();
  const { api } = router.options.context;
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it opens
  useEffect(() => {
    if (!open) return;
    setFailure(null);
    const unread = notices.notifications.filter(({ readAt }) => readAt === null);
    setNewIds(new Set(unread.map(({ id }) => id)));
    if (notices.unread === 0) return;
    read(api.driver.notifications.read.$post({ json: {} }))
      .then(() => router.invalidate())
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setFailure(error.message);
      });
  }, [open]);

  return (
    <Sheet onClose={onClose} open={open} title={t("Notifications")}>
      <FieldError id={undefined}>
        {failure && t("Your notifications were not marked as read. {failure}", { failure })}
      </FieldError>
      {notices.notifications.length === 0 ? (
        <EmptyState title={t("No notifications yet")}>
          {t("Offers, changes to your trips and news from dispatch appear here.")}
        </EmptyState>
      ) : (
        <ul className="-mx-2 grid gap-1">
          {notices.notifications.map(({ id, title, body, href, createdAt }) => (
            <li className="relative rounded-md px-2 py-3" key={id}>
              <p className="flex items-start justify-between gap-4">
                <span className="font-medium">
                  {href ? (
                    <Link
                      className="rounded-sm after:absolute after:inset-0"
                      onClick={onClose}
                      to={href}
                    >
                      {t.known(title)}
                    </Link>
                  ) : (
                    t.known(title)
                  )}
                </span>
                {newIds.has(id) && (
                  <span className="shrink-0 rounded-full bg-accent-surface px-2 font-medium text-accent-text text-xs leading-6">
                    {t("New")}
                  </span>
                )}
              </p>
              <p className="mt-1 text-ink-muted">{t.known(body)}</p>
              <p className="mt-1 text-ink-faint text-sm">
                <Moment at={createdAt} timeZone={timeZone} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
