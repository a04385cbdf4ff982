import { LanguageQuery } from "../accounts/contract";
import { createRouter } from "../server/calls";
import { AppError } from "../errors";
import { sendEncoded } from "../server/encoded-response";
import { ShownAreaAnswer } from "./shown-area-contract";
import { readAreaAnswer, readAreaDrawing } from "./shown-area-queries";

/** The API for the service area, for visitors. */
export const contentAreaRoutes = createRouter("content")
  .get(
    "/content/area",
    "Lists the areas where the operator drives, or gives null if no zone is in use",
    { who: "public", answer: ShownAreaAnswer },
    async ({ c, deps }) => sendEncoded(c, await readAreaAnswer(deps)),
  )
  .get(
    "/content/area/drawing",
    "Gives an SVG of the area where the operator drives, with the symbols `wide` and `narrow`",
    {
      who: "public",
      query: LanguageQuery,
      answer: "image/svg+xml",
      refuses: ["request.not_found"],
    },
    async ({ c, deps, query: { language } }) => {
      const drawing = await readAreaDrawing(deps, language);
      if (drawing === null) throw new AppError("request.not_found");
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      // The address changes with the drawing's contents, so a browser may keep it for a day.
      c.header("Cache-Control", "public, max-age=86400");
      return sendEncoded(c, drawing);
    },
  );
