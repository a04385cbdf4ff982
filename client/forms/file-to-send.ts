import { FieldFaults } from "./use-actions";
import { readChosenFile, UnusableFileError } from "../files/chosen-file";

/** Prepares the file of a form with `readChosenFile`. The reason why it cannot be sent becomes a fault of its field. */
export async function fileToSend(
  file: File,
  kind: "document" | "photo",
  translate = (text: string) => text,
): Promise<File> {
  try {
    const { blob, name } = await readChosenFile(file, kind);
    return new File([blob], name, { type: blob.type });
  } catch (error) {
    if (error instanceof UnusableFileError)
      throw new FieldFaults({ file: translate(error.message) });
    throw error;
  }
}
