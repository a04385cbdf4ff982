import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../api-error";
import { type ActionsOptions, useActions } from "../forms/use-actions";
import { type FormOptions, useForm } from "../forms/use-form";
import { showToast } from "../ui/toasts";
import { failureText, LeftPageError, concurrentChangesOf } from "./calls";
import { concurrentChangeWords } from "./concurrent-change-words";

/** The error code for when somebody else saved first. */
export const CONFLICT_CODE = "request.conflict";

/** The error code for an idempotency key that was already used for another entry, whose answer was lost. */
const KEY_REUSED_CODE = "idempotency.reused";

/** Returns whether a form's error `code` means that somebody else saved first. The price draft has its own code. */
export function isEditConflict(code: string | null): boolean {
  return code === CONFLICT_CODE || code === "fees.draft_stale";
}

/** Returns the text of a failure; null after navigation to the sign-in or lock screen. */
function staffFailureText(error: unknown): string | null {
  if (error instanceof LeftPageError) return null;
  if (error instanceof ApiError && error.code === KEY_REUSED_CODE)
    return "Your earlier entry was recorded, but this one was not. Check the list before you send it again.";
  return [failureText(error), concurrentChangeWords(concurrentChangesOf(error), Date.now())]
    .join(" ")
    .trim();
}

/** Reloads the page when somebody else saved first. Typed values stay in the form. */
function useStaffFailures(onOtherFailure: ActionsOptions["onFailed"]): ActionsOptions {
  const router = useRouter();
  return {
    failureTextOf: staffFailureText,
    onFailed: async (error) => {
      if (
        error instanceof ApiError &&
        (isEditConflict(error.code) || error.code === KEY_REUSED_CODE)
      )
        await router.invalidate();
      await onOtherFailure?.(error);
    },
  };
}

/** Works like `useActions`, with dispatch's texts. */
export function useStaffActions({ onFailed }: Pick<ActionsOptions, "onFailed"> = {}) {
  return useActions(useStaffFailures(onFailed));
}

type StaffFormOptions<Typed extends object, Answer> = Omit<
  FormOptions<Typed, Answer>,
  "failureTextOf" | "fallback" | "dense"
> & { successText?: string | ((answer: Answer) => string) };

/**
 * Works like `useForm`, with dispatch's texts and small fields. Shows `successText` after saving. When somebody else
 * saved first, the page is reloaded, and `initialValues` has their values.
 */
export function useStaffForm<Typed extends object, Answer>({
  successText,
  onSaved,
  onFailed,
  ...options
}: StaffFormOptions<Typed, Answer>) {
  return useForm<Typed, Answer>({
    ...options,
    dense: true,
    ...useStaffFailures(onFailed),
    onSaved: (answer, typed) => {
      if (successText)
        showToast("success", typeof successText === "string" ? successText : successText(answer));
      return onSaved?.(answer, typed);
    },
  });
}

/**
 * Works like `useStaffForm`, for entries that are recorded only once: `send` also gets the options of its call, with an
 * idempotency key. The key stays while an entry may have been lost on its way.
 */
export function useEntryForm<Typed extends object, Answer>({
  send,
  onSaved,
  ...options
}: Omit<StaffFormOptions<Typed, Answer>, "send" | "onFailed"> & {
  send: (typed: Typed, options: { headers: { "idempotency-key": string } }) => Promise<Answer>;
}) {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const renewKey = () => setKey(crypto.randomUUID());
  return useStaffForm<Typed, Answer>({
    ...options,
    send: (typed) => send(typed, { headers: { "idempotency-key": key } }),
    onSaved: (answer, typed) => {
      renewKey();
      return onSaved?.(answer, typed);
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === KEY_REUSED_CODE) renewKey();
    },
  });
}
