/** A ride that somebody asks to be called back about, by the public form or without scripts. */
import { z } from "zod";
import { contactText, line, lines } from "../settings/text-contract";

const place = (missing: string) =>
  line.min(1, missing).max(200, "This is too long for a place: 200 characters at most.");

/** A field that people never see is filled by programs alone. */
export const AskForRide = z
  .object({
    from: place("Please say where you are picked up."),
    to: place("Please say where you are going."),
    /** `2026-11-21` on the operator's clocks; empty with the time for as soon as possible. */
    date: z
      .string()
      .regex(/^(?:\d{4}-\d{2}-\d{2})?$/, "Please choose a day.")
      .default(""),
    time: z
      .string()
      .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, "Please choose a time.")
      .default(""),
    passengers: z
      .string()
      .regex(/^[1-9]\d?$/, "Please say how many ride along.")
      .default("1"),
    name: line.min(1, "Please say your name.").max(120, "This is too long for a name."),
    contact: contactText,
    text: lines.pipe(z.string().max(2_000, "Please write 2,000 characters at most.")).default(""),
    website: z.string().max(2_000).default(""),
  })
  .refine(({ date, time }) => date !== "" || time === "", {
    path: ["date"],
    error: "Please choose a day too, or leave out the time.",
  })
  .refine(({ date, time }) => date === "" || time !== "", {
    path: ["time"],
    error: "Please choose a time too, or leave out the day.",
  });
export type AskForRide = z.infer<typeof AskForRide>;
