import type { ComponentProps } from "react";
import { type FieldName, PublicForm } from "../public-form";
import { useWords } from "../../words/use-words";

/** A form of `PublicForm` by which somebody who says their name and contact writes to the operator. */
export function EnquiryForm<Typed extends object>({
  words,
  ...rest
}: Omit<ComponentProps<typeof PublicForm<Typed>>, "note" | "tooMany" | "words"> & {
  /** Beside the button, where that is not how long it is kept. */
  note?: string;
  /** What is said at required fields that are empty, besides those of the writer. */
  words?: { [Name in FieldName<Typed>]?: string };
}) {
  const t = useWords();
  const all: Record<string, string | undefined> = {
    name: t("Please tell us your name."),
    contact: t("Please enter an e-mail address or a phone number."),
    ...words,
  };
  return (
    <PublicForm
      at="#enquiry"
      note={t("We use what you write to answer you, and delete it within twelve months.")}
      tooMany={t(
        "Too many messages came from here in the past hour. Please try again later or call us.",
      )}
      {...rest}
      words={all}
    />
  );
}
