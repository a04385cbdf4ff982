import type { ComponentProps } from "react";
import { type FieldName, PublicForm } from "../public-form";
import { useWords } from "../../words/use-words";

/** A `PublicForm` that asks for the visitor's name and contact. */
export function EnquiryForm<Typed extends object>({
  words,
  ...rest
}: Omit<ComponentProps<typeof PublicForm<Typed>>, "note" | "tooManyText" | "words"> & {
  /** The text beside the button. By default it says how long the message is kept. */
  note?: string;
  /** The errors of empty required fields, besides name and contact. */
  words?: { [Name in FieldName<Typed>]?: string };
}) {
  const t = useWords();
  const fieldErrors: Record<string, string | undefined> = {
    name: t("Please tell us your name."),
    contact: t("Please enter an e-mail address or a phone number."),
    ...words,
  };
  return (
    <PublicForm
      fragment="#enquiry"
      note={t("We use what you write to answer you, and delete it within twelve months.")}
      tooManyText={t(
        "Too many messages came from here in the past hour. Please try again later or call us.",
      )}
      {...rest}
      words={fieldErrors}
    />
  );
}
