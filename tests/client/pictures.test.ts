/** A chosen picture is made smaller before it is sent, because cameras take more than 5 MB. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";

const client = join(import.meta.dir, "../../client");
const sources = await Promise.all(
  [...new Bun.Glob("**/*.tsx").scanSync(client)].map(
    async (path) => [path, await Bun.file(join(client, path)).text()] as const,
  ),
);
/** All controls for choosing a file, except those for zones, tables, maps and the form for browsers without scripts. */
const controls = sources.filter(
  ([path, text]) =>
    /type(?:=|: )"file"|\bform\.file\(/.test(text) &&
    !/zone-import|plain-form|imports-screen|streets-screen/.test(path) &&
    /image\/|documentTypes|accept/.test(text),
);

describe("picture controls", () => {
  test("are all on this list", () => {
    expect(controls.map(([path]) => path).toSorted()).toEqual([
      "applications/file-control.tsx",
      "driving/documents/photo-field.tsx",
      "driving/documents/send-document.tsx",
      "driving/found-item-dialog.tsx",
      "fleet/documents/document-dialog.tsx",
      "office/prompt-dialog.tsx",
      "riders/account/picture-row.tsx",
      "riders/trips/feedback/lost-report-sheet.tsx",
      "settings/logo-part.tsx",
      "website/picture-field.tsx",
    ]);
  });

  // These functions shrink a chosen picture; a portrait is cropped to its square.
  const ways = /\b(?:readPicture|readChosenFile|fileToSend)\(|picture-crop"/;
  test("in a form shrink a picture before the form sends it", async () => {
    const sent = await Bun.file(join(client, "forms/file-to-send.ts")).text();
    expect(sent).toContain("readChosenFile(");
  });
  test.each(controls.map(([path]) => path))("%s shrinks pictures before it sends them", (path) => {
    // An application's file is read by the form that contains it.
    const reader =
      path === "applications/file-control.tsx" ? "applications/use-application-form.ts" : path;
    return expect(Bun.file(join(client, reader)).text()).resolves.toMatch(ways);
  });
});
