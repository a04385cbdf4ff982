import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseStrictJson } from "../../src/formats/json";

const read = (text: string) => parseStrictJson(new TextEncoder().encode(text));

describe("the strict JSON reader", () => {
  test("reads the same values as JSON.parse", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const ordinaryVisitor = !/"(__proto__|constructor|prototype)":/.test(text);
        if (ordinaryVisitor && text.isWellFormed())
          expect(read(text)?.value).toEqual(JSON.parse(text));
      }),
    );
  });

  for (const [what, text] of [
    ["nothing", ""],
    ["half an object", "{"],
    ["a name given twice", '{"a":1,"a":2}'],
    ["a name given twice, escaped", '{"a":1,"\\u0061":2}'],
    ["a name given twice, deep inside", '{"x":[{"b":1 , "b" : 2}]}'],
    ["__proto__", '{"__proto__":{}}'],
    ["constructor.prototype", '{"constructor":{"prototype":{}}}'],
    ["a number past all numbers", '{"a":1e999}'],
    ["half a surrogate pair", '{"a":"\\ud800"}'],
    ["half a surrogate pair in a name", '{"\\ud800":1}'],
    ["20,000 nested arrays", "[".repeat(20_000) + "]".repeat(20_000)],
  ] as const)
    test(`refuses ${what}`, () => {
      expect(read(text)).toBeUndefined();
    });

  test("refuses invalid UTF-8 and UTF-16", () => {
    expect(parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
    expect(parseStrictJson(new Uint8Array(Buffer.from('{"a":1}', "utf16le")))).toBeUndefined();
  });

  test("accepts the same name in different objects, and brackets in strings", () => {
    expect(read('[{"a":"[[{"},{"a":1}]')?.value).toEqual([{ a: "[[{" }, { a: 1 }]);
  });
});
