import { z } from "zod";

/** The pages that a logo is for: light ones, or dark ones if they need another logo. */
export const LogoBackground = z.enum(["light", "dark"]);
export type LogoBackground = z.infer<typeof LogoBackground>;

/** A multipart form. `version` is the version of the settings that was seen. Answers 409 if it has changed. */
export const LogoForm = z.object({
  ground: LogoBackground,
  version: z.coerce.number().int().min(1),
  file: z.file(),
});
export type LogoForm = z.infer<typeof LogoForm>;

export const RemoveLogo = LogoForm.omit({ file: true });
export type RemoveLogo = z.infer<typeof RemoveLogo>;
