import { useRouter } from "@tanstack/react-router";
import { ApiError } from "../api-error";
import { type ActsOptions, useActs } from "../forms/use-acts";
import { type FormOptions, useForm } from "../forms/use-form";
import { showToast } from "../ui/toasts";
import { failureText, LeftPageError, concurrentChangesOf } from "./calls";
import { concurrentChangeWords } from "./concurrent-change-words";

/** The error code for "somebody else saved first". */
export const CONFLICT = "request.conflict";

/**
 * Whether a form's error `code` means that somebody else saved first; the price draft has its own
 * code.
 */
export function isEditConflict(code: string | null): boolean {
  return code === CONFLICT || code === "fees.draft_stale";
}

/** The text of a failure; null after navigation to the sign-in or lock. */
function staffWords(error: unknown): string | null {
  if (error instanceof LeftPageError) return null;
  return [failureText(error), concurrentChangeWords(concurrentChangesOf(error), Date.now())]
    .join(" ")
    .trim();
}

/** Reloads the page when somebody else saved first; typed values stay on top of theirs. */
function useStaffFailures(failed: ActsOptions["failed"]): ActsOptions {
  const router = useRouter();
  return {
    words: staffWords,
    failed: async (error) => {
      if (error instanceof ApiError && isEditConflict(error.code)) await router.invalidate();
      await failed?.(error);
    },
  };
}

/** Like `useActs`, with dispatch's texts. */
export function useStaffActs({ failed }: Pick<ActsOptions, "failed"> = {}) {
  return useActs(useStaffFailures(failed));
}

/**
 * Like `useForm`, with dispatch's texts and small fields. Shows `done` after saving. When somebody
 * else saved first the page is reloaded, and `initial` brings their values.
 */
export function useStaffForm<Typed extends object, Answer>({
  done,
  saved,
  failed,
  ...options
}: Omit<FormOptions<Typed, Answer>, "words" | "usual" | "dense"> & {
  done?: string | ((answer: Answer) => string);
}) {
  return useForm<Typed, Answer>({
    ...options,
    dense: true,
    ...useStaffFailures(failed),
    saved: (answer, typed) => {
      if (done) showToast("success", typeof done === "string" ? done : done(answer));
      return saved?.(answer, typed);
    },
  });
}
