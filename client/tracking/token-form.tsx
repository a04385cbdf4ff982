import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { useActions } from "../forms/use-actions";
import { Button, type ButtonProps } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { useWords } from "../words/use-words";

/** The props that all forms on a link's page share. */
export interface TokenFormsProps<Page> {
  token: string;
  /** Called with the page's new state after the answer. */
  onAnswered: (page: Page) => void;
  /** Loads the page again, because it may have changed since it was shown. */
  reloadPage: () => Promise<void>;
}

/** The props of a field. */
interface Field {
  name: string;
  error: string | undefined;
  defaultValue: string;
}

/** The field for the reason why something is declined. */
export function ReasonField(field: Field & { maxLength: number; optional?: boolean }) {
  const t = useWords();
  return <TextArea {...field} label={t("What is the reason?")} rows={3} />;
}

/**
 * One form on a link's page. With scripts it is sent in place. Without scripts it is sent to the page itself, which
 * then shows the typed values and what is wrong.
 */
export function TokenForm<Page>({
  answer,
  label,
  missingTexts = {},
  initialValues: initialValues = {},
  button,
  toggleLabel,
  send,
  onAnswered,
  reloadPage,
  children,
}: Omit<TokenFormsProps<Page>, "token"> & {
  /** Sent with the form, and distinguishes the forms of a page. */
  answer: Readonly<Record<string, string>>;
  label: string;
  /** The texts for empty required fields, by field name. */
  missingTexts?: Readonly<Record<string, string>>;
  /** The initial values of the fields, by field name. */
  initialValues?: Readonly<Record<string, string>>;
  button: Pick<ButtonProps, "children" | "variant" | "size" | "wide">;
  /** The label of the line that opens the form. Without it the form is open. */
  toggleLabel?: string;
  send: (typed: Record<string, string>) => Promise<Page>;
  children?: (field: (name: string) => Field) => ReactNode;
}) {
  const t = useWords();
  const { postedForm } = useRouter().options.context;
  const isPosted = Object.entries(answer).every(
    ([name, value]) => postedForm?.typed[name] === value,
  );
  const [returnedForm, setReturnedForm] = useState(isPosted ? postedForm : undefined);
  const actions = useActions({
    fallback: t("No answer: you seem to be offline. What you typed is still here."),
    onFailed: reloadPage,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setReturnedForm(undefined);
    const emptyFields = Object.entries(missingTexts).filter(([name]) => !typed[name]?.trim());
    if (emptyFields.length > 0) return actions.refuse(Object.fromEntries(emptyFields));
    await actions.act("answer", () => send(typed), onAnswered);
  };
  const isGeneralFailure = returnedForm && Object.keys(returnedForm.faults).length === 0;
  const failure = isGeneralFailure ? t("Something went wrong. Please try again.") : actions.failure;
  const form = (
    <form
      aria-label={label}
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      ref={actions.ref}
    >
      {Object.entries(answer).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {children?.((name) => ({
        name,
        error: returnedForm ? returnedForm.faults[name] : actions.fault(name),
        defaultValue: returnedForm?.typed[name] ?? initialValues[name] ?? "",
      }))}
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <Button busy={actions.busy} busyLabel={t("One moment...")} type="submit" {...button} />
    </form>
  );
  if (!toggleLabel) return form;
  return (
    <details className="border-line border-y [&+details]:border-t-0" open={isPosted}>
      <summary className="flex min-h-12 cursor-pointer items-center font-medium text-accent-text">
        {toggleLabel}
      </summary>
      <div className="pt-1 pb-5">{form}</div>
    </details>
  );
}
