/** Calls that work for long: answered by a process of its own, so that nobody else waits for them. */
import type { Deps } from "../deps";
import type { OpenAnswer, Readers } from "../process/readers";
import type { AppContext } from "./http";

/** The text of what is the same for everybody, as a process that reads answers it. */
export async function readElsewhere({ readers, now }: Deps, path: string): Promise<string> {
  if (!readers) throw new Error("Nobody reads elsewhere");
  const asked = { url: `http://localhost${path}`, session: undefined, requestId: "", now: now() };
  const answer = await readers.ask(asked, new AbortController().signal);
  const pieces: Uint8Array[] = [];
  for (let piece: Uint8Array | null = answer.bytes; piece; piece = await answer.next())
    pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** Has a call answered whose caller, limits and parameters have been checked. */
export async function answerElsewhere(c: AppContext, readers: Readers): Promise<Response> {
  const { deps, session, requestId } = c.var;
  const { url, signal } = c.req.raw;
  // Nothing goes over the line until the first bytes are there.
  const limitIdle = c.env?.keepOpen?.();
  let answer: OpenAnswer;
  try {
    answer = await readers.ask({ url, session, requestId, now: deps.now() }, signal);
  } catch (error) {
    limitIdle?.();
    throw error;
  }
  for (const [name, value] of answer.headers) c.header(name, value);
  const status = answer.status as 200;
  const end = () => {
    answer.stop();
    limitIdle?.();
  };
  if (!answer.more) {
    end();
    return c.body(answer.bytes, status);
  }
  let first: Uint8Array | null = answer.bytes;
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = first ?? (await answer.next());
      first = null;
      if (bytes) return controller.enqueue(bytes);
      end();
      controller.close();
    },
    cancel: end,
  });
  return c.body(rest, status);
}
