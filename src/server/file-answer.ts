/** How files that people sent are answered with: to be seen or saved, and to do nothing. */
import type { Context } from "hono";

/** Answers with a photo that no page can run as anything else. */
export function sendPhoto(
  c: Context,
  { content, contentType }: { content: Uint8Array<ArrayBuffer>; contentType: string },
): Response {
  c.header("Content-Type", contentType);
  c.header("Content-Disposition", "inline");
  c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  return c.body(content);
}

/** A picture is shown; a PDF, which nothing here can make harmless, is only ever saved. */
export function sendFile(
  c: Context,
  {
    content,
    contentType,
    name,
  }: { content: Uint8Array<ArrayBuffer>; contentType: string; name: string },
): Response {
  const isPicture = contentType.startsWith("image/");
  c.header("Content-Type", contentType);
  c.header(
    "Content-Disposition",
    `${isPicture ? "inline" : "attachment"}; filename="${name}.${isPicture ? "jpg" : "pdf"}"`,
  );
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cache-Control", "no-store");
  c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  return c.body(content);
}
