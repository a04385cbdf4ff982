/** Only `src/rows.ts` compares the owner and the version of a row, and all other files call it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { canAccessRow } from "../../src/rows";

const root = join(import.meta.dir, "../..");

const VERSION_NAME = /^(?:version|\w*Version|updatedAt)$/;
const OWNER = /^(?:riderId|driverId)$/;

/** Returns the last name in one side of a comparison. */
function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ChainExpression") return nameOf(node.expression);
  if (node.type === "LogicalExpression") return nameOf(node.left);
  if (node.type === "ParenthesizedExpression") return nameOf(node.expression);
  return node.type === "MemberExpression" ? nameOf(node.property) : "";
}

/** Returns the refusals after a comparison that `src/rows.ts` should make: of a version, or of an owner with 404. */
function unsafeChecksIn(path: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    IfStatement({ test: condition, consequent }) {
      const consequentText = source.slice(consequent.start, consequent.end);
      if (!/^\{?\s*throw\b/.test(consequentText)) return;
      const comparisonsOf = (of: Node, operator: RegExp): string[] => {
        if (of.type === "LogicalExpression")
          return [...comparisonsOf(of.left, operator), ...comparisonsOf(of.right, operator)];
        if (of.type !== "BinaryExpression" || !operator.test(of.operator)) return [];
        const sides = [of.left, of.right];
        return sides.some(({ type }) => type === "Literal") ? [] : sides.map(nameOf);
      };
      const isVersionCheck = comparisonsOf(condition, /^[!=]==?$/).some((name) =>
        VERSION_NAME.test(name),
      );
      const isOwnerCheck = comparisonsOf(condition, /^!==?$/).some((name) => OWNER.test(name));
      if (isVersionCheck || (isOwnerCheck && consequentText.includes("request.not_found")))
        found.push(`${path}: ${source.slice(condition.start, condition.end)}`);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

test("no file except src/rows.ts compares versions or owners of rows", async () => {
  const found: string[] = [];
  for (const path of new Bun.Glob("src/**/*.{ts,tsx}").scanSync(root))
    if (path !== "src/rows.ts")
      found.push(...unsafeChecksIn(path, await Bun.file(join(root, path)).text()));
  expect(found).toEqual([]);
});

test.each([
  `if (row.version !== input.version) throw new AppError("reservation.stale");`,
  `if ((row?.version ?? 0) !== version) { throw new AppError("fees.draft_stale"); }`,
  `if (seen && input.itemVersion !== item.version) throw stale();`,
  `if (row.updatedAt !== seen) throw new AppError("request.conflict");`,
  `if (!row || row.riderId !== actor.id) throw new AppError("request.not_found");`,
  `if (row?.driverId !== driverId) throw new AppError("request.not_found");`,
])("unsafeChecksIn finds %s", (source) => {
  expect(unsafeChecksIn("src/fares/actions.ts", source)).toHaveLength(1);
});

test.each([
  `if (known?.version === version) return known;`,
  `if (trip.driverId !== null) throw new AppError("request.not_found");`,
])("unsafeChecksIn skips %s", (source) => {
  expect(unsafeChecksIn("src/fares/actions.ts", source)).toEqual([]);
});

test("canReach gives riders and drivers only their own rows, and no row without an id", () => {
  const row = { riderId: "a", driverId: "b" };
  const canAccessRowAs = (kind: "rider" | "driver" | "admin" | "system", id?: string | null) =>
    canAccessRow(row, { kind, id });
  expect([canAccessRowAs("rider", "a"), canAccessRowAs("driver", "b")]).toEqual([true, true]);
  expect([canAccessRowAs("rider", "b"), canAccessRowAs("driver", "a")]).toEqual([false, false]);
  expect([
    canAccessRowAs("rider"),
    canAccessRowAs("driver", null),
    canAccessRowAs("rider", ""),
  ]).toEqual(Array(3).fill(false));
  expect(canAccessRow({ riderId: null }, { kind: "rider", id: null })).toBe(false);
  expect(canAccessRow({}, { kind: "driver" })).toBe(false);
  expect([canAccessRowAs("admin"), canAccessRowAs("system")]).toEqual([true, true]);
});

test("canReach gives a partner key only its company's rows, or all rows if it has no company", () => {
  const canAccessRowOfCompany = (row: { companyId?: string | null }, companyId?: string | null) =>
    canAccessRow(row, { kind: "partner", ...(companyId !== undefined && { companyId }) });
  expect(canAccessRowOfCompany({ companyId: "a" }, "a")).toBe(true);
  expect(canAccessRowOfCompany({ companyId: null }, null)).toBe(true);
  expect(canAccessRowOfCompany({ companyId: "b" }, "a")).toBe(false);
  expect(canAccessRowOfCompany({ companyId: null }, "a")).toBe(false);
  expect([canAccessRowOfCompany({ companyId: "a" }), canAccessRowOfCompany({})]).toEqual([
    false,
    false,
  ]);
});
