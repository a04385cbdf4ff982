/** Sends files that people uploaded, so that a browser can show or save them but not run them. */
import type { Context } from "hono";

/** Sends a photo that no page can run as anything else. */
export function sendPhoto(
  c: Context,
  { content, contentType }: { content: Uint8Array<ArrayBuffer>; contentType: string },
): Response {
  c.header("Content-Type", contentType);
  c.header("Content-Disposition", "inline");
  c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  return c.body(content);
}

/** Sends a picture to be shown. A PDF cannot be made harmless here, so the browser may only save it. */
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
