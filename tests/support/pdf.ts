/** Reads the text of a PDF as a viewer does, with its table from glyphs to text. */
import { inflateSync } from "node:zlib";

/** Returns every run of text in the order of drawing, with its page and its place in points from the bottom left. */
export function textOfPdf(
  bytes: Uint8Array,
): { page: number; x: number; y: number; text: string }[] {
  const file = Buffer.from(bytes).toString("latin1");
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(file)?.[1]);
  const places = [...file.slice(table).matchAll(/^(\d{10}) \d{5} n/gm)].map(([, at]) => Number(at));
  const object = (id: number) => {
    const start = places[id - 1] ?? 0;
    if (!file.startsWith(`${id} 0 obj\n`, start))
      throw new Error(`Object ${id} is not in its place`);
    return file.slice(start, file.indexOf("endobj", start));
  };
  const stream = (id: number) => {
    const start = places[id - 1] ?? 0;
    const head = object(id);
    const at = start + head.indexOf("stream\n") + 7;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    return inflateSync(bytes.subarray(at, at + length)).toString("latin1");
  };
  const reference = (text: string, name: string) =>
    Number(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(text)?.[1]);
  const characters = new Map<string, Map<string, string>>();
  const charactersOf = (page: string, font: string) => {
    const known = characters.get(font);
    if (known) return known;
    const unicode = stream(reference(object(reference(page, font)), "ToUnicode"));
    const found = new Map<string, string>();
    for (const [, glyph = "", hex = ""] of unicode.matchAll(/^<(\w{4})> <(\w+)>$/gm))
      found.set(glyph, Buffer.from(hex, "hex").swap16().toString("utf16le"));
    characters.set(font, found);
    return found;
  };
  const root = object(reference(file.slice(table), "Root"));
  const kids = /\/Kids \[(.*?)\]/.exec(object(reference(root, "Pages")))?.[1] ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, id], page) => {
    const kid = object(Number(id));
    return [...stream(reference(kid, "Contents")).matchAll(/^BT ([\s\S]*?) ET$/gm)].map(
      ([, glyphs = ""]) => {
        const [, x, y] = /([-\d.]+) ([-\d.]+) Td/.exec(glyphs) ?? [];
        let text = "";
        let font = "";
        // The text of a letter with several glyphs is written before them.
        let isReplacedText = false;
        const parts = glyphs.matchAll(
          /\/ActualText <feff(\w*)> >> BDC|(EMC)|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g,
        );
        for (const [, told, end, name, shown] of parts) {
          if (told !== undefined) text += Buffer.from(told, "hex").swap16().toString("utf16le");
          isReplacedText = told !== undefined || (isReplacedText && !end);
          font = name ?? font;
          if (shown === undefined || isReplacedText) continue;
          for (const [, hex = ""] of shown.matchAll(/<(\w+)>/g))
            for (const glyph of hex.match(/.{4}/g) ?? [])
              text += charactersOf(kid, font).get(glyph) ?? "";
        }
        return { page, x: Number(x), y: Number(y), text };
      },
    );
  });
}
