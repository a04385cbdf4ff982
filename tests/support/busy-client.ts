/**
 * Clients that send requests without a pause on kept-alive connections. A server that stops must not fail any of them.
 */
import { connect, type Socket } from "node:net";

const paths = ["/", "/backend/healthz", "/nope", "/favicon.svg"];

/**
 * A client that uses one connection after another, each kept alive until the server says `close`. A request has failed
 * if its connection ends before the whole answer has arrived. A connection that was never accepted does not count,
 * because the server has already stopped.
 */
export class BusyClient {
  answerCount = 0;
  failed = 0;

  constructor(
    private readonly port: number,
    private readonly first: number,
  ) {}

  /** Sends requests. Resolves when no further connection is accepted. */
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

  /** Sends one request. Returns true if the connection can be used again. */
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
