import { type ChangeEvent, type ReactNode, useState } from "react";
import { FormDialog } from "../forms/form-dialog";
import { useStaffForm } from "./use-staff-form";
import { readPicture } from "../files/chosen-file";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";

/** One question of the dialog. */
export interface PromptField {
  name: string;
  label: string;
  /** The values and labels to choose from. Without them the question is a text field. */
  choices?: readonly (readonly [value: string, words: string])[];
  isMultiline?: boolean;
  type?: "text" | "number" | "date" | "datetime-local";
  hint?: string | undefined;
  value?: string;
  optional?: boolean;
  maxLength?: number;
}

export interface PromptDialogProps {
  title: string;
  children?: ReactNode;
  fields: readonly PromptField[];
  /** Whether it also asks for a photo. */
  asksForPhoto?: boolean;
  /** Asks for another file, as the field `file`. Use a photo or a file, not both. */
  file?: { label: string; hint: string; accept: string };
  confirmLabel: string;
  /** Shown on success. */
  successText: string;
  danger?: boolean;
  onConfirm: (typed: Record<string, string>, upload: File | null) => Promise<void>;
  /** Called when the action failed, for example to load a record that somebody else has changed. */
  onFailed?: () => unknown;
  onClose: () => void;
}

/** A dialog that asks for some values, does the action and closes. */
export function PromptDialog(props: PromptDialogProps) {
  const {
    title,
    children,
    fields,
    asksForPhoto,
    file,
    confirmLabel,
    successText,
    danger,
    onConfirm,
    onFailed,
    onClose,
  } = props;
  const initial: Record<string, string> = Object.fromEntries(
    fields.map(({ name, value, choices }) => [name, value ?? choices?.[0]?.[0] ?? ""]),
  );
  const [upload, setUpload] = useState<File | null>(null);
  const form = useStaffForm({
    initialValues: initial,
    requiredFields: fields.filter(({ optional }) => !optional).map(({ name }) => name),
    send: async (typed) =>
      onConfirm(typed, asksForPhoto && upload ? await readPicture(upload) : upload),
    successText,
    onSaved: onClose,
    ...(onFailed && { onFailed }),
  });
  const fileFieldProps = {
    dense: true,
    optional: true,
    type: "file",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setUpload(target.files?.[0] ?? null),
  };

  return (
    <FormDialog
      busyLabel="Saving..."
      danger={danger ?? false}
      dense
      form={form}
      onClose={onClose}
      submitLabel={confirmLabel}
      title={title}
    >
      {children}
      {fields.map(({ name, label, choices, isMultiline, type, hint, optional, maxLength }, at) => {
        const control = {
          ...form.field(name),
          label,
          hint,
          optional: optional ?? false,
          autoFocus: at === 0,
        };
        if (choices)
          return (
            <SelectField key={name} {...control}>
              {choices.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
          );
        return isMultiline ? (
          <TextArea key={name} {...control} maxLength={maxLength ?? 500} rows={3} />
        ) : (
          <TextField key={name} {...control} maxLength={maxLength ?? 160} type={type ?? "text"} />
        );
      })}
      {asksForPhoto && (
        <TextField
          {...fileFieldProps}
          accept="image/jpeg,image/png,image/webp"
          error={form.fault("photo")}
          hint="JPG, PNG or WebP. Large photos are made smaller first."
          label="Photo"
          name="photo"
        />
      )}
      {file && <TextField {...file} {...fileFieldProps} error={form.fault("file")} name="file" />}
    </FormDialog>
  );
}
