import { useRef, useState } from "react";
import type { ApplicationStatus } from "../../../src/drivers/application-contract";
import type { Api } from "../../api";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { uploadId } from "../application-uploads";
import { useWords } from "../../words/use-words";
import { readChosenFile, UnusableFileError } from "../../files/chosen-file";
import type { ApplicationForm } from "../application-form";
import { sendFile } from "../send-file";
import { ONE_NAME_FIELD } from "../steps/steps";
import type { UploadState } from "../uploads";

/**
 * The steps for a sent application. Answers are collected and sent together; files are sent at once.
 * `onStatus` receives the updated application.
 */
export function useStatusForm(
  api: Api,
  token: string,
  status: ApplicationStatus,
  onStatus: (status: ApplicationStatus) => void,
) {
  const t = useWords();
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [uploads, setUploads] = useState<Readonly<Record<string, UploadState>>>({});
  const [fileNames, setFileNames] = useState<Readonly<Record<string, string>>>({});
  const chosenFiles = useRef(
    new Map<string, { file: File; kind: "document" | "photo"; stop: AbortController }>(),
  );
  const path = `/backend/driver-application/status/${encodeURIComponent(token)}/files`;

  const reloadStatus = async () =>
    onStatus(await read(api["driver-application"].status[":token"].$get({ param: { token } })));
  const omitField = <T>(from: Readonly<Record<string, T>>, name: string) => {
    const { [name]: _, ...others } = from;
    return others;
  };
  const put = (field: string, state: UploadState) =>
    setUploads((before) => ({ ...before, [field]: state }));

  const send = async (field: string, file: File, kind: "document" | "photo") => {
    chosenFiles.current.get(field)?.stop.abort();
    const stop = new AbortController();
    chosenFiles.current.set(field, { file, kind, stop });
    try {
      const { blob, name } = await readChosenFile(file, kind);
      setFileNames((before) => ({ ...before, [field]: name }));
      put(field, { phase: "sending", sentShare: 0 });
      const form = new FormData();
      form.set("field", field);
      form.set("file", blob, name);
      const onProgress = (sentShare: number) => put(field, { phase: "sending", sentShare });
      uploadId(await sendFile({ path, form, onProgress, signal: stop.signal }));
      await reloadStatus();
      chosenFiles.current.delete(field);
      setUploads((before) => omitField(before, field));
      setFileNames((before) => omitField(before, field));
      setFaults((before) => omitField(before, field));
      return null;
    } catch (error) {
      if (stop.signal.aborted) return null;
      if (error instanceof UnusableFileError) return t.known(error.message);
      const message =
        error instanceof ApiError
          ? error.message
          : t("This file cannot be read. Please choose it again.");
      put(field, { phase: "failed", sentShare: 0, message });
      return null;
    }
  };

  const storedFiles = Object.fromEntries(
    status.files.map(({ field, id, name, contentType }) => [
      field,
      {
        name,
        blob: null,
        ...(contentType.startsWith("image/") && { url: `${path}/${encodeURIComponent(id)}` }),
      },
    ]),
  );
  const newFiles = Object.fromEntries(
    Object.entries(fileNames).map(([field, name]) => [field, { name, blob: null }]),
  );
  const refusalReasons = Object.fromEntries(
    status.files.flatMap(({ field, state, reason }) =>
      state === "refused" ? [[field, reason ?? t("Please send another file.")]] : [],
    ),
  );
  const storedUploads: Record<string, UploadState> = Object.fromEntries(
    status.files.flatMap(({ field, state }) =>
      state === "refused" ? [] : [[field, { phase: "done", sentShare: 1 } as const]],
    ),
  );
  const { certified: _, ...answers } = status.answers;

  const form: ApplicationForm = {
    values: { ...answers, ...edits },
    files: { ...storedFiles, ...newFiles },
    uploads: { ...storedUploads, ...uploads },
    faults: { ...refusalReasons, ...faults },
    reloadCount: 0,
    setValue(name, value) {
      setFaults((before) => omitField(before, name));
      setEdits((before) => ({ ...before, [name]: value }));
    },
    chooseFile: send,
    removeFile(field) {
      const storedFile = status.files.find((file) => file.field === field);
      chosenFiles.current.get(field)?.stop.abort();
      setUploads((before) => omitField(before, field));
      // Cancel a replacement before removing the stored file.
      if (fileNames[field]) return setFileNames((before) => omitField(before, field));
      if (!storedFile) return;
      const param = { token, id: storedFile.id };
      read(api["driver-application"].status[":token"].files[":id"].$delete({ param }))
        .then(reloadStatus)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          setFaults((before) => ({ ...before, [field]: error.message }));
        });
    },
    stopUpload(field) {
      chosenFiles.current.get(field)?.stop.abort();
      put(field, { phase: "stopped", sentShare: 0 });
    },
    retryUpload(field) {
      const chosenFile = chosenFiles.current.get(field);
      if (chosenFile) void send(field, chosenFile.file, chosenFile.kind);
    },
  };
  return {
    form,
    /** Unsent answers, without the screens' own values. */
    edits: {
      ...Object.fromEntries(Object.entries(edits).filter(([name]) => !name.startsWith("~"))),
      ...(edits[ONE_NAME_FIELD] === "true" && { lastName: "" }),
    },
    discardEdits: () => setEdits({}),
    setFaults,
    reload: reloadStatus,
  };
}
