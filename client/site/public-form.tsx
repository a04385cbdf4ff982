import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { ApiError, wordsOf } from "../api-error";
import { useActions } from "../forms/use-actions";
import { Button } from "../ui/button";
import { useSiteHref } from "../ui/site-link";
import { useWords } from "../words/use-words";
import type { PostedForm } from "../../src/contact/posted-form-contract";

/** The props of a field of the form. */
export interface FormField {
  name: string;
  error: string | undefined;
  defaultValue: string;
}

/** The names of the form's fields, by the contract of its call. Only programs fill in `website`. */
export type FieldName<Typed> = Exclude<keyof Typed & string, "website">;

/**
 * A form of a public page. With scripts it is sent in place. Without scripts it is sent to its own page, which then
 * shows the typed values and, if something is wrong, has `postedForm` in its context.
 */
export function PublicForm<Typed extends object>({
  page,
  fragment = "",
  label,
  postedForm,
  words,
  tooManyText,
  button,
  note,
  send,
  onSent,
  children,
}: {
  /** The path of the form's page. */
  page: string;
  /** The fragment of the page’s URL, such as `#enquiry`, to return to without scripts. */
  fragment?: string;
  label: string;
  postedForm: PostedForm | undefined;
  /** The errors of empty required fields, by field name. */
  words: { [Name in FieldName<Typed>]?: string };
  /** Shown when too many forms came from this address. */
  tooManyText: string;
  /** The button's label. */
  button: string;
  /** Shown beside the button. */
  note: string;
  /** Sends the typed values. The server checks them against the contract. */
  send: (typed: Typed) => Promise<unknown>;
  onSent: () => void;
  /** Renders the fields; `initialValue` is a field's value at first. */
  children: (field: (name: FieldName<Typed>, initialValue?: string) => FormField) => ReactNode;
}) {
  const t = useWords();
  const siteHref = useSiteHref();
  const returnedForm = postedForm?.page === page ? postedForm : undefined;
  // The answer to the form when it was sent without scripts, until it is sent with scripts.
  const [refusedForm, setRefusedForm] = useState(returnedForm);
  const actions = useActions({
    failureTextOf: (error) =>
      error instanceof ApiError && error.status === 429
        ? tooManyText
        : wordsOf(error, t("Something went wrong. Please try again.")),
  });
  const failure = refusedForm
    ? Object.keys(refusedForm.faults).length > 0
      ? null
      : refusedForm.code === "request.too_many"
        ? tooManyText
        : t("Something went wrong. Please try again.")
    : actions.failure;
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);

  const requiredFieldWords: Record<string, string | undefined> = words;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRefusedForm(undefined);
    const missingControls = fieldsOf(event.currentTarget).filter(
      (field) => field.required && !field.value.trim(),
    );
    if (missingControls.length > 0) {
      return actions.refuse(
        Object.fromEntries(
          missingControls.map(({ name }) => [
            name,
            requiredFieldWords[name] ?? t("Please fill this in."),
          ]),
        ),
      );
    }
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ]);
    await actions.act("submit", () => send(Object.fromEntries(fields) as Typed), onSent);
  };

  return (
    <form
      action={siteHref(page + fragment)}
      aria-label={label}
      className="grid gap-5"
      method="post"
      // The browser's own checks are only for visitors without scripts. With scripts, the errors are shown at the
      // fields.
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      ref={actions.ref}
    >
      <div className="empty:hidden" role="alert">
        {failure && (
          <p className="rounded-md bg-danger-surface px-4 py-3 text-danger-ink text-sm">
            {failure}
          </p>
        )}
      </div>
      {children((name, initialValue = "") => ({
        name,
        error: refusedForm ? refusedForm.faults[name] : actions.fault(name),
        defaultValue: returnedForm?.typed[name] ?? initialValue,
      }))}
      {/* A trap for programs that fill in every field. People never see it. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          {t("Leave this empty")}
          <input autoComplete="off" name="website" tabIndex={-1} type="text" />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button busy={actions.busy} busyLabel={t("Sending...")} type="submit">
          {button}
        </Button>
        <p className="text-ink-muted text-sm">{note}</p>
      </div>
    </form>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsOf(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("input[name], textarea[name], select[name]")];
}
