/** The worker processes that answer reads: how many, in which order, and how requests that they cannot answer end. */
import { afterEach, expect, test } from "bun:test";
import { getLogger } from "@logtape/logtape";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config";
import { AppError } from "../../src/errors";
import { createReaders, type ReaderOptions, type Readers } from "../../src/process/readers";
import { until } from "../support/eventually";

const folder = mkdtempSync(join(tmpdir(), "livery-readers-"));
const config = readConfig({ DATA_DIR: folder }, folder);
const held = join(import.meta.dir, "../support/fake-reader.ts");
let readers: Readers;
let gates = 0;
afterEach(() => readers.stop());
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function open(options: Partial<ReaderOptions> = {}): void {
  readers = createReaders(config, getLogger("livery"), {
    command: [process.execPath, held],
    concurrency: 1,
    maxWaiting: 3,
    timeoutMs: 30_000,
    idleMs: 30_000,
    ...options,
  });
}

const never = new AbortController().signal;
const ask = (path: string, signal = never) =>
  readers.ask(
    { url: `http://x${path}`, session: undefined, requestId: "", now: Date.now() },
    signal,
  );
const pidOf = ({ bytes }: { bytes: Uint8Array }) =>
  Number(Buffer.from(bytes).toString().split(" ")[0]);
/** Returns the error of a refused answer. */
const refusal = (request: Promise<unknown>) =>
  request.then(
    () => "answered",
    (error) => (error instanceof AppError ? error.code : `${error}`),
  );
/** Returns an answer that waits until the test releases it. */
function hold() {
  const file = join(folder, `gate-${++gates}`);
  return { request: ask(`/held?file=${file}`), release: () => writeFileSync(file, "") };
}
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

test("one process answers requests in turn, and a second starts if two are allowed", async () => {
  open();
  const answers = await Promise.all([ask("/1"), ask("/2"), ask("/3")]);
  expect(new Set(answers.map(pidOf)).size).toBe(1);
  readers.stop();
  open({ concurrency: 2 });
  const one = hold();
  const other = await ask("/other");
  one.release();
  expect(pidOf(await one.request)).not.toBe(pidOf(other));
});

test("refusals and errors reach the caller unchanged", async () => {
  open();
  expect(await refusal(ask("/refused"))).toBe("reservation.no_receipt");
  expect(await refusal(ask("/fails"))).toBe("Error: It broke");
});

test("a full queue refuses the next request and still answers the waiting ones", async () => {
  open();
  await ask("/ready");
  const first = hold();
  const waiting = [ask("/1"), ask("/2"), ask("/3")];
  expect(await refusal(ask("/4"))).toBe("server.busy");
  first.release();
  expect(await Promise.all([first.request, ...waiting].map(refusal))).toEqual(
    Array(4).fill("answered"),
  );
});

test("a process that exits fails its own request, and a new process answers the next", async () => {
  open();
  const pid = pidOf(await ask("/ready"));
  const lost = ask("/ends");
  const next = ask("/next");
  expect(await refusal(lost)).toBe("server.busy");
  expect(pidOf(await next)).not.toBe(pid);
});

test("a process that cannot start fails all waiting requests and is not started again", async () => {
  open({ command: [process.execPath, held, "never ready"] });
  expect(await Promise.all([ask("/1"), ask("/2")].map(refusal))).toEqual([
    "server.busy",
    "server.busy",
  ]);
});

test("a request that takes too long or loses its caller is stopped", async () => {
  open({ timeoutMs: 300 });
  expect(await refusal(hold().request)).toBe("server.busy");
  readers.stop();
  open();
  const pid = pidOf(await ask("/ready"));
  const left = new AbortController();
  const running = ask("/held?file=/never", left.signal);
  const waiting = ask("/next", left.signal);
  left.abort();
  expect(await refusal(waiting)).toBe("server.busy");
  expect(await refusal(running)).toBe("server.busy");
  expect(isAlive(pid)).toBe(false);
});

test("the rest of an answer is read on demand, and other requests run in between", async () => {
  open();
  const longAnswer = await ask("/pieces?pieces=3");
  expect(longAnswer.headers).toEqual([["x-left", "3"]]);
  expect(pidOf(await ask("/other"))).toBe(pidOf(longAnswer));
  expect(Buffer.from((await longAnswer.next()) ?? []).toString()).toEndWith(" 2");
  expect(Buffer.from((await longAnswer.next()) ?? []).toString()).toEndWith(" 1");
  expect(await longAnswer.next()).toBeNull();
  const lost = await ask("/pieces?pieces=3");
  await refusal(ask("/ends"));
  expect(await refusal(lost.next())).toBe(
    "Error: The process that was reading the answer has ended.",
  );
});

test("an idle process ends, but not while an answer is still being read", async () => {
  open({ idleMs: 20 });
  const longAnswer = await ask("/pieces?pieces=2");
  const pid = pidOf(longAnswer);
  expect(pidOf(await ask("/other"))).toBe(pid);
  longAnswer.stop();
  await until("Its end", () => !isAlive(pid));
  expect(pidOf(await ask("/again"))).not.toBe(pid);
});
