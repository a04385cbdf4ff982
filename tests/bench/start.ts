/** How long a visitor waits who comes the moment the executable is started. */
import { freePort } from "../support/executable";

/**
 * Starts the executable again and again and asks for the home page from the first moment on:
 * the median of the milliseconds from the start of the process to the page's last byte.
 */
export async function firstPageMilliseconds(
  executable: string,
  environment: Record<string, string>,
  times: number,
): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) {
    const port = await freePort();
    const started = performance.now();
    const child = Bun.spawn([executable], {
      env: { ...environment, PORT: `${port}` },
      stdio: ["ignore", "ignore", "inherit"],
    });
    try {
      await firstPage(port, started + 10_000);
      found.push(performance.now() - started);
    } finally {
      child.kill("SIGKILL");
      await child.exited;
    }
  }
  found.sort((a, b) => a - b);
  return found[Math.floor(found.length / 2)] ?? Number.NaN;
}

async function firstPage(port: number, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const answered = Promise.withResolvers<boolean>();
    let received = "";
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (socket) =>
          void socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
        data(socket, chunk) {
          received += chunk.toString("latin1");
          if (!received.trimEnd().endsWith("</html>")) return;
          answered.resolve(received.startsWith("HTTP/1.1 200"));
          socket.end();
        },
        close: () => answered.resolve(false),
      },
    }).catch(() => answered.resolve(false));
    if (await answered.promise) return;
    await Bun.sleep(1);
  }
  throw new Error("The executable does not serve its home page.");
}
