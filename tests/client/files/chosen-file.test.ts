/** A chosen file before it is sent. */
import { expect, test } from "bun:test";
import { fileFaults, readChosenFile } from "../../../client/files/chosen-file";

test("a PDF is recognised by its name or its type", async () => {
  for (const file of [
    new File(["%PDF"], "licence.pdf"),
    new File(["%PDF"], "document-417", { type: "application/pdf" }),
  ])
    expect((await readChosenFile(file, "document")).name).toBe(file.name);
  const text = new File(["Text"], "licence", { type: "text/plain" });
  await expect(readChosenFile(text, "document")).rejects.toThrow(fileFaults.notADocument);
});
