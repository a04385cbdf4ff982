import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { validateForm } from "../server/multipart";
import { PictureAnswer, PictureForm, PictureList, PictureName } from "./desk-contract";
import { listPictures, readPicture, readPictureContent } from "./desk-queries";
import { addPicture } from "./picture-actions";

const tag = "content";
/** A picture of 5 MB with the form around it. */
const LARGEST_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024;

/** Pictures of the public site: everybody sees them, staff upload them. */
export const contentPictureRoutes = createRouter()
  .get(
    "/content/pictures/:name",
    describe({
      summary: "A picture of the public site in one width; what is behind a name never changes",
      tag,
      security: "public",
      answers: { 200: "image/webp" },
      refusals: ["request.not_found"],
    }),
    validate("param", PictureName),
    async (c) => {
      const { content, contentType } = await readPictureContent(
        c.var.deps,
        c.req.valid("param").name,
      );
      c.header("Content-Type", contentType);
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      // Where a page is shared, its picture is shown too.
      c.header("Cross-Origin-Resource-Policy", "cross-origin");
      c.header("Cache-Control", "public, max-age=31536000, immutable");
      return c.body(content);
    },
  )
  .get(
    "/admin/content-pictures",
    describe({
      summary: "The pictures of the public site that were uploaded last",
      tag,
      security: "admin",
      answers: { 200: PictureList },
    }),
    requirePermission("website.keep"),
    (c) => c.json({ pictures: listPictures(c.var.deps) } satisfies PictureList),
  )
  .post(
    "/admin/content-pictures",
    describe({
      summary: "Uploads a picture for the public site; one that is there already is not kept twice",
      tag,
      security: "admin",
      answers: { 201: PictureAnswer },
      refusals: [
        "picture.too_large",
        "picture.too_many_pixels",
        "picture.unreadable",
        "request.timeout",
        "server.busy",
      ],
    }),
    requirePermission("website.keep"),
    validateForm(PictureForm, {
      bytes: LARGEST_FORM_BYTES,
      parts: 3,
      tooLarge: "picture.too_large",
    }),
    async (c) => {
      const { deps, session } = c.var;
      const id = await addPicture(deps, actorOf(session), c.req.valid("form").file);
      return c.json({ picture: readPicture(deps, id) } satisfies PictureAnswer, 201);
    },
  );
