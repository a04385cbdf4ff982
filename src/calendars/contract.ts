/** Calendar links: addresses by which calendar apps read trips. Browser-safe. */
import { z } from "zod";

/** The trips that a dispatcher's link shows; `id` is `all` for the office. */
export const StaffCalendar = z.object({
  kind: z.enum(["office", "vehicle", "company"]),
  id: z.string().max(64),
});
export type StaffCalendar = z.infer<typeof StaffCalendar>;

/** Creates the link, or returns the existing one; `reset` replaces it. */
export const MakeCalendarLink = z.object({ reset: z.boolean().default(false) });
export type MakeCalendarLink = z.input<typeof MakeCalendarLink>;

/** The address for calendar apps; null if there is no link. */
export const CalendarLink = z.object({ url: z.string().nullable() });
export type CalendarLink = z.infer<typeof CalendarLink>;

/**
 * All links, as owners see them. The addresses are left out, because they are secrets of the people who created them.
 */
export const CalendarLinks = z.object({
  links: z.array(
    z.object({
      id: z.string(),
      audience: z.enum(["rider", "driver", "admin"]),
      /** The person who owns the link; null once their account is deleted. */
      person: z.string().nullable(),
      kind: z.enum(["driver", "vehicle", "company", "office"]),
      /** The driver, vehicle or company whose trips it shows; empty for the office. */
      subject: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type CalendarLinks = z.infer<typeof CalendarLinks>;

/** The path parameter of a link, with or without the ending that some calendars require. */
export const CalendarToken = z.object({
  token: z
    .string()
    .max(200)
    .transform((token) => token.replace(/\.ics$/, "")),
});
