import { dirname, join } from "node:path";
import type { Config } from "../config";
import type { GettingStarted } from "./getting-started-contract";

/**
 * Returns the command that starts a demo beside this server, and the demo's address. The demo has its own folder, port
 * and address, whatever the `.env` file says. If this server is at `localhost`, the demo is at `127.0.0.1`, because
 * browsers share cookies between ports of one host name.
 */
export function demoCommand(
  { dataDir, port, publicUrl }: Pick<Config, "dataDir" | "port" | "publicUrl">,
  platform: string = process.platform,
): GettingStarted["demo"] {
  const { hostname } = new URL(publicUrl);
  const url = `http://${hostname === "localhost" ? "127.0.0.1" : hostname}:${port + 1}`;
  const demoVariables = {
    DATA_DIR: join(dirname(dataDir), "livery-demo"),
    PORT: String(port + 1),
    PUBLIC_URL: url,
  };
  const [variableAssignment, quotedWord] =
    platform === "win32"
      ? [
          (name: string, value: string) => `set "${name}=${value}" &&`,
          (text: string) => `"${text}"`,
        ]
      : [(name: string, value: string) => `${name}=${quotedText(value)}`, quotedText];
  const command = [
    ...Object.entries(demoVariables).map(([name, value]) => variableAssignment(name, value)),
    Bun.isStandaloneExecutable ? `${quotedWord(process.execPath)} serve` : "bun start",
    "--demo",
  ].join(" ");
  return { command, url };
}

/** Returns the text quoted as one shell word. */
function quotedText(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
