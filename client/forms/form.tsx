import type { ComponentProps, ReactNode } from "react";
import { Button, type ButtonProps } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import type { FormState } from "./use-form";

/** What a form of `useForm` is drawn in. */
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

/** What went wrong with a form, or with what a screen did, where no field says it. */
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
  /** Why it can't be sent as things are. */
  blockedReason?: ReactNode;
  /** Said behind it. */
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

/** Sends the form, and says so while it does. */
export function SubmitButton({
  form,
  ...button
}: { form: Pick<FormState, "busy" | "acting"> } & Omit<ButtonProps, "form" | "type">) {
  return <Button disabled={form.busy} {...button} busy={form.acting === "submit"} type="submit" />;
}
