import { useRouter } from "@tanstack/react-router";
import { ApiError } from "../api-error";
import { type ActsOptions, useActs } from "../forms/use-acts";
import { type FormOptions, useForm } from "../forms/use-form";
import { showToast } from "../ui/toasts";
import { failureText, NavigatedAway, concurrentChangesOf } from "./calls";
import { concurrentChangeWords } from "./concurrent-change-words";

/** The code of a refusal where somebody else has saved first. */
export const CONFLICT = "request.conflict";

/** Whether somebody else has saved first, by the `code` of a form; the draft of the prices has one of its own. */
export function isEditConflict(code: string | null): boolean {
  return code === CONFLICT || code === "fees.draft_stale";
}

/** What dispatch reads of a failure; null where the screen has been left for the sign-in or the lock. */
function staffWords(error: unknown): string | null {
  if (error instanceof NavigatedAway) return null;
  return [failureText(error), concurrentChangeWords(concurrentChangesOf(error), Date.now())]
    .join(" ")
    .trim();
}

/** Loads the page again where somebody else has saved first: what was typed stays over what they saved. */
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

/** As `useActs`, with the words of dispatch. */
export function useStaffActs({ failed }: Pick<ActsOptions, "failed"> = {}) {
  return useActs(useStaffFailures(failed));
}

/**
 * As `useForm`, with the words and the small fields of dispatch. `done` is said once it is saved. When somebody
 * else has saved first, the page is loaded again, and `initial` brings what they saved.
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
