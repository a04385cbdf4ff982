import { askerOf } from "../cookies";
import { createRouter, describe, limitPerAddress, readSession } from "../http";
import { jsonOrForm } from "../multipart";
import { Message } from "../settings/contract";
import { writeToUs } from "./actions";
import { WriteToUs } from "./contract";

/** The public form. */
export const contactFormRoutes = createRouter().post(
  "/contact",
  describe({
    summary:
      "Writes to the operator, as JSON or by a plain form (answered with a redirect); 5 an hour from an address",
    tag: "contact",
    security: "public",
    answers: { 201: Message, 303: "To the page that says what came of a plain form" },
    refusals: ["request.too_many", "request.too_large", "request.wrong_type"],
  }),
  jsonOrForm(WriteToUs, { done: "/contact-us?sent=yes" }),
  // Behind the checks: somebody who mistypes has not written yet.
  limitPerAddress(5, 3_600),
  async (c) => {
    const { deps } = c.var;
    c.header("Cache-Control", "no-store");
    await writeToUs(deps, c.req.valid("json"), {
      riderId: readSession(c, "rider")?.accountId ?? null,
      language: askerOf(c, "rider").language,
    });
    return c.json({ message: "Thank you. We have your message." } satisfies Message, 201);
  },
);
