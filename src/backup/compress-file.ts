/** Compresses a file into another, as an internal command. */
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";

/** Returns the exit code. */
export async function compressFile(from: string, to: string): Promise<number> {
  await pipeline(
    createReadStream(from),
    createZstdCompress(),
    createWriteStream(to, { mode: 0o600 }),
  );
  return 0;
}
