/** How a page leaves piece by piece. */
import type { RenderedPage, PageRequest } from "./page-renderer";
import { afterFirstBytes } from "./route-manifest";

/** In the search of an address: the page is wanted in one piece. */
export const WHOLE_PAGE_PARAM = "whole";

/**
 * A page's `start` at once, then the rest as it is made; what holds its loaders is released as each has left. A reader who
 * takes no more of it ends the rendering.
 */
export async function* pageChunks(
  start: string,
  made: Promise<RenderedPage>,
  { gate, request }: PageRequest,
): AsyncGenerator<Uint8Array> {
  try {
    yield Buffer.from(start);
    await nextTick();
    gate?.open();
    const { location, body } = await made;
    // Too late for a status: the session has ended since its calls were admitted.
    if (location !== null) yield Buffer.from(refreshTag(location));
    else if (typeof body === "string") yield Buffer.from(afterFirstBytes(body));
    else {
      let isShell = true;
      for await (const chunks of batchedChunks(body)) {
        yield isShell ? shellWithFallback(chunks, request.url) : chunks;
        if (!isShell) continue;
        isShell = false;
        await nextTick();
        gate?.releaseDeferredCalls();
      }
    }
  } finally {
    gate?.open();
    gate?.releaseDeferredCalls();
  }
}

/** When the bytes given to the socket have left. */
const nextTick = () => new Promise<undefined>((resolve) => setImmediate(resolve));

/** The shell as it follows on a page's start. Readers without scripts are sent to the page in one piece, see `first-script`. */
function shellWithFallback(chunks: Uint8Array, url: string): Uint8Array {
  const { search } = new URL(url);
  const whole = `${search === "" ? "?" : `${search}&`}${WHOLE_PAGE_PARAM}`;
  const rest = afterFirstBytes(Buffer.from(chunks).toString());
  return Buffer.from(`<noscript data-whole>${refreshTag(whole)}</noscript>${rest}`);
}

function refreshTag(address: string): string {
  return `<meta http-equiv="refresh" content="0;url=${Bun.escapeHTML(address)}">`;
}

/** What a stream has ready at a time, in one piece: React's own pieces are of 2 KB. */
async function* batchedChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    let next = reader.read();
    for (;;) {
      let chunkResult = await next;
      const chunks: Uint8Array[] = [];
      while (chunkResult?.value !== undefined) {
        chunks.push(chunkResult.value);
        next = reader.read();
        const nextChunk = await Promise.race([next, nextTick()]);
        if (nextChunk === undefined) break;
        chunkResult = nextChunk;
      }
      if (chunks.length > 0) yield Buffer.concat(chunks);
      if (chunkResult.done) return;
    }
  } finally {
    await reader.cancel();
  }
}

const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff);
/** An empty last block of deflate. */
const endBlock = Uint8Array.of(3, 0);

/** The body of an answer: each piece is sent once the one before is taken. A client that goes away ends `pieces`. */
export function bodyOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/**
 * The same pieces as one gzip file, each readable when it arrives: deflated for itself up to a byte boundary. The
 * lowest level: it takes a fifth of the time of rendering and leaves a sixth of the bytes. RFC 1951, RFC 1952.
 */
export async function* gzipChunks(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Loaded when a page is first streamed: Node's streams come with it.
  const { constants, deflateRawSync } = process.getBuiltinModule("node:zlib");
  let header = gzipHeader;
  let checksum = 0;
  let length = 0;
  for await (const piece of pieces) {
    checksum = Bun.hash.crc32(piece, checksum);
    length += piece.byteLength;
    const deflatedChunk = deflateRawSync(piece, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
    yield Buffer.concat([header, deflatedChunk]);
    header = new Uint8Array();
  }
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, checksum, true);
  trailer.setUint32(4, length, true);
  yield Buffer.concat([header, endBlock, new Uint8Array(trailer.buffer)]);
}
