import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "livery-demo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function livery(...args: string[]) {
  const run = Bun.spawnSync({
    cmd: [process.execPath, join(import.meta.dir, "../../src/main.ts"), ...args],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: folder },
  });
  return { code: run.exitCode, out: run.stdout.toString(), error: run.stderr.toString() };
}

test("livery demo fills an empty folder, names the accounts and refuses a second run", () => {
  const first = livery("demo");
  expect(first.error).toBe("");
  expect(first.code).toBe(0);
  for (const who of ["rider@example.com", "driver@example.com", "admin@example.com", "livery-demo"])
    expect(first.out).toContain(who);
  const second = livery("demo");
  expect(second.code).toBe(1);
  expect(second.error).toContain("in use");
  expect(second.error).not.toContain("at ");
  expect(livery("demo", "more").code).toBe(2);
  const runWithoutDemo = livery("serve");
  expect(runWithoutDemo.code).toBe(1);
  expect(runWithoutDemo.error).toContain("livery serve --demo");
  expect(runWithoutDemo.error).toContain("DATA_DIR");
}, 60_000);
