import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { tell } from "../../ui/tell";
import type { StoredUpload } from "./upload-store";

/** A photo on a slow road takes its time; after that it is sent again. */
const PATIENCE_MS = 120_000;

/**
 * Sends a letter whole; of a report first the words, then photo by photo, and `keep` writes down how far it
 * has come. Throws `ApiError`.
 */
export async function sendUpload(
  api: Api,
  kept: StoredUpload,
  keep: (changed: StoredUpload) => Promise<void>,
): Promise<void> {
  const { letter } = kept;
  const options = () => ({ init: { signal: AbortSignal.timeout(PATIENCE_MS) } });
  if (letter.kind === "no_show_photo") {
    const { tripId, photo } = letter;
    await read(
      api.driver.reservations[":id"]["no-show-photo"].$put(
        { param: { id: tripId }, form: { photo: asFile(photo) } },
        options(),
      ),
    );
    return;
  }
  const { report, photos } = letter;
  let { arrived } = letter;
  if (!arrived) {
    const { incident } = await read(api.driver.incidents.$post({ json: report }, options()));
    arrived = { id: incident.id, photos: 0 };
    await keep({ ...kept, letter: { ...letter, arrived } });
    void tell("success", `Incident ${incident.number} is reported. Dispatch has it.`);
  }
  const { id } = arrived;
  for (const [at, photo] of [...photos.entries()].slice(arrived.photos)) {
    try {
      await read(
        api.driver.incidents[":id"].photos.$post(
          { param: { id }, form: { key: `${report.key}-${at}`, photo: asFile(photo) } },
          options(),
        ),
      );
    } catch (error) {
      // What is no picture never becomes one: the others go on.
      if (!(error instanceof ApiError) || ![413, 415].includes(error.status)) throw error;
      void tell("warning", `A photo of the incident was not kept: ${error.message}`);
    }
    await keep({ ...kept, letter: { ...letter, arrived: { id, photos: at + 1 } } });
  }
}

function asFile(photo: Blob): File {
  return new File([photo], "photo.jpg", { type: photo.type || "image/jpeg" });
}
