/** Imports over the API: a separate process uploads, maps, checks, applies and undoes them, for owners only. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { vehicles } from "../../db/schema/vehicles";
import type { Import, ImportAnswer, Imports } from "../../src/imports/contract";
import { sweepImports } from "../../src/imports/actions";
import { readArguments, runImportCommand } from "../../src/imports/command";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server, { role: "owner" });
});
afterEach(() => server.close());

const upload = (
  text: string | Uint8Array<ArrayBuffer>,
  kind = "vehicles",
  browser: Browser = owner,
) => {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", new File([text], "../cars.csv"));
  return browser.request("/admin/imports", { method: "POST", form });
};
const read = async (answer: Response): Promise<Import> =>
  ((await answer.json()) as ImportAnswer).import;
const look = async (id: string) => read(await owner.get(`/admin/imports/${id}`));
/** Waits until no work on an import is running, and returns it. */
async function settled(id: string): Promise<Import> {
  for (;;) {
    const now = await look(id);
    if (!now.working) return now;
    await Bun.sleep(30);
  }
}
const cars = () =>
  server.deps.db
    .select()
    .from(vehicles)
    .all()
    .map(({ plate }) => plate);
const CSV_TEXT = "Kennzeichen,Make,Model,Year\nRAE 1 A,Kia,Rio,2020\nRAE 2 A,Kia,Rio,2021\n";

test("an owner uploads, maps, tries, applies and undoes an import, and its mapping is saved", async () => {
  const made = await read(await upload(CSV_TEXT));
  expect(made).toMatchObject({
    fileName: "cars.csv",
    state: "ready",
    lines: 2,
    mapping: { Make: 1, Model: 2, Year: 3 },
    report: null,
  });
  expect(made.columns[0]).toEqual({ header: "Kennzeichen", samples: ["RAE 1 A", "RAE 2 A"] });
  const path = `/admin/imports/${made.id}`;
  expect(await refusal(await owner.post(`${path}/apply`, {}))).toEqual([409, "import.untried"]);
  const mapping = { ...made.mapping, Plate: 0 };
  expect(await refusal(await owner.post(`${path}/try`, { mapping: { Plate: 9 } }))).toEqual([
    400,
    "request.invalid",
  ]);
  await owner.post(`${path}/try`, { mapping, saveAs: "German" });
  expect((await settled(made.id)).report).toMatchObject({
    faulty: 0,
    counts: { added: 2, changed: 0, skipped: 0 },
  });
  expect(cars()).toEqual([]);
  await owner.post(`${path}/apply`, {});
  expect(await settled(made.id)).toMatchObject({
    state: "applied",
    counts: { added: 2 },
    columns: [],
    failure: null,
  });
  expect(cars()).toEqual(["RAE 1 A", "RAE 2 A"]);
  expect(readdirSync(join(server.folder, "imports"))).toEqual([]);
  expect(await refusal(await owner.post(`${path}/apply`, {}))).toEqual([409, "import.not_ready"]);
  const { imports, mappings } = (await (await owner.get("/admin/imports")).json()) as Imports;
  expect(imports.map(({ state }) => state)).toEqual(["applied"]);
  expect(mappings).toMatchObject([
    { kind: "vehicles", name: "German", columns: { Plate: "Kennzeichen" } },
  ]);
  const file = join(server.folder, "cars.csv");
  writeFileSync(file, CSV_TEXT);
  const dryRun = (...options: string[]) => {
    const command = readArguments(["vehicles", file, "--dry-run", ...options]);
    if (!command) throw new Error("No such command");
    return runImportCommand(server.deps, command, () => {});
  };
  expect([await dryRun("--mapping", "German"), await dryRun()]).toEqual([0, 1]);
  const csv = await (await owner.get("/admin/exports/vehicles")).text();
  expect(csv).toContain("RAE 1 A,Standard,Kia,Rio,2020");
  await owner.post(`${path}/undo`, {});
  expect(await settled(made.id)).toMatchObject({ state: "undone" });
  expect(cars()).toEqual([]);
  const told = server.deps.db.$client
    .query("SELECT action, actor_id FROM audit_log WHERE action LIKE 'import.%' ORDER BY number")
    .all();
  const by = owner.admin.id;
  expect(told).toEqual([
    { action: "import.applied", actor_id: by },
    { action: "import.undone", actor_id: by },
  ]);
}, 30_000);

test("an import is not undone if a record has changed since, and its line is named", async () => {
  const made = await read(await upload(CSV_TEXT));
  const path = `/admin/imports/${made.id}`;
  await owner.post(`${path}/try`, { mapping: { ...made.mapping, Plate: 0 } });
  await settled(made.id);
  await owner.post(`${path}/apply`, {});
  await settled(made.id);
  server.deps.db.$client.run("UPDATE vehicles SET color = 'Red' WHERE plate = 'RAE 1 A'");
  await owner.post(`${path}/undo`, {});
  expect(await settled(made.id)).toMatchObject({
    state: "applied",
    failure:
      "This import cannot be undone: the record from line 2 cannot be removed (it has changed since).",
  });
  expect(cars()).toEqual(["RAE 1 A", "RAE 2 A"]);
}, 30_000);

test("an unreadable file is refused and not stored, and an unused import is deleted", async () => {
  for (const none of [
    "a,b\n",
    `${"a,".repeat(10_000)}b\n1\n`,
    "Plate\nRAE\0 1\n",
    Buffer.concat([Buffer.from("Plate\nZoë\n"), Buffer.from("Zoë\n", "latin1")]),
  ])
    expect(await refusal(await upload(none))).toEqual([422, "import.unreadable"]);
  expect(await refusal(await upload(CSV_TEXT, "planes"))).toEqual([400, "request.invalid"]);
  expect(readdirSync(join(server.folder, "imports"))).toEqual([]);
  expect((await (await owner.get("/admin/imports")).json()) as Imports).toMatchObject({
    imports: [],
  });
  const first = await read(await upload(CSV_TEXT));
  expect((await owner.request(`/admin/imports/${first.id}`, { method: "DELETE" })).status).toBe(
    200,
  );
  expect((await owner.get(`/admin/imports/${first.id}`)).status).toBe(404);
  const second = await read(await upload(CSV_TEXT));
  server.advance(2 * 86_400_000);
  await sweepImports(server.deps);
  expect(existsSync(join(server.folder, "imports", `${second.id}.json`))).toBe(false);
}, 30_000);

test("a dispatcher can neither import nor export", async () => {
  const dispatcher = await signInAdmin(server, { role: "dispatcher", email: "d@example.com" });
  for (const path of ["/admin/imports", "/admin/exports/riders"])
    expect(await refusal(await dispatcher.get(path))).toEqual([403, "request.forbidden"]);
  expect(await refusal(await upload(CSV_TEXT, "vehicles", dispatcher))).toEqual([
    403,
    "request.forbidden",
  ]);
});
