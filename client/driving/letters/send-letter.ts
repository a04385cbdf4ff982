import { type Api, read } from "../../api";
import type { KeptLetter } from "./letter-store";

/** A photo on a slow road takes its time; after that it is sent again. */
const PATIENCE_MS = 120_000;

/** Sends a letter whole. Throws `ApiError`. */
export async function sendLetter(api: Api, { letter }: KeptLetter): Promise<void> {
  const options = { init: { signal: AbortSignal.timeout(PATIENCE_MS) } };
  const { tripId, photo } = letter;
  await read(
    api.driver.reservations[":id"]["no-show-photo"].$put(
      { param: { id: tripId }, form: { photo: asFile(photo) } },
      options,
    ),
  );
}

function asFile(photo: Blob): File {
  return new File([photo], "photo.jpg", { type: photo.type || "image/jpeg" });
}
