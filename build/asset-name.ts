import { basename, extname } from "node:path";

/** Returns `name-<hash>.ext` for `dir/name.ext` and its bytes. The name changes if and only if the bytes change. */
export function assetName(path: string, bytes: Uint8Array): string {
  const extension = extname(path);
  const hash = Bun.hash.wyhash(bytes).toString(36).padStart(13, "0");
  return `${basename(path, extension)}-${hash}${extension}`;
}
