/** Clients that never pause, on connections that are kept alive: what a server that stops must not fail. */
import { connect, type Socket } from "node:net";

const paths = ["/", "/backend/healthz", "/nope", "/favicon.svg"];

/**
 * A client on one connection after another, each kept alive until the server says `close`. A request
 * has failed when its connection ends before the whole answer came; a connection that was never
 * accepted is no failed request: the server has gone.
 */
export class BusyClient {
  answerCount = 0;
  failed = 0;

  constructor(
    private readonly port: number,
    private readonly first: number,
  ) {}

  /** Resolves when no further connection is accepted. */
  async run(): Promise<void> {
    for (;;) {
      const socket = connect(this.port, "127.0.0.1");
      const accepted = await new Promise<boolean>((resolve) => {
        socket.once("connect", () => resolve(true));
        socket.once("error", () => resolve(false));
      });
      if (!accepted) return;
      while (await this.ask(socket)) {}
      socket.destroy();
    }
  }

  /** One request; true when the connection may be used again. */
  private async ask(socket: Socket): Promise<boolean> {
    const path = paths[(this.first + this.answerCount) % paths.length];
    const answer = Promise.withResolvers<boolean>();
    let received = Buffer.alloc(0);
    const lost = () => answer.reject(new Error("cut off"));
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end === -1) return;
      const head = received.subarray(0, end).toString().toLowerCase();
      const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1]);
      if (received.byteLength >= end + 4 + length)
        answer.resolve(!head.includes("connection: close"));
    };
    socket.on("data", read).once("close", lost).once("error", lost);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    try {
      const isReusable = await answer.promise;
      this.answerCount++;
      return isReusable;
    } catch {
      this.failed++;
      return false;
    } finally {
      socket.off("data", read).off("close", lost).off("error", lost);
    }
  }
}
