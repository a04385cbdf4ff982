/**
 * Generates the load in a separate process: plain sockets that send the next request as soon as they have an answer, so
 * that requesting uses little of the machine. It receives its tasks by IPC.
 */
import type { Socket } from "bun";

export type Task = {
  port: number;
  /** The raw request; `{n}` in it is replaced by a new number each time. */
  request: string;
  connections: number;
  seconds: number;
};

export type Result = {
  requests: number;
  /** Answers with a status other than `2xx`, and connections that ended early. */
  failures: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

let counter = 0;

async function run(task: Task): Promise<Result> {
  const [before = "", after] = task.request.split("{n}");
  const next = () => Buffer.from(after === undefined ? before : before + ++counter + after);
  const fixedRequest = after === undefined ? next() : undefined;
  const started = performance.now();
  const until = started + task.seconds * 1000;
  const times: number[] = [];
  let failures = 0;

  function client(): Promise<void> {
    const done = Promise.withResolvers<void>();
    /** How many bytes of the answer are missing; -1 while its head is incomplete. */
    let missing = -1;
    let head: Buffer = Buffer.alloc(0);
    let isChunked = false;
    let requestCount = 0;
    const ask = (socket: Socket) => {
      missing = -1;
      isChunked = false;
      head = Buffer.alloc(0);
      requestCount = performance.now();
      socket.write(fixedRequest ?? next());
    };
    const end = (socket: Socket) => {
      const now = performance.now();
      times.push(now - requestCount);
      if (now < until) return ask(socket);
      missing = 0;
      socket.end();
      done.resolve();
    };
    Bun.connect({
      hostname: "127.0.0.1",
      port: task.port,
      socket: {
        open: ask,
        data(socket, chunk) {
          if (isChunked) {
            if (chunk.subarray(-5).equals(lastChunk)) end(socket);
            return;
          }
          if (missing < 0) {
            head = head.byteLength === 0 ? chunk : Buffer.concat([head, chunk]);
            const body = head.indexOf("\r\n\r\n") + 4;
            if (body < 4) return;
            if (head[9] !== 0x32) failures++;
            const text = head.toString("latin1", 0, body);
            const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
            isChunked = length === undefined;
            if (isChunked) {
              if (head.subarray(-5).equals(lastChunk)) end(socket);
              return;
            }
            missing = Number(length) - (head.byteLength - body);
          } else missing -= chunk.byteLength;
          if (missing <= 0) end(socket);
        },
        close: () => {
          if (missing !== 0) failures++;
          done.resolve();
        },
        error: () => void failures++,
      },
    }).catch(() => {
      failures++;
      done.resolve();
    });
    return done.promise;
  }

  await Promise.all(Array.from({ length: task.connections }, client));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    requests: times.length,
    failures,
    seconds: (performance.now() - started) / 1000,
    p50: at(0.5),
    p99: at(0.99),
  };
}

const lastChunk = Buffer.from("0\r\n\r\n");

process.on("message", (task: Task) => {
  void run(task).then((result) => process.send?.(result));
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
