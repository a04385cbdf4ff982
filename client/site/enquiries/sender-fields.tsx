import type { FormField } from "../public-form";
import { useWords } from "../../words/use-words";
import { TextField } from "../../ui/text-field";

/** The fields for the visitor's name and contact. */
export function SenderFields({
  field,
  hint,
}: {
  field: (name: "name" | "contact") => FormField;
  /** The hint under the contact. */
  hint?: string;
}) {
  const t = useWords();
  return (
    <>
      <TextField
        {...field("name")}
        autoComplete="name"
        label={t("Your name")}
        maxLength={120}
        required
      />
      <TextField
        {...field("contact")}
        autoCapitalize="none"
        autoComplete="email"
        hint={hint}
        label={t("E-mail address or phone number")}
        maxLength={320}
        required
        spellCheck={false}
      />
    </>
  );
}
