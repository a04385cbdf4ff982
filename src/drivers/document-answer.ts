/** Sends a document as a download, so that a browser saves it and does not run it. */
import type { Context } from "hono";

/**
 * Sends the file of a document. A picture still shows where a page of Livery embeds it. Opened by its address, it is
 * saved.
 */
export function sendDocumentFile(
  c: Context,
  document: { content: Uint8Array<ArrayBuffer>; contentType: string; field: string },
): Response {
  const extension = document.contentType === "application/pdf" ? "pdf" : "jpg";
  c.header("Content-Type", document.contentType);
  c.header("Content-Disposition", `attachment; filename="${document.field}.${extension}"`);
  c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  c.header("Cache-Control", "no-store");
  return c.body(document.content);
}
