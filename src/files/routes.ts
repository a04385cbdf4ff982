import { createRouter } from "../server/calls";
import { multipart } from "../server/multipart";
import { BrandRulesAnswer } from "../settings/brand-contract";
import { removeLogo, saveLogo } from "./logo-actions";
import { LogoForm, RemoveLogo } from "./logo-contract";
import { readBrand, readLogo } from "./logo-queries";

/** The limit for a picture of 5 MB and the form around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024;

/** The API for the operator's logo. Everyone can see it, the owner can change it. */
export const logoRoutes = createRouter("settings")
  .get(
    "/logo/:name",
    "Gives the operator's logo. A new logo has a new address",
    { who: "public", answer: "image/png" },
    async ({ c, deps, name }) => {
      const content = await readLogo(deps, name);
      c.header("Content-Type", "image/png");
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      // E-mails show the logo too.
      c.header("Cross-Origin-Resource-Policy", "cross-origin");
      c.header("Cache-Control", "public, max-age=31536000, immutable");
      return c.body(content);
    },
  )
  .put(
    "/admin/settings/logo",
    "Uploads the operator's logo, which replaces the mark and the name",
    {
      who: "settings.manage",
      form: multipart(LogoForm, {
        bytes: MAX_FORM_BYTES,
        parts: 5,
        tooLarge: "picture.too_large",
      }),
      answer: BrandRulesAnswer,
      refuses: ["request.conflict", "logo.drawing"],
    },
    async ({ deps, actor, form }) => {
      await saveLogo(deps, actor, form);
      return readBrand(deps);
    },
  )
  .delete(
    "/admin/settings/logo",
    "Removes the logo, so that the mark and the name appear again",
    {
      who: "settings.manage",
      query: RemoveLogo,
      answer: BrandRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, query }) => {
      await removeLogo(deps, actor, query);
      return readBrand(deps);
    },
  );
