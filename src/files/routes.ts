import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { validateForm } from "../server/multipart";
import { BrandRulesAnswer } from "../settings/brand-contract";
import { removeLogo, saveLogo } from "./logo-actions";
import { LogoForm, LogoName, RemoveLogo } from "./logo-contract";
import { readBrand, readLogo } from "./logo-queries";

const tag = "settings";
/** A picture of 5 MB with the form around it. */
const LARGEST_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024;

/** The operator's logo: everybody sees it, the owner changes it. */
export const logoRoutes = createRouter()
  .get(
    "/logo/:name",
    describe({
      summary: "The operator's logo; its address changes with the picture",
      tag,
      security: "public",
      answers: { 200: "image/png" },
      refusals: ["request.not_found"],
    }),
    validate("param", LogoName),
    async (c) => {
      const content = await readLogo(c.var.deps, c.req.valid("param").name);
      c.header("Content-Type", "image/png");
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      // E-mails show it too.
      c.header("Cross-Origin-Resource-Policy", "cross-origin");
      c.header("Cache-Control", "public, max-age=31536000, immutable");
      return c.body(content);
    },
  )
  .put(
    "/admin/settings/logo",
    describe({
      summary: "Puts a picture in the place of mark and name",
      tag,
      security: "admin",
      answers: { 200: BrandRulesAnswer },
      refusals: [
        "request.forbidden",
        "request.conflict",
        "picture.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "picture.unreadable",
        "logo.drawing",
        "request.timeout",
      ],
    }),
    requirePermission("operator.rule"),
    validateForm(LogoForm, {
      bytes: LARGEST_FORM_BYTES,
      parts: 5,
      tooLarge: "picture.too_large",
    }),
    async (c) => {
      await saveLogo(c.var.deps, actorOf(c.var.session), c.req.valid("form"));
      return c.json(readBrand(c.var.deps) satisfies BrandRulesAnswer);
    },
  )
  .delete(
    "/admin/settings/logo",
    describe({
      summary: "Takes the logo away; mark and name stand there again",
      tag,
      security: "admin",
      answers: { 200: BrandRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("query", RemoveLogo),
    async (c) => {
      await removeLogo(c.var.deps, actorOf(c.var.session), c.req.valid("query"));
      return c.json(readBrand(c.var.deps) satisfies BrandRulesAnswer);
    },
  );
