/** The operator's terms: the published versions, and what was accepted for a trip. */
import { z } from "zod";
import { lines } from "../../settings/text-contract";

const text = lines.pipe(z.string().trim().max(20_000));
const version = z.number().int();

/** A published version, for everybody. */
export const Terms = z.object({
  version,
  text: z.string(),
  cancellation: z.string(),
  publishedAt: z.iso.datetime(),
});
export type Terms = z.infer<typeof Terms>;

export const TermsVersion = z.object({ version: z.coerce.number().int().min(1) });

/** All versions, newest first, for staff. */
export const TermsHistory = z.object({
  versions: z.array(
    Terms.extend({
      publishedBy: z.string(),
      /** For how many trips it was accepted. */
      trips: z.number().int(),
    }),
  ),
});
export type TermsHistory = z.infer<typeof TermsHistory>;

/**
 * Publishes a version after the one that the caller saw, or after 0 if there was none. With empty texts, riders no
 * longer accept terms.
 */
export const PublishTerms = z.object({ version: version.min(0), text, cancellation: text });
export type PublishTerms = z.input<typeof PublishTerms>;

/** The accepted terms of a trip. */
export const TripTerms = z.object({
  version,
  how: z.enum(["ticked", "read", "sent", "quote"]),
  acceptedAt: z.iso.datetime(),
});
export type TripTerms = z.infer<typeof TripTerms>;
