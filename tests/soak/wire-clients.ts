/**
 * Thousands of sockets in a separate process, which starts with a limit on its open files. It takes one task by IPC
 * (`ListeningClients` or `SlowClients`), reports its progress, and ends when it is told to.
 */
import type { Socket } from "bun";

/** Opens event streams, and reports when an event reaches each. */
export interface ListeningClients {
  kind: "listen";
  port: number;
  path: string;
  /** One cookie for each stream. */
  cookies: string[];
}

/** Opens sockets that start a request and never finish it, and reports when the server closes each. */
export interface SlowClients {
  kind: "dawdle";
  port: number;
  sockets: number;
  /** The texts that sockets send after opening. The sockets use them in turn. */
  requestStarts: string[];
}

export type WireEvent =
  | { kind: "ready" }
  /** All streams are open, except the number that was refused. */
  | { kind: "open"; refused: number }
  /** When the first event since `expect` reached each stream, in ms since 1970 with fractions. */
  | { kind: "reached"; at: number[] }
  /** How many streams are still open. */
  | { kind: "counted"; open: number }
  /** How long each socket stayed open, in ms. Sockets that are still open are missing. */
  | { kind: "closed"; after: number[] };

export type WireRequest =
  ListeningClients | SlowClients | { kind: "expect" } | { kind: "reached" } | { kind: "count" };

const now = () => performance.timeOrigin + performance.now();
const say = (told: WireEvent) => process.send?.(told);

/** When an event first reached each stream since the last `expect`. */
let reached = new Map<number, number>();
const open = new Set<number>();

/** How many connections are opened at a time, because the kernel's queue is limited. */
const AT_ONCE = 200;

async function runInParallel(
  count: number,
  begin: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, count) }, async () => {
      while (next < count) await begin(next++);
    }),
  );
}

async function listen({ port, path, cookies }: ListeningClients): Promise<void> {
  let refused = 0;
  await runInParallel(cookies.length, async (index) => {
    const started = Promise.withResolvers<boolean>();
    let head = "";
    await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (socket) =>
          void socket.write(
            `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\nCookie: ${cookies[index]}\r\n\r\n`,
          ),
        data(_socket, chunk) {
          const text = chunk.toString("latin1");
          if (head.length < 12) {
            head += text;
            if (head.length >= 12) started.resolve(head.startsWith("HTTP/1.1 200"));
          }
          // The stream has ended, but its connection stays open for another request.
          if (text.endsWith("0\r\n\r\n")) open.delete(index);
          if (text.includes("event: reservation") && !reached.has(index)) reached.set(index, now());
        },
        close() {
          open.delete(index);
          started.resolve(false);
        },
      },
    }).catch(() => started.resolve(false));
    if (await started.promise) open.add(index);
    else refused++;
  });
  say({ kind: "open", refused });
}

async function sendSlowly({ port, sockets, requestStarts }: SlowClients): Promise<void> {
  const after: number[] = [];
  const ended: Promise<void>[] = [];
  await runInParallel(sockets, async (index) => {
    const closed = Promise.withResolvers<void>();
    ended.push(closed.promise);
    let since = now();
    let dripTimer: ReturnType<typeof setInterval> | undefined;
    await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open(socket: Socket) {
          since = now();
          const text = requestStarts[index % requestStarts.length] ?? "";
          if (text) socket.write(text);
          // Every second socket continues, one byte at a time.
          if (index % 2 === 0 && text) dripTimer = setInterval(() => socket.write("a"), 3_000);
        },
        data: () => {},
        close() {
          clearInterval(dripTimer);
          after.push(now() - since);
          closed.resolve();
        },
      },
    }).catch(() => closed.resolve());
  });
  say({ kind: "open", refused: 0 });
  await Promise.race([Promise.all(ended), Bun.sleep(60_000)]);
  say({ kind: "closed", after });
}

process.on("message", (requested: WireRequest) => {
  if (requested.kind === "listen") void listen(requested);
  else if (requested.kind === "dawdle") void sendSlowly(requested);
  else if (requested.kind === "expect") reached = new Map();
  else if (requested.kind === "reached") say({ kind: "reached", at: [...reached.values()] });
  else say({ kind: "counted", open: open.size });
});
process.on("disconnect", () => process.exit(0));
say({ kind: "ready" });
