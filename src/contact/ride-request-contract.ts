/** A visitor's request to be called back about a ride, sent by the public form with or without scripts. */
import { z } from "zod";
import { contactText, line, lines } from "../settings/text-contract";

const place = (missing: string) => line.min(1, missing).max(200);

/** A ride request. `website` is hidden from people, so only programs fill it in. */
export const RideRequest = z
  .object({
    from: place("Please tell us where to pick you up."),
    to: place("Please tell us where you are going."),
    /**
     * The day in the operator's time zone, such as `2026-11-21`. Empty together with the time for as soon as possible.
     */
    date: z
      .string()
      .regex(/^(?:\d{4}-\d{2}-\d{2})?$/, "Choose a day too, or leave the time empty.")
      .default(""),
    time: z
      .string()
      .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, "Choose a time too, or leave the day empty.")
      .default(""),
    passengers: z
      .string()
      .regex(/^[1-9]\d?$/, "Please enter how many people are riding.")
      .default("1"),
    name: line.min(1, "Please tell us your name.").max(120),
    contact: contactText,
    text: lines.pipe(z.string().max(2_000)).default(""),
    website: z.string().max(2_000).default(""),
  })
  .refine(({ date, time }) => date !== "" || time === "", {
    path: ["date"],
    error: "Choose a day too, or leave the time empty.",
  })
  .refine(({ date, time }) => date === "" || time !== "", {
    path: ["time"],
    error: "Choose a time too, or leave the day empty.",
  });
export type RideRequest = z.infer<typeof RideRequest>;
