/** Measures a start: how long the first visitor waits, and the processor time until everything is loaded. */
import { freePort } from "../support/executable";
import { cpuSeconds } from "./process";

export interface Start {
  /** From the start of the process until the last byte of the home page. */
  milliseconds: number;
  /** Processor seconds until the server is idle. */
  cpu: number;
}

/** Starts a server, requests the home page from the first moment on, waits until the server is idle and kills it. */
export async function measureStart(
  command: (port: number) => string[],
  environment: Record<string, string>,
): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const child = Bun.spawn(command(port), {
    env: { ...environment, PORT: `${port}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let milliseconds: number;
  try {
    await waitForFirstPage(port, started + 60_000);
    milliseconds = performance.now() - started;
    await waitUntilIdle(child.pid);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
  return { milliseconds, cpu: Number(child.resourceUsage()?.cpuTime.total) / 1e6 };
}

/** For how long a server must use no processor time to count as fully loaded. */
const PAUSE_MS = 600;

async function waitUntilIdle(pid: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  let used = cpuSeconds(pid);
  let since = performance.now();
  while (performance.now() - since < PAUSE_MS && performance.now() < deadline) {
    await Bun.sleep(20);
    const now = cpuSeconds(pid);
    if (now === used) continue;
    used = now;
    since = performance.now();
  }
}

async function waitForFirstPage(port: number, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const firstAnswer = Promise.withResolvers<boolean>();
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
          firstAnswer.resolve(received.startsWith("HTTP/1.1 200"));
          socket.end();
        },
        close: () => firstAnswer.resolve(false),
      },
    }).catch(() => firstAnswer.resolve(false));
    if (await firstAnswer.promise) return;
    await Bun.sleep(1);
  }
  throw new Error("The executable does not serve its home page.");
}
