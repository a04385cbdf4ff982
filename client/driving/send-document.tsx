import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { DocumentKind } from "../../src/documents/contract";
import { documentName } from "../../src/documents/kinds";
import { read } from "../api";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { Sheet } from "../ui/sheet";
import { DateField, TextField } from "../ui/text-field";
import { showToast } from "../ui/toasts";

/** What the server takes; a larger file is refused before it is sent over a slow line. */
const LARGEST_BYTES = 10 * 1024 * 1024;

/** The form by which a driver sends a document or a photo of the vehicle. */
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

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("file");
    const fault = !file
      ? "This field is required."
      : file.size > LARGEST_BYTES
        ? "This file is too large: it may have 10 MB."
        : null;
    if (!file || fault) {
      setFaults({ file: fault ?? "" });
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      await read(
        api.driver.documents[":kind"].$post({
          param: { kind },
          form: { file, ...(number.trim() && { number }), ...(validUntil && { validUntil }) },
        }),
      );
      showToast("success", "Sent. Dispatch will look at it.");
      await router.invalidate();
      onClose();
    } catch (error) {
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
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          accept={
            photo ? "image/jpeg,image/png,image/webp" : "image/jpeg,image/png,application/pdf"
          }
          error={faults.file}
          hint={photo ? "JPG, PNG or WebP, up to 10 MB." : "A clear photo or a PDF, up to 10 MB."}
          label={photo ? "Photo" : "Photo or PDF"}
          name="file"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setFaults({});
          }}
          type="file"
        />
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
