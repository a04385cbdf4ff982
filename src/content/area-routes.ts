import { AppError } from "../errors";
import { createRouter, describe } from "../server/http";
import { sendBytes, sendJson } from "../server/kept-bytes";
import { ShownAreaAnswer } from "./area-contract";
import { readAreaAnswer, readAreaDrawing } from "./area-queries";

const tag = "content";

/** Where the operator drives, for visitors. */
export const contentAreaRoutes = createRouter()
  .get(
    "/content/area",
    describe({
      summary: "Where the operator drives, in words; null without a zone in use",
      tag,
      security: "public",
      answers: { 200: ShownAreaAnswer },
    }),
    async (c) => sendJson(c, await readAreaAnswer(c.var.deps)),
  )
  .get(
    "/content/area/drawing",
    describe({
      summary: "The same as a drawing, with the symbols `wide` and `narrow`",
      tag,
      security: "public",
      answers: { 200: "image/svg+xml" },
      refusals: ["request.not_found"],
    }),
    async (c) => {
      const drawing = await readAreaDrawing(c.var.deps);
      if (drawing === null) throw new AppError("request.not_found");
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      // Pages name it with a sign of what is on it.
      c.header("Cache-Control", "public, max-age=86400");
      return sendBytes(c, drawing);
    },
  );
