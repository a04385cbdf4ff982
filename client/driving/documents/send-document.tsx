import { useRouter } from "@tanstack/react-router";
import { Camera } from "lucide-react";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import type { DocumentKind } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { readChosen, UnfitFile } from "../../files/chosen-file";
import { Button } from "../../ui/button";
import { NoticeBanner } from "../../ui/notice-banner";
import { Sheet } from "../../ui/sheet";
import { DateField, TextField } from "../../ui/text-field";
import { showToast } from "../../ui/toasts";

/**
 * The form by which a driver sends a document or a photo of the vehicle: a file, or a photo taken here
 * and now. Pictures are made smaller before they go over a slow line.
 */
export function SendDocument({ kind, onClose }: { kind: DocumentKind; onClose: () => void }) {
  const router = useRouter();
  const { api } = router.options.context;
  const photo = kind.startsWith("photo_");
  const [file, setFile] = useState<File | null>(null);
  const [number, setNumber] = useState("");
  const [validUntil, setValidUntil] = useState("");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const { files } = event.target;
    // What was taken stands in the field as if it had been chosen there.
    if (event.target === camera.current && files?.length && input.current)
      input.current.files = files;
    setFile(files?.[0] ?? null);
    setFaults({});
  };
  const refuse = (fault: string) => {
    setFaults({ file: fault });
    setBusy(false);
    input.current?.focus();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!file) return refuse("This field is required.");
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      const { blob, name } = await readChosen(file, photo ? "photo" : "document");
      await read(
        api.driver.documents[":kind"].$post({
          param: { kind },
          form: {
            file: new File([blob], name, { type: blob.type }),
            ...(number.trim() && { number }),
            ...(validUntil && { validUntil }),
          },
        }),
      );
      showToast("success", "Sent. Dispatch will look at it.");
      await router.invalidate();
      onClose();
    } catch (error) {
      if (error instanceof UnfitFile) return refuse(error.message);
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      setFailure(Object.keys(error.fields).length > 0 ? null : error.message);
      setBusy(false);
    }
  };

  return (
    <Sheet
      onClose={onClose}
      open
      title={photo ? `Photo: ${documentName(kind)}` : documentName(kind)}
    >
      <form
        method="post"
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          accept={
            photo ? "image/jpeg,image/png,image/webp" : "image/jpeg,image/png,application/pdf"
          }
          error={faults.file}
          hint={photo ? "JPG, PNG or WebP, up to 10 MB." : "A clear photo or a PDF, up to 10 MB."}
          label={photo ? "Photo" : "Photo or PDF"}
          name="file"
          onChange={choose}
          ref={input}
          type="file"
        />
        <input
          accept="image/*"
          aria-label={photo ? "Photo, by camera" : "Photo or PDF, by camera"}
          capture="environment"
          className="sr-only"
          onChange={choose}
          ref={camera}
          tabIndex={-1}
          type="file"
        />
        <div className="hidden pointer-coarse:grid">
          <Button
            icon={<Camera aria-hidden="true" size={18} />}
            onClick={() => camera.current?.click()}
            variant="secondary"
            wide
          >
            Take a photo
          </Button>
        </div>
        {!photo && (
          <>
            <TextField
              autoComplete="off"
              error={faults.number}
              label="Number"
              maxLength={60}
              name="number"
              onChange={(event) => setNumber(event.target.value)}
              optional
              value={number}
            />
            <DateField
              error={faults.validUntil}
              hint="The last day it is valid, as it is printed on it."
              label="Valid until"
              name="validUntil"
              onChange={(event) => setValidUntil(event.target.value)}
              optional
              value={validUntil}
            />
          </>
        )}
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <Button busy={busy} busyLabel="Sending..." size="large" type="submit" wide>
          Send to dispatch
        </Button>
      </form>
    </Sheet>
  );
}
