import type { ReactNode } from "react";
import { Form, SubmitButton } from "../forms/form";
import type { FormState } from "../forms/use-form";
import { LeaveGuard } from "../office/leave-guard";
import { SaveFailure } from "../office/save-failure";
import { WithPreview } from "../forms/with-preview";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { useSetupStep } from "./setup-step-context";

const EDITOR_HINTS = {
  owner: "Only an owner can change these settings.",
  running: "Only owners and dispatchers can change these settings.",
};

/** A settings page: description, cards, and one save button. */
export function SettingsForm({
  title,
  detail,
  form,
  by = "owner",
  mayChange,
  onOverwrite = form.submit,
  preview,
  children,
}: {
  title: string;
  detail: string;
  form: FormState;
  /** Who can change it: only owners (the default), or dispatchers too. */
  by?: keyof typeof EDITOR_HINTS;
  /** False for read-only roles. */
  mayChange: boolean;
  /** Saves the typed values over what somebody else saved in the meantime. */
  onOverwrite?: () => Promise<void>;
  /** A preview of the typed values, beside the form where there is room. */
  preview?: ReactNode;
  children: ReactNode;
}) {
  const step = useSetupStep();
  return (
    <div className={preview ? "max-w-5xl" : "max-w-3xl"}>
      <PageHeader dense detail={detail} title={title} />
      {!mayChange && (
        <div className="mb-4">
          <NoticeBanner tone="neutral">You can view this page. {EDITOR_HINTS[by]}</NoticeBanner>
        </div>
      )}
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form aria-label={title} form={form}>
        <WithPreview preview={preview}>{children}</WithPreview>
        <SaveFailure form={form} onOverwrite={onOverwrite} />
        {mayChange && (
          <SubmitButton
            busyLabel="Saving..."
            className="justify-self-start"
            form={form}
            size="small"
          >
            {step ? "Save and continue" : "Save"}
          </SubmitButton>
        )}
      </Form>
    </div>
  );
}
