import { Camera, CircleCheck, RotateCw, Upload } from "lucide-react";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useWords } from "../words/use-words";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import type { ApplicationForm, FileView } from "./application-form";
import { documentTypes } from "./file-slots";
import type { UploadState } from "./uploads";

/**
 * Chooses, replaces and removes one file, and shows its upload. A touch screen also has a button for
 * the camera.
 */
export function FileControl({
  name,
  label,
  kind,
  form,
}: {
  name: string;
  label: string;
  kind: "document" | "photo";
  form: ApplicationForm;
}) {
  const t = useWords();
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const file = form.files[name];
  const state = form.uploads[name];
  const error = fault ?? form.faults[name] ?? null;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosenFile = event.target.files?.[0];
    if (!chosenFile) return;
    setIsReading(true);
    setFault(null);
    const problem = await form.chooseFile(name, chosenFile, kind);
    setFault(problem);
    setIsReading(false);
    // Clear the value, so that the same file can be chosen again after a failure.
    if (fileInput.current) fileInput.current.value = "";
    if (cameraInput.current) cameraInput.current.value = "";
  };
  const inputProps = {
    "aria-describedby": error ? `${name}-fault` : undefined,
    className: "sr-only",
    onChange: (event: ChangeEvent<HTMLInputElement>) => void choose(event),
    tabIndex: -1,
    type: "file",
  };
  const isPhoto = kind === "photo";

  return (
    <div>
      <input
        {...inputProps}
        accept={isPhoto ? "image/*" : documentTypes}
        aria-label={label}
        ref={fileInput}
      />
      <input
        {...inputProps}
        accept="image/*"
        aria-label={t("{item}, from the camera", { item: label })}
        capture="environment"
        ref={cameraInput}
      />
      {file && state && (
        <UploadLine
          label={label}
          onRetry={() => form.retryUpload(name)}
          onStop={() => form.stopUpload(name)}
          state={state}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={
            file
              ? t("Replace {item}", { item: label })
              : t("Choose a file: {item}", { item: label })
          }
          busy={isReading}
          className={isPhoto ? "!px-3" : undefined}
          icon={file ? null : <Upload aria-hidden="true" size={18} />}
          onClick={() => fileInput.current?.click()}
          variant="secondary"
        >
          {file ? t("Replace") : isPhoto ? t("Choose") : t("Choose a file")}
        </Button>
        {!file && (
          <span className="hidden pointer-coarse:inline-flex">
            <Button
              aria-label={
                isPhoto
                  ? t("Camera: {item}", { item: label })
                  : t("Take a photo: {item}", { item: label })
              }
              className={isPhoto ? "!px-3" : undefined}
              disabled={isReading}
              icon={<Camera aria-hidden="true" size={18} />}
              onClick={() => cameraInput.current?.click()}
              variant="secondary"
            >
              {isPhoto ? t("Camera") : t("Take a photo")}
            </Button>
          </span>
        )}
        {file && (
          <Button
            aria-label={t("Remove {item}", { item: label })}
            className={isPhoto ? "!px-3" : undefined}
            disabled={isReading}
            onClick={() => {
              setFault(null);
              form.removeFile(name);
            }}
            variant="quiet"
          >
            {t("Remove")}
          </Button>
        )}
      </div>
      <FieldError id={`${name}-fault`}>{error}</FieldError>
    </div>
  );
}

/** The state of an upload, with buttons to stop it or try again. */
function UploadLine({
  label,
  state: { phase, sentShare, message },
  onStop,
  onRetry,
}: {
  label: string;
  state: UploadState;
  onStop: () => void;
  onRetry: () => void;
}) {
  const t = useWords();
  const percent = Math.round(sentShare * 100);
  const smallButtonClass = "!min-h-11 !px-2 text-sm";
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-2 text-sm">
      {phase === "done" && (
        <span className="flex items-center gap-1.5 text-success-ink">
          <CircleCheck aria-hidden="true" size={16} />
          {t("Uploaded")}
        </span>
      )}
      {phase === "waiting" && <span className="text-ink-muted">{t("Waiting to upload")}</span>}
      {phase === "sending" && (
        <>
          <span className="text-ink-muted tabular-nums">
            {t("Uploading… {percent} %", { percent })}
          </span>
          <progress
            aria-label={t("Uploading {item}", { item: label })}
            className="upload-bar min-w-16 flex-1"
            max={100}
            value={percent}
          />
        </>
      )}
      {phase === "offline" && (
        <span className="text-warning-ink">
          {t("No connection. The upload continues automatically.")}
        </span>
      )}
      {phase === "stopped" && <span className="text-warning-ink">{t("Upload stopped.")}</span>}
      {phase === "failed" && (
        <span className="text-danger-ink" role="alert">
          {message && t.known(message)}
        </span>
      )}
      {(phase === "waiting" || phase === "sending" || phase === "offline") && (
        <Button
          aria-label={t("Stop uploading {item}", { item: label })}
          className={smallButtonClass}
          onClick={onStop}
          variant="quiet"
        >
          {t("Stop")}
        </Button>
      )}
      {(phase === "stopped" || phase === "failed" || phase === "offline") && (
        <Button
          aria-label={t("Try again: {item}", { item: label })}
          className={smallButtonClass}
          icon={<RotateCw aria-hidden="true" size={16} />}
          onClick={onRetry}
          variant="quiet"
        >
          {t("Try again")}
        </Button>
      )}
    </div>
  );
}

/** Returns the address of a picture's preview; null for other files. */
export function usePreview(file: FileView | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const blob = file?.blob ?? null;
  useEffect(() => {
    if (!blob?.type.startsWith("image/")) return setUrl(null);
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  return url ?? file?.url ?? null;
}
