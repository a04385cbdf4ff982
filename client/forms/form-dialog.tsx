import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../ui/button";
import { Dialog, type DialogProps } from "../ui/dialog";
import { classNames } from "../ui/class-names";
import { Sheet, type SheetProps } from "../ui/sheet";
import { useWords } from "../words/use-words";
import { Form, FormFailure, SubmitButton } from "./form";
import type { FormState } from "./use-form";

interface SubmitProps {
  form: FormState;
  /** The label of the button that sends the form, and its label while it is being sent. */
  submitLabel: string;
  busyLabel: string;
}

/** A dialog with a form: its fields, the error, a cancel button and a button that sends. */
export function FormDialog({
  form,
  submitLabel,
  busyLabel,
  danger,
  disabled,
  dense,
  extraContent,
  blockedReason,
  insteadOfForm,
  children,
  ...dialog
}: SubmitProps &
  Pick<DialogProps, "title" | "onClose" | "isSticky" | "wide"> & {
    danger?: boolean;
    /** Whether the form cannot be sent at the moment. */
    disabled?: boolean;
    /** For dispatch. */
    dense?: boolean;
    /** A button before the cancel button. */
    extraContent?: ReactNode;
    /** The reason why the form cannot be sent at the moment. */
    blockedReason?: string | null;
    /** Shown instead of the form, for example while its data loads or once it has been sent. */
    insteadOfForm?: ReactNode;
    children: ReactNode;
  }) {
  const t = useWords();
  const size: Pick<ButtonProps, "size"> = dense ? { size: "small" } : {};
  return (
    <Dialog open {...dialog}>
      {insteadOfForm || (
        <Form className={classNames("grid gap-4 text-ink", dense && "mt-2 text-sm")} form={form}>
          {children}
          <FormFailure form={form} blockedReason={blockedReason} />
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            {extraContent}
            <Button onClick={dialog.onClose} variant="secondary" {...size}>
              {t("Go back")}
            </Button>
            <SubmitButton
              busyLabel={busyLabel}
              disabled={disabled || Boolean(blockedReason) || form.busy}
              form={form}
              variant={danger ? "danger" : "primary"}
              {...size}
            >
              {submitLabel}
            </SubmitButton>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

/** A sheet with a form, with one wide button at its end. */
export function FormSheet({
  form,
  submitLabel,
  busyLabel,
  isLarge,
  children,
  ...sheet
}: SubmitProps &
  Pick<SheetProps, "title" | "onClose"> & {
    /** For drivers. */
    isLarge?: boolean;
    children: ReactNode;
  }) {
  return (
    <Sheet open {...sheet}>
      <Form form={form}>
        {children}
        <FormFailure form={form} />
        <SubmitButton busyLabel={busyLabel} form={form} wide {...(isLarge && { size: "large" })}>
          {submitLabel}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}
