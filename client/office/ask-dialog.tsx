import { type FormEvent, type ReactNode, useState } from "react";
import { missingFields } from "./record-form";
import { useSave } from "./use-save";
import { readPicture } from "../files/smaller-picture";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";

/** One question of a dialog. */
export interface Asked {
  name: string;
  label: string;
  /** Values and words of a choice; without it a text is typed. */
  choices?: readonly (readonly [value: string, words: string])[];
  lines?: boolean;
  type?: "text" | "number" | "date" | "datetime-local";
  hint?: string;
  value?: string;
  optional?: boolean;
  maxLength?: number;
}

export interface AskDialogProps {
  title: string;
  children?: ReactNode;
  asked: readonly Asked[];
  /** Asks for a photo too. */
  photo?: boolean;
  /** Asks for a file of another kind, as the field `file`; a photo or a file, not both. */
  file?: { label: string; hint: string; accept: string };
  confirmLabel: string;
  /** Said when it is done. */
  done: string;
  danger?: boolean;
  onConfirm: (typed: Record<string, string>, upload: File | null) => Promise<void>;
  onClose: () => void;
}

/** A step of the register that wants to know something: asks, does it, and closes. */
export function AskDialog(props: AskDialogProps) {
  const { title, children, asked, photo, file, confirmLabel, done, danger, onConfirm, onClose } =
    props;
  const saving = useSave();
  const [upload, setUpload] = useState<File | null>(null);
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      asked.map(({ name, value, choices }) => [name, value ?? choices?.[0]?.[0] ?? ""]),
    ),
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const required = asked.filter(({ optional }) => !optional).map(({ name }) => name);
    const missing = missingFields(typed, required);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const confirm = async () =>
      onConfirm(typed, photo && upload ? await readPicture(upload) : upload);
    const isDone = await saving.save(() => confirm().then(() => true), done);
    if (isDone) onClose();
  };

  return (
    <Dialog onClose={onClose} open title={title}>
      <form
        method="post"
        className="mt-2 grid gap-4 text-ink text-sm"
        noValidate
        onSubmit={submit}
        ref={saving.ref}
      >
        {children}
        {asked.map(({ name, label, choices, lines, type, hint, optional, maxLength }, at) => {
          const control = {
            dense: true,
            label,
            name,
            hint,
            optional: optional ?? false,
            error: saving.faults[name],
            value: typed[name] ?? "",
            autoFocus: at === 0,
            onChange: (event: { target: { value: string } }) => {
              setTyped({ ...typed, [name]: event.target.value });
              saving.clear();
            },
          };
          if (choices)
            return (
              <SelectField {...control} key={name}>
                {choices.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </SelectField>
            );
          return lines ? (
            <TextArea {...control} key={name} maxLength={maxLength ?? 500} rows={3} />
          ) : (
            <TextField {...control} key={name} maxLength={maxLength ?? 160} type={type ?? "text"} />
          );
        })}
        {photo && (
          <TextField
            accept="image/jpeg,image/png,image/webp"
            dense
            error={saving.faults.photo}
            hint="JPG, PNG or WebP. Large photos are made smaller first."
            label="Photo"
            name="photo"
            onChange={(event) => setUpload(event.target.files?.[0] ?? null)}
            optional
            type="file"
          />
        )}
        {file && (
          <TextField
            {...file}
            dense
            error={saving.faults.file}
            name="file"
            onChange={(event) => setUpload(event.target.files?.[0] ?? null)}
            optional
            type="file"
          />
        )}
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button
            busy={saving.busy}
            busyLabel="Saving..."
            size="small"
            type="submit"
            variant={danger ? "danger" : "primary"}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
