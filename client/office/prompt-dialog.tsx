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
  lines?: boolean;
  type?: "text" | "number" | "date" | "datetime-local";
  hint?: string | undefined;
  value?: string;
  optional?: boolean;
  maxLength?: number;
}

export interface PromptDialogProps {
  title: string;
  children?: ReactNode;
  requested: readonly PromptField[];
  /** Whether it also asks for a photo. */
  photo?: boolean;
  /** Asks for another file, as the field `file`. Use a photo or a file, not both. */
  file?: { label: string; hint: string; accept: string };
  confirmLabel: string;
  /** Shown on success. */
  successText: string;
  danger?: boolean;
  onConfirm: (typed: Record<string, string>, upload: File | null) => Promise<void>;
  onClose: () => void;
}

/** A dialog that asks for some values, does the action and closes. */
export function PromptDialog(props: PromptDialogProps) {
  const {
    title,
    children,
    requested,
    photo,
    file,
    confirmLabel,
    successText,
    danger,
    onConfirm,
    onClose,
  } = props;
  const initial: Record<string, string> = Object.fromEntries(
    requested.map(({ name, value, choices }) => [name, value ?? choices?.[0]?.[0] ?? ""]),
  );
  const [upload, setUpload] = useState<File | null>(null);
  const form = useStaffForm({
    initialValues: initial,
    requiredFields: requested.filter(({ optional }) => !optional).map(({ name }) => name),
    send: async (typed) => onConfirm(typed, photo && upload ? await readPicture(upload) : upload),
    successText,
    onSaved: onClose,
  });
  const uploads = {
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
      {requested.map(({ name, label, choices, lines, type, hint, optional, maxLength }, at) => {
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
        return lines ? (
          <TextArea key={name} {...control} maxLength={maxLength ?? 500} rows={3} />
        ) : (
          <TextField key={name} {...control} maxLength={maxLength ?? 160} type={type ?? "text"} />
        );
      })}
      {photo && (
        <TextField
          {...uploads}
          accept="image/jpeg,image/png,image/webp"
          error={form.fault("photo")}
          hint="JPG, PNG or WebP. Large photos are made smaller first."
          label="Photo"
          name="photo"
        />
      )}
      {file && <TextField {...file} {...uploads} error={form.fault("file")} name="file" />}
    </FormDialog>
  );
}
