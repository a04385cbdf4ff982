/** How a photo is sent: to be seen, and to do nothing. */
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
