import { useRouter } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import { useRef } from "react";
import type { DocumentKind } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import { read } from "../../api";
import { fileToSend } from "../../forms/file-to-send";
import { FormSheet } from "../../forms/form-dialog";
import { useForm } from "../../forms/use-form";
import { Button } from "../../ui/button";
import { DateField, TextField } from "../../ui/text-field";
import { showToast } from "../../ui/toasts";
import { useWords } from "../../words/use-words";

/**
 * The form to send a document or a photo of the vehicle, as a file or straight from the camera.
 * Pictures are scaled down first, for slow connections.
 */
export function SendDocument({ kind, onClose }: { kind: DocumentKind; onClose: () => void }) {
  const t = useWords();
  const router = useRouter();
  const { api } = router.options.context;
  const photo = kind.startsWith("photo_");
  const name = t.known(documentName(kind));
  const form = useForm({
    initialValues: { file: null as File | null, number: "", validUntil: "" },
    validate: ({ file }) => ({ file: !file && t("This field is required.") }),
    send: async ({ file, number, validUntil }) => {
      if (!file) return;
      await read(
        api.driver.documents[":kind"].$post({
          param: { kind },
          form: {
            file: await fileToSend(file, photo ? "photo" : "document", t.known),
            ...(number.trim() && { number }),
            ...(validUntil && { validUntil }),
          },
        }),
      );
    },
    onSaved: async () => {
      showToast("success", t("Sent. Dispatch will check it."));
      await router.invalidate();
      onClose();
    },
  });
  const input = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const { onChange: choose, ...field } = form.file("file");

  return (
    <FormSheet
      busyLabel={t("Sending...")}
      form={form}
      isLarge
      onClose={onClose}
      submitLabel={t("Send to dispatch")}
      title={photo ? t("Photo: {name}", { name }) : name}
    >
      <TextField
        {...field}
        accept={photo ? "image/jpeg,image/png,image/webp" : "image/jpeg,image/png,application/pdf"}
        hint={
          photo ? t("JPG, PNG or WebP, up to 10 MB.") : t("A clear photo or a PDF, up to 10 MB.")
        }
        label={photo ? t("Photo") : t("Photo or PDF")}
        onChange={choose}
        ref={input}
      />
      <input
        accept="image/*"
        aria-label={photo ? t("Photo, from the camera") : t("Photo or PDF, from the camera")}
        capture="environment"
        className="sr-only"
        onChange={(event) => {
          // Put the camera's photo into the field as if it had been chosen there.
          if (event.target.files?.length && input.current) input.current.files = event.target.files;
          choose(event);
        }}
        ref={cameraInput}
        tabIndex={-1}
        type="file"
      />
      <div className="hidden pointer-coarse:grid">
        <Button
          icon={<Camera aria-hidden="true" size={18} />}
          onClick={() => cameraInput.current?.click()}
          variant="secondary"
          wide
        >
          {t("Take a photo")}
        </Button>
      </div>
      {!photo && (
        <>
          <TextField
            {...form.field("number")}
            autoComplete="off"
            label={t("Number")}
            maxLength={60}
            optional
          />
          <DateField
            {...form.field("validUntil")}
            hint={t("The last valid day, as printed on the document.")}
            label={t("Valid until")}
            optional
          />
        </>
      )}
    </FormSheet>
  );
}
