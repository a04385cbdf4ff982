import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { Sheet } from "../ui/sheet";
import type { SectionSave } from "./use-section-save";
import { useWords } from "../words/use-words";

/** A form in a sheet. Its button stays at the bottom, within reach of the thumb. */
export function SectionSheet({
  title,
  label,
  saving,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  /** The label of the button that saves. */
  label: string;
  saving: SectionSave;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useWords();
  const id = useId();
  return (
    <Sheet
      actions={
        <Button busy={saving.busy} busyLabel={t("Saving...")} form={id} size="large" type="submit">
          {label}
        </Button>
      }
      onClose={onClose}
      open
      title={title}
    >
      <form
        method="post"
        className="grid gap-6"
        id={id}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
        ref={saving.ref}
      >
        {children}
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
      </form>
    </Sheet>
  );
}
