import type { ChosenFile } from "../files/chosen-file";
import type { UploadState } from "./uploads";

/** The application as the steps see and change it. */
export interface ApplicationForm {
  values: Readonly<Record<string, string>>;
  files: Readonly<Record<string, FileView>>;
  uploads: Readonly<Record<string, UploadState>>;
  /** The server's errors by field. */
  faults: Readonly<Record<string, string>>;
  /** Increases when another tab has changed the draft, so that fields are read again. */
  reloadCount: number;
  setValue(name: string, value: string): void;
  /** Adds a chosen file. Resolves with the reason if it is refused, or null. */
  chooseFile(field: string, file: File, kind: "document" | "photo"): Promise<string | null>;
  removeFile(field: string): void;
  stopUpload(field: string): void;
  retryUpload(field: string): void;
}

/** A file of a field, chosen here or already on the server. */
export type FileView = Pick<ChosenFile, "name"> & {
  /** The content of the file; null if only the server has it. */
  blob: Blob | null;
  /** The address of its preview on the server. */
  url?: string;
};

export interface StepProps {
  form: ApplicationForm;
  /** Marks each missing item, because the applicant has left the step before. */
  shouldMarkMissing: boolean;
}
