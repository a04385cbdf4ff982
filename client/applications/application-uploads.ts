/** The calls for a new application. */
import type { DriverApplicationAnswer } from "../../src/drivers/contract";
import { ApiError } from "../api-error";
import { type Draft, INTERNAL_KEY_PREFIX } from "./draft";
import { sendFile } from "./send-file";
import { isOmittedLastName } from "./steps/steps";
import { type PostUpload, UPLOAD_LIFETIME_MS } from "./uploads";

const PATH = "/backend/driver-application";
/** Identifies the browser's files and application. */
export const TICKET_HEADER = "livery-upload-ticket";

/** Returns a function that posts one file under the draft's ticket. */
export function createUploader(draft: Draft): PostUpload {
  return async (field, file, onProgress, signal) => {
    const form = new FormData();
    form.set("ticket", draft.ticket());
    form.set("field", field);
    form.set("file", file.blob, file.name);
    const answer = await sendFile({ path: `${PATH}/uploads`, form, onProgress, signal });
    return uploadId(answer);
  };
}

/** Returns the id in the answer to an upload. */
export function uploadId(answer: unknown): string {
  const { upload } = (answer ?? {}) as { upload?: { id?: unknown } };
  if (typeof upload?.id !== "string") throw new Error("The server's answer could not be read.");
  return upload.id;
}

/**
 * Deletes an upload that will not be used. If that fails, the server deletes it after a day.
 */
export function deleteUpload(draft: Draft, id: string): void {
  void fetch(`${PATH}/uploads/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers: { [TICKET_HEADER]: draft.ticket() },
    keepalive: true,
  }).catch(() => {});
}

/** Marks old uploads to be sent again, because the server may have deleted them. */
export async function renewOldUploads(draft: Draft, now: number): Promise<void> {
  for (const [field, file] of Object.entries(draft.get().files))
    if (file.upload && now - file.upload.at > UPLOAD_LIFETIME_MS)
      await draft.setFile(field, { ...file, upload: null });
}

/** Marks all uploads to be sent again. */
export async function renewAllUploads(draft: Draft): Promise<void> {
  for (const [field, file] of Object.entries(draft.get().files))
    if (file.upload) await draft.setFile(field, { ...file, upload: null });
}

/** Whether the error means that files must be sent again. */
export function isUploadExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === "application.upload_gone";
}

/** Returns the form data of an application: the answers and the ids of the uploads. */
export function formOf(draft: Draft): Record<string, string> {
  const { values, files } = draft.get();
  const fields = Object.entries(values).filter(
    ([name, value]) =>
      !name.startsWith(INTERNAL_KEY_PREFIX) &&
      value.trim() !== "" &&
      !isOmittedLastName(name, values),
  );
  const uploads = Object.values(files).flatMap(({ upload }) => (upload ? [upload.id] : []));
  return {
    ...Object.fromEntries(fields),
    ticket: draft.ticket(),
    ...(uploads.length > 0 && { uploads: uploads.join(",") }),
  };
}

/** The server's answer to a sent application. */
export type ApplicationReceipt = DriverApplicationAnswer;
