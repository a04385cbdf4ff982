/** A connection between a browser and a server that can stop halfway and break. */
import { createServer, type Socket, connect } from "node:net";

export interface Line {
  port: number;
  /** Lets no more than `bytes` of a connection reach the server from now on. */
  hold(bytes: number): void;
  /** Breaks all open connections and refuses new ones. */
  cut(): void;
  /** Lets everything through again. */
  restoreConnection(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a port of the loopback address. */
export async function startBreakableConnection(serverPort: () => number): Promise<Line> {
  const sockets = new Set<Socket>();
  let most = Number.POSITIVE_INFINITY;
  let isBroken = false;
  const end = createServer((near) => {
    if (isBroken) return near.destroy();
    const far = connect(serverPort(), "127.0.0.1");
    let passedBytes = 0;
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Broken connections are intended here.
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on("data", (chunk) => {
      passedBytes += chunk.length;
      far.write(chunk);
      if (passedBytes >= most) near.pause();
    });
    far.on("data", (chunk) => near.write(chunk));
  });
  await new Promise<void>((resolve) => end.listen(0, "127.0.0.1", resolve));
  const address = end.address();
  if (address === null || typeof address === "string") throw new Error("The line has no port.");
  const cut = () => {
    isBroken = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    hold(bytes) {
      most = bytes;
    },
    cut,
    restoreConnection() {
      isBroken = false;
      most = Number.POSITIVE_INFINITY;
    },
    close() {
      cut();
      return new Promise((resolve) => end.close(() => resolve()));
    },
  };
}
