import { createRouter } from "../server/calls";
import { multipart } from "../server/multipart";
import { PictureAnswer, PictureForm, PictureList } from "./content-desk-contract";
import { listPictures, readPicture, readPictureContent } from "./content-desk-queries";
import { addPicture } from "./picture-actions";

/** The limit for a picture of 5 MB and the form around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024;

/** The API for pictures of the public site. Everyone can see them, staff upload them. */
export const contentPictureRoutes = createRouter("content")
  .get(
    "/content/pictures/:name",
    "Gives a picture of the public site in one width. The picture with a given name never changes",
    { who: "public", answer: "image/webp" },
    async ({ c, deps, name }) => {
      const { content, contentType } = await readPictureContent(deps, name);
      c.header("Content-Type", contentType);
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      // Sites on which a page is shared may show its picture.
      c.header("Cross-Origin-Resource-Policy", "cross-origin");
      c.header("Cache-Control", "public, max-age=31536000, immutable");
      return c.body(content);
    },
  )
  .get(
    "/admin/content-pictures",
    "Lists the latest pictures uploaded for the public site",
    { who: "website.manage", answer: PictureList },
    ({ deps }) => ({ pictures: listPictures(deps) }),
  )
  .post(
    "/admin/content-pictures",
    "Uploads a picture for the public site. The same picture is stored only once",
    {
      who: "website.manage",
      form: multipart(PictureForm, {
        bytes: MAX_FORM_BYTES,
        parts: 3,
        tooLarge: "picture.too_large",
      }),
      created: PictureAnswer,
    },
    async ({ deps, actor, form }) => {
      const id = await addPicture(deps, actor, form.file);
      return { picture: readPicture(deps, id) };
    },
  );
