/** A link to a PDF: characters that cannot be printed are named before the file is saved. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PdfLink } from "../../../client/ui/pdf-link";

const saved: string[] = [];
const { createObjectURL, revokeObjectURL } = URL;
beforeEach(() => {
  saved.length = 0;
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} });
});
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  cleanup();
});

/** Presses the link; the server gives this answer, or none if null. */
async function press(answer: Response | null) {
  const fetchSpy = spyOn(globalThis, "fetch").mockImplementation((async () => {
    if (!answer) throw new TypeError("offline");
    return answer;
  }) as unknown as typeof fetch);
  const clickSpy = spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  render(
    <PdfLink className="" href="/backend/waybill.pdf">
      Waybill (PDF)
    </PdfLink>,
  );
  await userEvent.click(screen.getByRole("link", { name: "Waybill (PDF)" }));
  return () => {
    clickSpy.mockRestore();
    fetchSpy.mockRestore();
  };
}
const pdf = (headers: Record<string, string> = {}) =>
  new Response("%PDF-1.7", {
    headers: { "content-disposition": 'attachment; filename="waybill-1001.pdf"', ...headers },
  });

test("a PDF with all its characters is saved at once under its own name", async () => {
  const restore = await press(pdf());
  await waitFor(() => expect(saved).toEqual(["waybill-1001.pdf"]));
  expect(screen.queryByRole("dialog")).toBeNull();
  restore();
});

test("a PDF without some characters is saved only after a dialog that names them", async () => {
  const restore = await press(pdf({ unwritable: encodeURIComponent("𠮷😀") }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Some characters can't be printed");
  expect(dialog.textContent).toContain("𠮷 😀");
  expect(saved).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Save PDF anyway" }));
  await waitFor(() => expect(saved).toEqual(["waybill-1001.pdf"]));
  restore();
});

test.each<[string, Response | null, string]>([
  [
    "the server's message",
    Response.json({ message: "Nobody drives this trip yet.", code: "x" }, { status: 409 }),
    "Nobody drives this trip yet.",
  ],
  ["no answer", null, "The PDF could not be loaded. Please try again."],
  [
    "an answer that is not JSON",
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
    "The PDF could not be loaded. Please try again.",
  ],
])("the link shows why the PDF could not be loaded: %s", async (_, answer, words) => {
  const restore = await press(answer);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(saved).toEqual([]);
  restore();
});

test("a connection that fails while the file loads shows the reason", async () => {
  const brokenPdf = (headers?: Record<string, string>) =>
    Object.assign(pdf(headers), { blob: () => Promise.reject(new TypeError("terminated")) });
  const words = "The PDF could not be loaded. Please try again.";
  let restore = await press(brokenPdf());
  expect(await screen.findByText(words)).toBeTruthy();
  restore();
  cleanup();
  restore = await press(brokenPdf({ unwritable: "x" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save PDF anyway" }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(saved).toEqual([]);
  restore();
});
