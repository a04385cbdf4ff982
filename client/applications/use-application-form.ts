import { useEffect, useState, useSyncExternalStore } from "react";
import { deleteUpload, createUploader } from "./application-uploads";
import { useWords } from "../words/use-words";
import { readChosenFile, UnusableFileError } from "../files/chosen-file";
import { type Draft, openDraft } from "./draft";
import type { ApplicationForm } from "./application-form";
import { MAX_TOTAL_BYTES } from "./file-slots";
import { startUploads, type Uploads } from "./uploads";

/** The name of the draft's database. */
const DRAFT_NAME = "livery-application";

/** An opened draft with its uploads. */
export interface OpenDraft {
  draft: Draft;
  uploads: Uploads;
}

/** Opens this browser's draft. Null on the server and until it is open. */
export function useOpenDraft(): OpenDraft | null {
  const [openedDraft, setOpenedDraft] = useState<OpenDraft | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    let lastOpened: OpenDraft | null = null;
    void openDraft(DRAFT_NAME).then((draft) => {
      if (isUnmounted) return draft.close();
      lastOpened = { draft, uploads: startUploads(draft, DRAFT_NAME, createUploader(draft)) };
      setOpenedDraft(lastOpened);
    });
    return () => {
      isUnmounted = true;
      lastOpened?.uploads.close();
      lastOpened?.draft.close();
    };
  }, []);
  return openedDraft;
}

/** Returns an open draft in the form that the steps use. */
export function useApplicationForm(
  { draft, uploads }: OpenDraft,
  faults: Readonly<Record<string, string>>,
  clearFault: (name: string) => void,
): ApplicationForm & { storageState: "yes" | "no" | "full" } {
  const t = useWords();
  const state = useSyncExternalStore(draft.subscribe, draft.get, draft.get);
  const uploadStates = useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get);

  const remove = (field: string) => {
    const upload = draft.get().files[field]?.upload;
    if (upload) deleteUpload(draft, upload.id);
    clearFault(field);
    void draft.setFile(field, null);
  };
  return {
    ...state,
    uploads: uploadStates,
    faults,
    setValue(name, value) {
      if (faults[name]) clearFault(name);
      draft.setValue(name, value);
    },
    async chooseFile(field, file, kind) {
      try {
        const chosenFile = await readChosenFile(file, kind);
        const { [field]: previousFile, ...others } = draft.get().files;
        const otherFilesBytes = Object.values(others).reduce((sum, { blob }) => sum + blob.size, 0);
        if (otherFilesBytes + chosenFile.blob.size > MAX_TOTAL_BYTES)
          return t(
            "All files together can be up to 80 MB. Choose a smaller file, or remove another one.",
          );
        if (previousFile?.upload) deleteUpload(draft, previousFile.upload.id);
        clearFault(field);
        await draft.setFile(field, chosenFile);
        return null;
      } catch (error) {
        return error instanceof UnusableFileError
          ? t.known(error.message)
          : t("This file cannot be read. Please choose it again.");
      }
    },
    removeFile: remove,
    stopUpload: uploads.stop,
    retryUpload: uploads.retry,
  };
}
