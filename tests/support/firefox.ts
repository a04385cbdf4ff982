/**
 * Debian's Firefox as a program that Playwright starts: run with its arguments, it starts Firefox and stands between
 * the two. Playwright asks for what only a newer Firefox can emulate; what this one does not know counts as done.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a Firefox is on this machine. */
export const firefoxPath = (): string | null => Bun.which("firefox-esr") ?? Bun.which("firefox");

/** The path of this file as a program; its folder goes with the process. */
export function firefoxProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), "livery-firefox-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "firefox");
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${import.meta.path}" "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Passes messages on between Playwright and the Firefox at `url`; gives its own port. */
function standBetween(url: string): number {
  const emulations = new Set<number>();
  const server = Bun.serve<{ far?: WebSocket; early: string[] }>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) =>
      self.upgrade(request, { data: { early: [] } })
        ? undefined
        : new Response(null, { status: 400 }),
    websocket: {
      maxPayloadLength: 2 ** 28,
      open(near) {
        const far = new WebSocket(`${url}/session`);
        near.data.far = far;
        far.onopen = () => {
          for (const message of near.data.early) far.send(message);
        };
        far.onmessage = ({ data }) => {
          const text = String(data);
          const { id, error } = JSON.parse(text) as { id?: number; error?: string };
          const isNewer = error === "unknown command" && id !== undefined && emulations.has(id);
          near.send(isNewer ? JSON.stringify({ type: "success", id, result: {} }) : text);
        };
        far.onclose = () => near.close();
      },
      message({ data: { far, early } }, message) {
        const text = String(message);
        const { id, method } = JSON.parse(text) as { id: number; method: string };
        if (method.startsWith("emulation.")) emulations.add(id);
        if (far?.readyState === WebSocket.OPEN) far.send(text);
        else early.push(text);
      },
      close({ data: { far } }) {
        far?.close();
      },
    },
  });
  return server.port ?? 0;
}

if (import.meta.main) {
  const firefox = Bun.spawn([firefoxPath() ?? "firefox", ...process.argv.slice(2)], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  const decoder = new TextDecoder();
  let told = "";
  for await (const chunk of firefox.stderr) {
    told += decoder.decode(chunk, { stream: true });
    const lines = told.split("\n");
    told = lines.pop() ?? "";
    for (const line of lines) {
      const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
      console.error(url ? `WebDriver BiDi listening on ws://127.0.0.1:${standBetween(url)}` : line);
    }
  }
  process.exit(await firefox.exited);
}
