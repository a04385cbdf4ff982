import type { FormEvent, ReactNode } from "react";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { LeaveGuard } from "../office/leave-guard";
import type { useSave } from "../office/use-save";

const WHO_SAYS = {
  owner: "Only an owner changes it.",
  running: "Owners and dispatchers change it.",
};

/** A page of settings: what it is about, its cards, and one button that saves them. */
export function SettingsForm({
  title,
  detail,
  saving,
  by = "owner",
  mayChange,
  onSubmit,
  onSaveOver,
  children,
}: {
  title: string;
  detail: string;
  saving: ReturnType<typeof useSave>;
  /** Who changes it: only an owner, or dispatchers too. */
  by?: keyof typeof WHO_SAYS;
  /** False for a role that only reads. */
  mayChange: boolean;
  onSubmit: () => Promise<void>;
  /** Saves what was typed over what somebody else has saved meanwhile. */
  onSaveOver: () => Promise<void>;
  children: ReactNode;
}) {
  return (
    <div className="max-w-3xl">
      <PageHeader dense detail={detail} title={title} />
      {!mayChange && (
        <div className="mb-4">
          <NoticeBanner tone="neutral">You can look at this. {WHO_SAYS[by]}</NoticeBanner>
        </div>
      )}
      <LeaveGuard isUnsaved={saving.isUnsaved} />
      <form
        method="post"
        aria-label={title}
        className="grid gap-4"
        noValidate
        onInput={saving.touch}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void onSubmit();
        }}
        ref={saving.ref}
      >
        {children}
        <div className="empty:hidden" role="alert">
          {saving.failure && (
            <NoticeBanner
              action={
                saving.conflict && (
                  <Button
                    busy={saving.busy}
                    busyLabel="Saving..."
                    onClick={() => void onSaveOver()}
                    size="small"
                    variant="secondary"
                  >
                    Save mine over it
                  </Button>
                )
              }
              tone="danger"
            >
              {saving.failure}
              {saving.conflict && " What you typed is still here."}
            </NoticeBanner>
          )}
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
