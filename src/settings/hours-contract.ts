import { z } from "zod";

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "Enter a time such as 08:30.");

/** The hours of one day, in order. Empty if the office is closed. */
const DayHours = z.array(z.object({ from: time, until: time })).max(3);

/** The opening hours of the office: seven days, Monday first. */
export const OpeningHours = z.array(DayHours).length(7);
export type OpeningHours = z.infer<typeof OpeningHours>;

/** Null if the operator gives no opening hours. */
const HoursRules = z.object({ openingHours: OpeningHours.nullable() });

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveHoursRules = HoursRules.extend({ version: z.number().int().min(1) });
export type SaveHoursRules = z.infer<typeof SaveHoursRules>;

export const HoursRulesAnswer = z.object({ rules: HoursRules, version: z.number().int() });
export type HoursRulesAnswer = z.infer<typeof HoursRulesAnswer>;
