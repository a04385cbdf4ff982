/** If a long run loses its server, it reports how the server ended. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { watchServer } from "../soak/processes";
import type { RunningExecutable } from "../support/executable";

/** Starts a process in place of a server, which prints a text and waits. */
function startFakeServer(): RunningExecutable {
  const child = Bun.spawn(["sleep", "60"], { stdio: ["ignore", "ignore", "ignore"] });
  return {
    url: "http://localhost:1",
    port: 1,
    pid: child.pid,
    output: () => "Code for a…@example.com: 1234\nOut of words\n",
    exited: child.exited,
    signal: () => child.signalCode,
    kill: (signal) => child.kill(signal),
  };
}

test("explainFailure gives the server's exit code, signal, memory and last output, but no codes", async () => {
  const server = startFakeServer();
  const watched = watchServer(server);
  server.kill("SIGKILL");
  const told = String(await watched.explainFailure(new Error("Unable to connect")));
  const file = /is in (\S+),/.exec(told)?.[1] ?? "";
  try {
    expect(told).toMatch(/ended with 137 by SIGKILL; a second before: \d+ kB resident/);
    expect(told).toEndWith("its last words: Out of words\n");
    expect(await Bun.file(file).text()).toBe(server.output());
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
});
