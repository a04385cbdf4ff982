/** `livery import` next to the running server: a dry run, a refusal with reasons, an import and its undoing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { RiderList } from "../../src/riders/contract";
import { createInstallation, type Installation } from "../support/executable";
import { createVisitor, type Visitor } from "../support/visitor";

const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };

let installation: Installation;
let owner: Visitor;
beforeEach(async () => {
  installation = createInstallation();
  const server = await installation.start({
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  });
  owner = createVisitor(server.url);
  expect((await owner.post("/admin/login", OWNER)).status).toBe(200);
}, 60_000);
afterEach(() => installation.close());

const names = async () =>
  ((await (await owner.get("/admin/riders")).json()) as RiderList).riders.map(({ name }) => name);
const file = (name: string, text: string) => {
  const path = join(installation.folder, name);
  writeFileSync(path, text);
  return path;
};

test("livery import tries, imports and undoes a file while the server runs", async () => {
  const path = file("contacts.csv", "Prénom;Nom;Courriel\nZoë;Keza;zoe@example.com\n");
  const dryRun = await installation.run("import", "riders", path, "--dry-run");
  expect(dryRun).toEqual({ code: 0, output: expect.stringContaining("1 to add, 0 to change") });
  expect(await names()).toEqual([]);
  const done = await installation.run("import", "riders", path);
  expect(done.code, done.output).toBe(0);
  expect(await names()).toEqual(["Zoë Keza"]);
  const id = /livery import --undo (\S+)/.exec(done.output)?.[1] ?? "";
  const undone = await installation.run("import", "--undo", id);
  expect(undone).toEqual({ code: 0, output: expect.stringContaining("is undone") });
  expect(await names()).toEqual([]);
  expect((await installation.run("import", "--undo", id)).code).toBe(1);
});

test("livery import names the line of a fault and imports nothing", async () => {
  const path = file("contacts.csv", "First name,E-mail\nAda,ada@example.com\nBo,bo\n");
  const refused = await installation.run("import", "riders", path);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("Line 3, E-mail: “bo” is not an e-mail address");
  expect(refused.output).toContain("Nothing was imported.");
  const missing = await installation.run("import", "riders", join(installation.folder, "none.csv"));
  expect(missing).toEqual({ code: 1, output: expect.stringContaining("There is no file") });
  const damaged = await installation.run("import", "riders", file("riders.xlsx", "PK\u0003\u0004"));
  expect(damaged).toEqual({ code: 1, output: expect.stringContaining("not a workbook") });
  const unknown = await installation.run("import", "planes", path);
  expect(unknown).toEqual({ code: 2, output: expect.stringContaining("livery import KIND FILE") });
  expect(await names()).toEqual([]);
});
