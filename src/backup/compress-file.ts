/** Compresses a file into another one. An internal command. */
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";

/** Compresses the file and returns the exit code. */
export async function compressFile(from: string, to: string): Promise<number> {
  await pipeline(
    createReadStream(from),
    createZstdCompress(),
    createWriteStream(to, { mode: 0o600 }),
  );
  return 0;
}
