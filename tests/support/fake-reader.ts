/**
 * A worker process without a database, which behaves as the path of a request says. A held answer waits until the file
 * in its `file` parameter exists.
 */
import { existsSync } from "node:fs";
import type { ReaderMessage, ReaderRequest } from "../../src/process/readers";
import { until } from "./eventually";

const tell = (message: ReaderMessage) => void process.send?.(message);
const pieces = new Map<number, number>();

async function answer(message: Exclude<ReaderRequest, { config: object }>): Promise<void> {
  const { id } = message;
  if ("rest" in message && message.rest === "stop") return;
  const url = new URL("request" in message ? message.request.url : "http://x/pieces");
  if (url.pathname === "/ends") process.exit(7);
  if (url.pathname === "/held")
    await until("Being let go", () => existsSync(url.searchParams.get("file") ?? ""));
  if (url.pathname === "/refused")
    return tell({ refused: { code: "reservation.no_receipt", details: {} } });
  if (url.pathname === "/fails") return tell({ fault: "It broke" });
  const left = pieces.get(id) ?? Number(url.searchParams.get("pieces") ?? 1);
  pieces.set(id, left - 1);
  const presenceLine = `${process.pid} ${left}`;
  tell({
    status: 200,
    headers: [["x-left", `${left}`]],
    bytes: new Uint8Array(Buffer.from(presenceLine)),
    more: left > 1,
  });
}

process.on("message", (message: ReaderRequest) => {
  if (!("config" in message)) void answer(message);
});
process.on("disconnect", () => process.exit(0));
if (process.argv[2] === "never ready") process.exit(9);
tell("ready");
