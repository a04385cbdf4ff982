import { z } from "zod";

/** Pages that a logo is for: by day, or dark ones where it needs another. */
export const LogoBackground = z.enum(["light", "dark"]);
export type LogoBackground = z.infer<typeof LogoBackground>;

/** A multipart form. `version` is that of the settings that was seen; answers 409 if it has changed. */
export const LogoForm = z.object({
  ground: LogoBackground,
  version: z.coerce.number().int().min(1),
  file: z.file(),
});
export type LogoForm = z.infer<typeof LogoForm>;

export const RemoveLogo = LogoForm.omit({ file: true });
export type RemoveLogo = z.infer<typeof RemoveLogo>;
