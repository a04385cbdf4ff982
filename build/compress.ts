import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** The encodings of one asset that are worth serving; an encoding that saves nothing is left out. */
export interface Encodings {
  br?: Uint8Array;
  gzip?: Uint8Array;
}

const alreadyCompressed = /\.(?:woff2|png|jpe?g|webp|avif|pmtiles|mp4)$/;

/**
 * Compresses one asset as small as brotli 11 and gzip 9 make it. Runs on zlib's thread pool, so
 * calling it for many assets at once uses every core.
 */
export async function compress(name: string, bytes: Uint8Array): Promise<Encodings> {
  if (alreadyCompressed.test(name) || bytes.byteLength < 512) return {};
  const [br, zipped] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
    gz(bytes, { level: 9 }),
  ]);
  return {
    ...(br.byteLength < bytes.byteLength && { br }),
    ...(zipped.byteLength < bytes.byteLength && { gzip: zipped }),
  };
}
