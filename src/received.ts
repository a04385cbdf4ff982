/** Files of a form that comes in: written to the disk while they come, gone again if nobody keeps them. */
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "./deps";
import type { ReceivedFile } from "./files/papers";
import { readUpload, type UploadLimits } from "./uploads";

/** A form that was read: its fields and, by the same kind of names, its files. */
export type ReceivedForm = { fields: Map<string, string>; files: Map<string, ReceivedFile> };

/**
 * Reads a multipart form, lets `use` have it, and removes the temporary files afterwards, whatever
 * happened. Throws what `readUpload` throws.
 */
export async function withReceivedForm<Done>(
  deps: Deps,
  request: Request,
  limits: UploadLimits,
  use: (form: ReceivedForm) => Promise<Done>,
): Promise<Done> {
  const folder = join(deps.config.dataDir, "uploads");
  const paths: string[] = [];
  const files = new Map<string, ReceivedFile>();
  try {
    const { fields } = await readUpload(request, limits, async ({ field, fileName }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${Bun.randomUUIDv7()}.part`);
      paths.push(path);
      const file = await open(path, "wx", 0o600);
      const hash = new Bun.CryptoHasher("sha256");
      let bytes = 0;
      return {
        async write(chunk) {
          hash.update(chunk);
          bytes += chunk.length;
          for (let at = 0; at < chunk.length;)
            at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
        },
        async close(whole) {
          await file.close();
          if (!whole) return;
          files.set(field, { path, name: fileName, bytes, contentHash: hash.digest("hex") });
        },
      };
    });
    return await use({ fields, files });
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
}
