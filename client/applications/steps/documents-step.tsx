import { FileText } from "lucide-react";
import { useWords } from "../../words/use-words";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { FileControl, usePreview } from "../file-control";
import type { ApplicationForm, StepProps } from "../application-form";
import { documents, type FileSlot } from "../file-slots";

/** Step 3: the applicant's documents. */
export function DocumentsStep({ form, shouldMarkMissing }: StepProps) {
  const t = useWords();
  const requiredDocuments = documents.filter(({ required }) => required);
  const others = documents.filter(({ required }) => !required);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <Section
          detail={t(
            "PDF, JPG or PNG, up to 10 MB each. A photo of the whole page is fine if it is sharp and without glare.",
          )}
          title={t("Required documents")}
        >
          <DocumentFields {...{ form, shouldMarkMissing }} slots={requiredDocuments} />
        </Section>
      </Card>
      <Card>
        <Section
          detail={t("With these documents, we can decide faster. You can also send them later.")}
          title={t("Optional documents")}
        >
          <DocumentFields {...{ form, shouldMarkMissing }} slots={others} />
        </Section>
      </Card>
    </div>
  );
}

function DocumentFields({ slots, ...rest }: StepProps & { slots: readonly FileSlot[] }) {
  return (
    <ul className="divide-y divide-line">
      {slots.map((slot) => (
        <li className="py-5 first:pt-0 last:pb-0" key={slot.name}>
          <DocumentRow {...rest} slot={slot} />
        </li>
      ))}
    </ul>
  );
}

function DocumentRow({
  slot,
  form,
  shouldMarkMissing,
}: {
  slot: FileSlot;
  form: ApplicationForm;
  shouldMarkMissing: boolean;
}) {
  const t = useWords();
  const { name, required, hint } = slot;
  const label = t.of(slot.label);
  const file = form.files[name];
  const preview = usePreview(file);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <span className="grid size-14 shrink-0 place-content-center overflow-hidden rounded-md bg-surface-sunken text-ink-muted">
        {preview ? (
          <img alt="" className="size-14 object-cover" src={preview} />
        ) : (
          <FileText aria-hidden="true" size={22} />
        )}
      </span>
      <div className="min-w-40 flex-1">
        <h3 className="font-medium">
          {label}
          {required && <RequiredMark />}
        </h3>
        {file ? (
          <p className="wrap-anywhere text-ink-muted text-sm">{file.name}</p>
        ) : (
          hint && <p className="text-ink-muted text-sm">{t.of(hint)}</p>
        )}
        {!file && required && shouldMarkMissing && (
          <p className="text-sm text-warning-ink">
            {t("Still missing. You can also add this document later.")}
          </p>
        )}
        {!file && !required && (
          <Badge className="mt-1" tone="neutral">
            {t("Optional")}
          </Badge>
        )}
      </div>
      <div className="w-full sm:w-auto sm:max-w-72">
        <FileControl form={form} kind="document" label={label} name={name} />
      </div>
    </div>
  );
}

/** Marks a required item. */
export function RequiredMark() {
  const t = useWords();
  return (
    <>
      <span aria-hidden="true" className="text-danger-ink">
        *
      </span>
      <span className="sr-only">{t.known(", ") + t("required")}</span>
    </>
  );
}
