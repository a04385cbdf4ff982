import type { FormField } from "../public-form";
import { TextField } from "../../ui/text-field";

/** Who writes, and how they are reached. */
export function WriterFields({
  field,
  hint,
}: {
  field: (name: "name" | "contact") => FormField;
  /** Beneath the contact. */
  hint?: string;
}) {
  return (
    <>
      <TextField
        {...field("name")}
        autoComplete="name"
        label="Your name"
        maxLength={120}
        required
      />
      <TextField
        {...field("contact")}
        autoCapitalize="none"
        autoComplete="email"
        hint={hint}
        label="E-mail address or phone number"
        maxLength={320}
        required
        spellCheck={false}
      />
    </>
  );
}
