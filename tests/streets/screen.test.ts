/** Imports that the owner starts on the screen: from a file or an address, with progress and result. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { DatabaseBusyError } from "../../db/writer";
import * as connectionHosts from "../../src/settings/connections/connection-hosts";
import { currentFile, streetsFolder } from "../../src/streets/folder";
import type { StreetsStatus } from "../../src/streets/streets-contract";
import { createTestServer, type TestServer } from "../support/server";
import { until } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { LIECHTENSTEIN } from "./random";

let server: TestServer;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let files: ReturnType<typeof Bun.serve> | undefined;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  server.deps.config.allowsLoopback = true;
  owner = await signInAdmin(server);
});
afterEach(async () => {
  server.close();
  await files?.stop(true);
  files = undefined;
});

const PATH = "/admin/settings/streets";
const status = async () => (await (await owner.get(PATH)).json()) as StreetsStatus;
const ended = () =>
  until(
    "the end of the import",
    async () => {
      const found = await status();
      return ["done", "failed"].includes(found.import?.state ?? "") ? found : null;
    },
    // The import has the lowest priority on the machine, so it may take long.
    120_000,
  );

function upload(name: string, bytes: Uint8Array<ArrayBuffer> | string) {
  const form = new FormData();
  form.set("file", new File([bytes], name));
  return owner.request(`${PATH}/file`, { method: "POST", form });
}

const actions = async () => {
  const { entries } = (await (await owner.get("/admin/audit")).json()) as {
    entries: { action: string; summary: string }[];
  };
  return entries
    .filter(({ action }) => action.startsWith("settings.streets"))
    .map(({ summary }) => summary);
};

test("an owner imports a file, sees its progress and removes the streets again", async () => {
  expect(await status()).toEqual({ streets: null, import: null });
  const answer = await upload("li.osm.pbf", await Bun.file(LIECHTENSTEIN).bytes());
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as StreetsStatus).import).toMatchObject({
    state: "importing",
    source: "li.osm.pbf",
  });
  expect((await upload("two.osm.pbf", "x")).status).toBe(409);
  expect((await owner.request(PATH, { method: "DELETE" })).status).toBe(409);
  expect((await ended()).import).toMatchObject({ state: "done", done: 100, reason: null });
  const streets = await until("the streets", async () => {
    const found = (await status()).streets;
    return found === "unreadable" ? null : found;
  });
  expect(streets).toMatchObject({ source: "li.osm.pbf" });
  expect(streets.roads).toBeGreaterThan(3_000);
  writeFileSync(currentFile(server.folder), "damaged");
  expect((await status()).streets).toBe("unreadable");
  expect((await owner.request(PATH, { method: "DELETE" })).status).toBe(200);
  await until("no streets", async () => (await status()).streets === null);
  expect(await actions()).toEqual([
    "Removed the imported streets",
    "Started the import of li.osm.pbf",
  ]);
});

test("an import or removal that cannot be recorded changes nothing", async () => {
  const { write } = server.deps;
  const fail = () => Promise.reject(new DatabaseBusyError());
  const address = () => owner.post(`${PATH}/address`, { url: "http://localhost:1/a.pbf" });
  const remove = () => owner.request(PATH, { method: "DELETE" });
  mkdirSync(streetsFolder(server.folder), { recursive: true });
  writeFileSync(currentFile(server.folder), "damaged");
  for (const act of [() => upload("a.pbf", "x"), address, remove]) {
    server.deps.write = fail;
    expect((await act()).status).toBe(503);
    server.deps.write = write;
    expect(await status()).toEqual({ streets: "unreadable", import: null });
  }
  expect(readdirSync(streetsFolder(server.folder))).toEqual(["current"]);
  expect((await remove()).status).toBe(200);
});

test("streets are not removed if an import begins while the removal waits", async () => {
  const { write } = server.deps;
  mkdirSync(streetsFolder(server.folder), { recursive: true });
  writeFileSync(currentFile(server.folder), "damaged");
  files = Bun.serve({ port: 0, fetch: () => Bun.sleep(500).then(() => new Response("x")) });
  server.deps.write = async (work) => {
    server.deps.write = write;
    await owner.post(`${PATH}/address`, { url: `http://localhost:${files?.port}/a.pbf` });
    return write(work);
  };
  expect((await owner.request(PATH, { method: "DELETE" })).status).toBe(409);
  expect((await status()).streets).toBe("unreadable");
  expect((await ended()).import?.state).toBe("failed");
});

test("a file that is no extract fails with the reason and leaves no streets", async () => {
  await upload("notes.pbf", "nothing of use");
  const { import: last, streets } = await ended();
  expect(last?.state).toBe("failed");
  expect(last?.reason).toContain("not an OpenStreetMap extract");
  expect(streets).toBeNull();
  expect(
    (await owner.request(`${PATH}/file`, { method: "POST", form: new FormData() })).status,
  ).toBe(400);
});

test("an interrupted download resumes, and a wrong checksum fails", async () => {
  const bytes = await Bun.file(LIECHTENSTEIN).bytes();
  const ranges: number[] = [];
  const waiting = new Map<Bun.Socket<undefined>, Uint8Array>();
  function send(socket: Bun.Socket<undefined>): void {
    const part = waiting.get(socket);
    if (!part) return;
    const rest = part.subarray(Math.max(0, socket.write(part)));
    waiting.set(socket, rest);
    if (rest.length > 0) return;
    if (ranges.at(-1) !== 0) return void socket.end();
    // Wait until the part has arrived, because closing with a reset would discard it.
    void until("the first part", async () => ((await status()).import?.done ?? 0) > 0).then(() =>
      socket.terminate(),
    );
  }
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, data) {
        const from = Number(/range: bytes=(\d+)-/i.exec(data.toString())?.[1] ?? 0);
        ranges.push(from);
        // The first answer sends only the first 100,000 bytes and then stops.
        const part = from > 0 ? bytes.subarray(from) : bytes.subarray(0, 100_000);
        const state = from > 0 ? "206 Partial Content" : "200 OK";
        socket.write(
          `HTTP/1.1 ${state}\r\nContent-Length: ${bytes.length - from}\r\nConnection: close\r\n\r\n`,
        );
        waiting.set(socket, part);
        send(socket);
      },
      drain: send,
    },
  });
  const url = `http://127.0.0.1:${listener.port}/li.osm.pbf`;
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  expect((await owner.post(`${PATH}/address`, { url, sha256 })).status).toBe(200);
  expect((await ended()).import).toMatchObject({ state: "done", source: "li.osm.pbf" });
  expect(ranges[0]).toBe(0);
  expect(ranges.at(-1)).toBeGreaterThan(0);

  await owner.post(`${PATH}/address`, { url, sha256: "0".repeat(64) });
  expect((await ended()).import?.reason).toContain("checksum");
  listener.stop(true);
});

test("a download follows redirects, but not to a file, and is refused from the server itself", async () => {
  const requests: string[] = [];
  files = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const { pathname, search } = new URL(url);
      requests.push(pathname);
      const location = decodeURIComponent(search.slice(1));
      return location === ""
        ? new Response("", { status: 404 })
        : new Response("", { status: 302, headers: { location } });
    },
  });
  const reason = async (path: string) => {
    await owner.post(`${PATH}/address`, { url: `http://localhost:${files?.port}${path}` });
    return (await ended()).import?.reason;
  };
  expect(await reason("/a.pbf?/b.pbf")).toContain("answered 404");
  expect(await reason("/a.pbf?file:///etc/passwd")).toContain("leads to file:");
  expect(await reason("/a.pbf?/a.pbf%3F/a.pbf%253F/b.pbf")).toContain("answered 404");
  server.deps.config.allowsLoopback = false;
  requests.length = 0;
  expect(await reason("/a.pbf")).toContain("an address of the server itself");
  expect(requests).toEqual([]);
});

test("a download is tried again after a slow lookup", async () => {
  files = Bun.serve({ port: 0, fetch: () => new Response("", { status: 404 }) });
  server.deps.config.allowsLoopback = false;
  const check = spyOn(connectionHosts, "checkHost")
    .mockResolvedValueOnce("timed out")
    .mockResolvedValueOnce("allowed");
  await owner.post(`${PATH}/address`, { url: `http://localhost:${files.port}/a.pbf` });
  expect((await ended()).import?.reason).toContain("answered 404");
  expect(check).toHaveBeenCalledTimes(2);
  check.mockRestore();
});

test("a download that answers 404 fails with the reason", async () => {
  files = Bun.serve({ port: 0, fetch: () => new Response("", { status: 404 }) });
  await owner.post(`${PATH}/address`, { url: `http://localhost:${files.port}/a.pbf` });
  expect((await ended()).import?.reason).toContain("answered 404");
  expect((await owner.post(`${PATH}/address`, { url: "file:///etc/passwd" })).status).toBe(400);
});
