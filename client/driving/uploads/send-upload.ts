import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { notify } from "../../ui/notify";
import { isRefusal } from "../sender-rules";
import type { StoredUpload } from "./upload-store";
import type { Say } from "../../words/words";

/** The timeout for one photo on a slow connection. After it, the photo is sent again. */
const TIMEOUT_MS = 120_000;

/**
 * Sends a whole upload. Of a report, it sends the text first, then photo by photo, and `saveProgress` records how far
 * it has come. Throws `ApiError`.
 */
export async function sendUpload(
  api: Api,
  upload: StoredUpload,
  saveProgress: (changedUpload: StoredUpload) => Promise<void>,
  t: Say,
): Promise<void> {
  const { letter } = upload;
  const options = () => ({ init: { signal: AbortSignal.timeout(TIMEOUT_MS) } });
  if (letter.kind === "no_show_photo") {
    const { tripId, photo } = letter;
    await read(
      api.driver.reservations[":id"]["no-show-photo"].$put(
        { param: { id: tripId }, form: { photo: blobToFile(photo) } },
        options(),
      ),
    );
    return;
  }
  if (letter.kind === "expense") return sendExpense(api, letter, t);
  const { report, photos } = letter;
  let { arrived } = letter;
  if (!arrived) {
    const { incident } = await read(api.driver.incidents.$post({ json: report }, options()));
    arrived = { id: incident.id, photos: 0 };
    await saveProgress({ ...upload, letter: { ...letter, arrived } });
    void notify(
      "success",
      t("Incident {number} reported. Dispatch has your report.", { number: incident.number }),
    );
  }
  const { id } = arrived;
  for (const [at, photo] of [...photos.entries()].slice(arrived.photos)) {
    try {
      await read(
        api.driver.incidents[":id"].photos.$post(
          { param: { id }, form: { key: `${report.key}-${at}`, photo: blobToFile(photo) } },
          options(),
        ),
      );
    } catch (error) {
      // The server will never accept this photo, but it has the report, so continue with the others.
      if (!(error instanceof ApiError) || !isRefusal(error)) throw error;
      void notify(
        "warning",
        t("A photo of the incident was not saved: {reason}", { reason: error.message }),
      );
    }
    await saveProgress({ ...upload, letter: { ...letter, arrived: { id, photos: at + 1 } } });
  }
}

/** Sends an expense in one request. Leaves out a photo that is not a picture. */
async function sendExpense(
  api: Api,
  { key, tripId, expense, photo }: Extract<StoredUpload["letter"], { kind: "expense" }>,
  t: Say,
): Promise<void> {
  // A form only carries text.
  const form = { ...expense, amountMinor: JSON.stringify(expense.amountMinor) };
  const send = (more: { photo?: File }) =>
    read(
      api.driver.reservations[":id"].expenses.$post(
        { param: { id: tripId }, form: { ...form, ...more } },
        { headers: { "idempotency-key": key }, init: { signal: AbortSignal.timeout(TIMEOUT_MS) } },
      ),
    );
  try {
    await send(photo ? { photo: blobToFile(photo) } : {});
  } catch (error) {
    if (!photo || !(error instanceof ApiError) || ![413, 415].includes(error.status)) throw error;
    await send({});
    void notify(
      "warning",
      t("The photo of an expense was not saved: {reason}", { reason: error.message }),
    );
  }
}

function blobToFile(photo: Blob): File {
  return new File([photo], "photo.jpg", { type: photo.type || "image/jpeg" });
}
