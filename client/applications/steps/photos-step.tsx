import { useWords } from "../../words/use-words";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { RequiredMark } from "./documents-step";
import { FileControl, usePreview } from "../file-control";
import type { ApplicationForm, StepProps } from "../application-form";
import { type PhotoSlot, photos } from "../file-slots";
import { PhotoArt } from "./photo-art";

/** Step 5: eight photos of the vehicle, each with a drawing of what it should show. */
export function PhotosStep({ form, shouldMarkMissing }: StepProps) {
  const t = useWords();
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <Section
          detail={t("Show the whole vehicle in daylight, as in the drawings. JPG or PNG.")}
          title={t("Exterior")}
        >
          <PhotoSlotFields {...{ form, shouldMarkMissing }} slots={photos.slice(0, 4)} />
        </Section>
      </Card>
      <Card>
        <Section
          detail={t("Show the inside clean and empty, with the light on.")}
          title={t("Interior")}
        >
          <PhotoSlotFields {...{ form, shouldMarkMissing }} slots={photos.slice(4)} />
        </Section>
      </Card>
    </div>
  );
}

function PhotoSlotFields({ slots, ...rest }: StepProps & { slots: readonly PhotoSlot[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-4 gap-y-6 min-[22rem]:grid-cols-2 lg:grid-cols-4">
      {slots.map((slot) => (
        <li className="min-w-0" key={slot.name}>
          <PhotoSlotField {...rest} slot={slot} />
        </li>
      ))}
    </ul>
  );
}

function PhotoSlotField({
  slot,
  form,
  shouldMarkMissing,
}: {
  slot: PhotoSlot;
  form: ApplicationForm;
  shouldMarkMissing: boolean;
}) {
  const t = useWords();
  const { name, view } = slot;
  const label = t.of(slot.label);
  const file = form.files[name];
  const preview = usePreview(file);
  return (
    <>
      <div className="mb-3 aspect-4/3 overflow-hidden rounded-lg border border-line bg-surface-sunken">
        {file ? (
          preview && (
            <img
              alt={t("Your photo: {item}", { item: label })}
              className="size-full object-cover"
              src={preview}
            />
          )
        ) : (
          <PhotoArt label={label} view={view} />
        )}
      </div>
      <h3 className="mb-2 font-medium text-sm">
        {label}
        <RequiredMark />
      </h3>
      {!file && shouldMarkMissing && (
        <p className="mb-2 text-sm text-warning-ink">
          {t("Still missing. You can also add this document later.")}
        </p>
      )}
      <FileControl form={form} kind="photo" label={label} name={name} />
    </>
  );
}
