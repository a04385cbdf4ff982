import type { FormEvent, ReactNode } from "react";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import type { useSave } from "./use-save";

/** A page of settings: what it is about, its cards, and one button that saves them. */
export function SettingsForm({
  title,
  detail,
  saving,
  mayChange,
  onSubmit,
  children,
}: {
  title: string;
  detail: string;
  saving: ReturnType<typeof useSave>;
  /** False for a role that only reads. */
  mayChange: boolean;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}) {
  return (
    <div className="max-w-3xl">
      <PageHeader dense detail={detail} title={title} />
      <form
        aria-label={title}
        className="grid gap-4"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void onSubmit();
        }}
        ref={saving.ref}
      >
        {children}
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
        {mayChange && (
          <Button
            busy={saving.busy}
            busyLabel="Saving..."
            className="justify-self-start"
            size="small"
            type="submit"
          >
            Save
          </Button>
        )}
      </form>
    </div>
  );
}
