import type { ChosenFile } from "../files/chosen-file";
import type { UploadState } from "./uploads";

/** What the steps know of the application that is filled in, and what they do with it. */
export interface Filling {
  values: Readonly<Record<string, string>>;
  files: Readonly<Record<string, ShownFile>>;
  uploads: Readonly<Record<string, UploadState>>;
  /** What the server could not read, by field. */
  faults: Readonly<Record<string, string>>;
  /** Changes when fields have to be read anew: another tab has typed. */
  round: number;
  setValue(name: string, value: string): void;
  /** Takes a chosen file; gives why it cannot be taken, or null. */
  choose(field: string, file: File, kind: "document" | "photo"): Promise<string | null>;
  remove(field: string): void;
  stop(field: string): void;
  again(field: string): void;
}

/** A file in its place: chosen here, or already with the server. */
export type ShownFile = Pick<ChosenFile, "name"> & {
  /** Null where only the server has it. */
  blob: Blob | null;
  /** Where to see it then. */
  url?: string;
};

export interface StepProps {
  filling: Filling;
  /** The step was left before with something missing: says at each place what is. */
  marksGaps: boolean;
}
