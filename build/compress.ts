import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);

/** An asset's brotli, and the bytes that gzip takes at its best; what saves nothing is left out. */
interface Encodings {
  br?: Uint8Array;
  gzip?: number;
}

const compressedFilePattern = /\.(?:woff2|png|jpe?g|webp|avif|pmtiles|mp4)$/;

/**
 * Compresses one asset as small as brotli and gzip make it. Brotli, by far the slower, runs on a
 * thread pool: calling this for many assets at once uses every core.
 */
export async function compress(name: string, bytes: Uint8Array): Promise<Encodings> {
  if (compressedFilePattern.test(name) || bytes.byteLength < 512) return {};
  const br = await brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
  // libdeflate's highest level: 3 % smaller than zlib's 9.
  const gzipped = Bun.gzipSync(new Uint8Array(bytes), { library: "libdeflate", level: 12 });
  return {
    ...(br.byteLength < bytes.byteLength && { br }),
    ...(gzipped.byteLength < bytes.byteLength && { gzip: gzipped.byteLength }),
  };
}
