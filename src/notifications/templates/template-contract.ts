import { z } from "zod";
import { Language } from "../../accounts/contract";

/** The messages to riders whose text the owner may change. */
export const TemplateId = z.enum([
  "received",
  "price_requested",
  "priced",
  "confirmed",
  "changed",
  "reminder",
  "assigned",
  "on_the_way",
  "arrived",
  "cancelled_by_rider",
  "cancelled_by_us",
  "missed",
  "receipt",
  "corrected",
]);
export type TemplateId = z.infer<typeof TemplateId>;

/** The owner's text for a message. Names in braces are filled in for each trip. */
export const OwnTemplate = z.object({
  subject: z.string().trim().min(1, "This field is required.").max(150),
  /** Paragraphs separated by empty lines. */
  body: z.string().trim().min(1, "This field is required.").max(1_500),
  /** The text for SMS; "" to create it from the body. */
  sms: z.string().trim().max(480),
});
export type OwnTemplate = z.infer<typeof OwnTemplate>;

/** One message in one language. */
export const Template = z.object({
  id: TemplateId,
  name: z.string(),
  /** The names allowed in braces. */
  placeholders: z.array(z.string()),
  ours: z.object({ subject: z.string(), body: z.string() }),
  /** The owner's text; null if the standard text is used. */
  own: OwnTemplate.nullable(),
  /** 0 for the standard text. It increases with every change. */
  version: z.number().int(),
});
export type Template = z.infer<typeof Template>;

export const TemplateList = z.object({ texts: z.array(Template) });
export type TemplateList = z.infer<typeof TemplateList>;
export const TemplateAnswer = z.object({ text: Template });
export type TemplateAnswer = z.infer<typeof TemplateAnswer>;

export const TemplateQuery = z.object({ language: Language });
export const TemplateParam = z.object({ id: TemplateId });

/** The `version` that the caller saw. Answers 409 if it has changed. */
export const SaveTemplate = OwnTemplate.extend({
  language: Language,
  version: z.number().int().min(0),
});
export type SaveTemplate = z.infer<typeof SaveTemplate>;
export const ResetTemplate = SaveTemplate.pick({ language: true, version: true });
export type ResetTemplate = z.infer<typeof ResetTemplate>;

/** `own` is null to preview the standard text. */
export const PreviewTemplate = z.object({ language: Language, own: OwnTemplate.nullable() });
export type PreviewTemplate = z.infer<typeof PreviewTemplate>;

/** A message about an invented trip, as the server would send it. */
export const TemplatePreview = z.object({
  subject: z.string(),
  text: z.string(),
  sms: z.string(),
  /** The number of SMS parts that a network counts and bills. */
  smsParts: z.number().int(),
  push: z.object({ title: z.string(), body: z.string() }).nullable(),
});
export type TemplatePreview = z.infer<typeof TemplatePreview>;
