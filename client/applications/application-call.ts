/** The calls of an application that is filled in for the first time. */
import type { DriverApplicationAnswer } from "../../src/drivers/contract";
import { ApiError } from "../api-error";
import { type Draft, OWN_MARK } from "./draft";
import { sendFile } from "./send-file";
import { isSpared } from "./steps/steps";
import { type Post, UPLOAD_LIVES_MS } from "./uploads";

const PATH = "/backend/driver-application";
/** Says whose files and whose application it is. */
export const TICKET_HEADER = "livery-upload-ticket";

/** Posts one file under the draft's ticket. */
export function postFor(draft: Draft): Post {
  return async (field, file, onProgress, signal) => {
    const form = new FormData();
    form.set("ticket", draft.ticket());
    form.set("field", field);
    form.set("file", file.blob, file.name);
    const answer = await sendFile({ path: `${PATH}/uploads`, form, onProgress, signal });
    return uploadId(answer);
  };
}

/** The id in the answer to an upload. */
export function uploadId(answer: unknown): string {
  const { upload } = (answer ?? {}) as { upload?: { id?: unknown } };
  if (typeof upload?.id !== "string") throw new Error("The server's answer could not be read.");
  return upload.id;
}

/**
 * Takes a file that will not be sent off the server. What cannot be removed now is swept by the
 * server after a day.
 */
export function forgetUpload(draft: Draft, id: string): void {
  void fetch(`${PATH}/uploads/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers: { [TICKET_HEADER]: draft.ticket() },
    keepalive: true,
  }).catch(() => {});
}

/** Sends again what the server may have swept meanwhile. */
export async function renewOldUploads(draft: Draft, now: number): Promise<void> {
  for (const [field, file] of Object.entries(draft.get().files))
    if (file.upload && now - file.upload.at > UPLOAD_LIVES_MS)
      await draft.setFile(field, { ...file, upload: null });
}

/** Forgets where the files are on the server: they are sent again. */
export async function forgetUploads(draft: Draft): Promise<void> {
  for (const [field, file] of Object.entries(draft.get().files))
    if (file.upload) await draft.setFile(field, { ...file, upload: null });
}

/** Whether an error says that files have to be sent again. */
export function isUploadGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === "application.upload_gone";
}

/** The form of an application: what was typed, and where the files are. */
export function formOf(draft: Draft): Record<string, string> {
  const { values, files } = draft.get();
  const fields = Object.entries(values).filter(
    ([name, value]) => !name.startsWith(OWN_MARK) && value.trim() !== "" && !isSpared(name, values),
  );
  const uploads = Object.values(files).flatMap(({ upload }) => (upload ? [upload.id] : []));
  return {
    ...Object.fromEntries(fields),
    ticket: draft.ticket(),
    ...(uploads.length > 0 && { uploads: uploads.join(",") }),
  };
}

/** What comes of a sent application. */
export type Sent = DriverApplicationAnswer;
