import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { createNonce, nonceLength } from "../../src/pages/nonce";
import { splicePage } from "../../src/pages/spliced-page";

const encode = (text: string) => new TextEncoder().encode(text);

test("a page of any text has the new nonce in every place, plain and gzipped", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 8 }),
      (texts) => {
        const placeholder = createNonce();
        const page = splicePage(encode(texts.join(placeholder)), placeholder);
        for (const nonce of [createNonce(), createNonce(), "0".repeat(nonceLength)]) {
          const expected = texts.join(nonce);
          expect(Buffer.from(page.plain(encode(nonce))).toString()).toBe(expected);
          // `gunzipSync` throws if the checksum or the length at the end is wrong.
          expect(gunzipSync(page.gzip(encode(nonce))).toString()).toBe(expected);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("a long page compresses about as well as in one piece", () => {
  const body = "<li><a href='/trips'>Kigali International Airport</a></li>\n".repeat(500);
  const placeholder = createNonce();
  const html = `<script nonce="${placeholder}"></script>${body}<script nonce="${placeholder}"></script>`;
  const packed = splicePage(encode(html), placeholder).gzip(encode(createNonce()));
  expect(packed.byteLength).toBeLessThan(Bun.gzipSync(html).byteLength + 200);
});

test("nonces have 22 characters and never repeat", () => {
  const nonces = Array.from({ length: 5000 }, createNonce);
  expect(new Set(nonces).size).toBe(5000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/);
});
