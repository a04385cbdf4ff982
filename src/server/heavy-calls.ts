/** Calls that take long: a separate process answers them, so that nobody else has to wait. */
import type { Deps } from "../deps";
import type { Readers } from "../process/readers";
import { type AppContext, withoutIdleTimeout } from "./http";

/** Requests a document that is the same for everybody from a read-only process, as text. */
export async function readInReaderProcess({ readers, now }: Deps, path: string): Promise<string> {
  if (!readers) throw new Error("No read-only processes were started");
  const request = { url: `http://localhost${path}`, session: undefined, requestId: "", now: now() };
  const answer = await readers.ask(request, new AbortController().signal);
  const pieces: Uint8Array[] = [];
  for (let piece: Uint8Array | null = answer.bytes; piece; piece = await answer.next())
    pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** Lets a read-only process answer a call. Its caller, limits and parameters have already been checked. */
export async function answerInReaderProcess(c: AppContext, readers: Readers): Promise<Response> {
  const { deps, session, requestId } = c.var;
  const { url, signal } = c.req.raw;
  const request = { url, session, requestId, now: deps.now() };
  const answer = await withoutIdleTimeout(c, () => readers.ask(request, signal));
  for (const [name, value] of answer.headers) c.header(name, value);
  const status = answer.status as 200;
  if (!answer.more) return c.body(answer.bytes, status);
  const limitIdle = c.env?.keepOpen?.();
  const end = () => {
    answer.stop();
    limitIdle?.();
  };
  let first: Uint8Array | null = answer.bytes;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const bytes = first ?? (await answer.next());
        first = null;
        if (bytes) return controller.enqueue(bytes);
      } catch (error) {
        end();
        throw error;
      }
      end();
      controller.close();
    },
    cancel: end,
  });
  return c.body(body, status);
}
