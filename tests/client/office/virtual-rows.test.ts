/** The visible rows of a long list are drawn, with gaps as high as the other rows. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_PLAIN_ROWS, type RowSlice, slicesOf } from "../../../client/office/lists/virtual-rows";

const visibleWindow = { top: 0, bottom: 900, overscanPx: 1_200, rowHeight: 37, headHeight: 29 };
const renderedRows = (pieces: readonly RowSlice[]) =>
  pieces.flatMap((piece) =>
    "gap" in piece
      ? []
      : Array.from({ length: piece.until - piece.from }, (_, i) => piece.from + i),
  );

test("a list of two hundred rows is drawn whole", () => {
  expect(slicesOf([MAX_PLAIN_ROWS - 3, 3], null, [])).toEqual([
    [{ from: 0, until: MAX_PLAIN_ROWS - 3 }],
    [{ from: 0, until: 3 }],
  ]);
});

test("a longer list draws the visible rows and some around them", () => {
  const [[rows, gap] = []] = slicesOf([2_000], visibleWindow, []);
  expect(rows).toEqual({ from: 0, until: Math.ceil((900 + 1_200 - 29) / 37) });
  const until = Math.ceil(2_071 / 37);
  expect(gap).toEqual({ from: until, gap: (2_000 - until) * 37 });
});

test("a long list keeps the focused row and its neighbours drawn", () => {
  const far = { ...visibleWindow, top: 37_000, bottom: 37_900 };
  const [pieces = []] = slicesOf([2_000], far, [10]);
  expect(pieces.slice(0, 2)).toEqual([
    { from: 0, gap: 8 * 37 },
    { from: 8, until: 13 },
  ]);
  expect(renderedRows(pieces)).toContain(1_000);
});

test("a long list that is not shown yet draws its first rows", () => {
  expect(slicesOf([10, 30, 400], null, [0]).map((pieces) => renderedRows(pieces).length)).toEqual([
    10, 15, 0,
  ]);
});

test("a long list draws every visible row, keeps its full height and never draws many rows", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(
      sizes,
      fc.nat(400_000),
      fc.array(fc.nat(9_000), { maxLength: 3 }),
      (all, top, keep) => {
        const count = all.reduce((sum, size) => sum + size, 0);
        fc.pre(count > MAX_PLAIN_ROWS);
        const kept = keep.filter((place) => place < count);
        const groups = slicesOf(all, { ...visibleWindow, top, bottom: top + 900 }, kept);
        let at = 0;
        let y = 0;
        let height = 0;
        for (const [i, pieces] of groups.entries()) {
          const size = all[i] ?? 0;
          const rendered = new Set(renderedRows(pieces));
          expect(rendered.size).toBe(renderedRows(pieces).length);
          const gap = pieces.reduce((sum, piece) => sum + ("gap" in piece ? piece.gap : 0), 0);
          height += gap + rendered.size * 37 + (rendered.size > 0 ? 29 : 0);
          for (let row = 0; row < size; row++) {
            const rowTop = y + 29 + row * 37;
            if (rowTop + 37 > top && rowTop < top + 900) expect(rendered.has(row)).toBe(true);
            if (kept.includes(at + row)) expect(rendered.has(row)).toBe(true);
          }
          at += size;
          y += 29 + size * 37;
        }
        expect(height).toBe(y);
        expect(groups.flatMap(renderedRows).length).toBeLessThanOrEqual(
          3_300 / 37 + 3 + kept.length * 5,
        );
      },
    ),
    { numRuns: 60 },
  );
});
