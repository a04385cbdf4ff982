import { Images, ImageUp } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { PictureRow } from "../../src/content/content-desk-contract";
import type { PlacedPicture } from "../../src/content/content-values-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { readPicture } from "../files/chosen-file";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { TextField } from "../ui/text-field";
import { FocusPoint } from "./focus-point";
import { PicturePicker } from "./picture-picker";

/** Edits a picture and its description, which is required. */
export function PictureField({
  label,
  name,
  value,
  pictures,
  faults,
  onChange,
  onPicture,
}: {
  label: string;
  /** The field's name in validation errors. */
  name: string;
  value: PlacedPicture | null;
  /** Pictures that the form has already loaded. */
  pictures: readonly PictureRow[];
  faults: Record<string, string>;
  onChange: (value: PlacedPicture | null) => void;
  onPicture: (picture: PictureRow) => void;
}) {
  const { api, call } = useOffice();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const size = pictures.find(({ id }) => id === value?.id)?.sizes[0];
  const upload = async (chosenFile: File) => {
    setBusy(true);
    setFailure(null);
    try {
      const file = await readPicture(
        chosenFile,
        chosenFile.type === "image/jpeg" ? "paper" : "clear",
      );
      const { picture } = await call(api.admin["content-pictures"].$post({ form: { file } }));
      onPicture(picture);
      onChange({ id: picture.id, alt: value?.alt ?? "" });
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Lets the same file be chosen again after a failure.
    event.target.value = "";
    if (file) void upload(file);
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {value && size && (
        <FocusPoint
          alt={value.alt || "Not described yet"}
          focus={value.focus}
          label={label}
          onFocus={(focus) => onChange({ ...value, focus })}
          size={size}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <input
          accept="image/png,image/jpeg,image/webp"
          aria-label={`${label}: file`}
          className="sr-only"
          onChange={choose}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button
          aria-label={`${value ? "Replace" : "Upload"}: ${label}`}
          busy={busy}
          icon={<ImageUp aria-hidden size={16} />}
          onClick={() => input.current?.click()}
          size="small"
          variant="secondary"
        >
          {value ? "Replace" : "Upload"}
        </Button>
        <Button
          aria-label={`Choose existing picture: ${label}`}
          disabled={busy}
          icon={<Images aria-hidden size={16} />}
          onClick={() => setPickerOpen(true)}
          size="small"
          variant="secondary"
        >
          Choose existing picture
        </Button>
        {value && (
          <Button
            aria-label={`Remove: ${label}`}
            disabled={busy}
            onClick={() => onChange(null)}
            size="small"
            variant="quiet"
          >
            Remove
          </Button>
        )}
      </div>
      <FieldError id={undefined}>{failure ?? faults[`${name}.id`]}</FieldError>
      {value && (
        <TextField
          dense
          error={faults[`${name}.alt`]}
          hint="Read aloud to visitors who can’t see the picture."
          label="What the picture shows"
          maxLength={200}
          name={`${name}.alt`}
          onChange={(event) => onChange({ ...value, alt: event.target.value })}
          value={value.alt}
        />
      )}
      {isPickerOpen && (
        <PicturePicker
          chosen={value?.id ?? null}
          onClose={() => setPickerOpen(false)}
          onPick={(picture) => {
            setPickerOpen(false);
            setFailure(null);
            onPicture(picture);
            onChange({ id: picture.id, alt: picture.alt });
          }}
        />
      )}
    </fieldset>
  );
}
