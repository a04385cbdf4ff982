import type { ComponentProps, ReactNode } from "react";
import { Button, type ButtonProps } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import type { FormState } from "./use-form";

/** The form element for a form of `useForm`. */
export function Form({
  form,
  className = "grid gap-4",
  ...rest
}: { form: FormState } & Omit<ComponentProps<"form">, "ref" | "onSubmit" | "onInput">) {
  return (
    <form
      noValidate
      {...rest}
      className={className}
      method="post"
      onInput={form.markTouched}
      onSubmit={form.submit}
      ref={form.ref}
    />
  );
}

/** The failure of a form or of another action, if no field shows it. */
export function FormFailure({
  form,
  className = "grid gap-2 empty:hidden",
  action,
  blockedReason,
  children,
}: {
  form: Pick<FormState, "failure">;
  className?: string;
  action?: ReactNode;
  /** The reason why the form cannot be sent at the moment. */
  blockedReason?: ReactNode;
  /** Shown after the failure. */
  children?: ReactNode;
}) {
  return (
    <div className={className} role="alert">
      {blockedReason && <NoticeBanner tone="warning">{blockedReason}</NoticeBanner>}
      {form.failure && (
        <NoticeBanner action={action} tone="danger">
          {form.failure}
          {children}
        </NoticeBanner>
      )}
    </div>
  );
}

/** The button that sends the form, and shows that it is being sent. */
export function SubmitButton({
  form,
  ...button
}: { form: Pick<FormState, "busy" | "acting"> } & Omit<ButtonProps, "form" | "type">) {
  return <Button disabled={form.busy} {...button} busy={form.acting === "submit"} type="submit" />;
}
