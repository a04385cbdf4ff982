/** Signs people in through the real flow: requests a code, reads it from the outbox and sends it back. */
import { desc, eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import type { Rider } from "../../src/accounts/contract";
import type { Driver } from "../../src/drivers/contract";
import { decryptBody } from "../../src/notifications/outbox";
import type { Browser, TestServer } from "./server";

/** A message as its recipient sees it, with its code or link. */
export type ReadMessage = {
  kind: string;
  channel: "email" | "sms" | "push";
  subject: string;
  text: string;
  html: string | null;
  /** The attached calendar file, or null if there is none. */
  calendar: string | null;
  code: string;
  /** The token of the one-tap link, or empty if there is none. */
  link: string;
};

/** Returns all messages to a contact whose text is still stored, newest first. */
export function messagesTo(server: Pick<TestServer, "deps">, recipient: string): ReadMessage[] {
  const { db, keys } = server.deps;
  return db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .all()
    .filter((row) => row.body !== null)
    .map((row) => {
      const body = decryptBody(keys, row.body ?? "");
      return {
        kind: row.kind,
        channel: row.channel,
        subject: row.subject,
        text: body.text,
        html: body.html,
        calendar: body.calendar ?? null,
        code: row.kind === "code" ? (/(?<!\d)(\d{4}|\d{6})(?!\d)/.exec(body.text)?.[1] ?? "") : "",
        link: /\/signin\/([\w-]+)/.exec(body.text)?.[1] ?? "",
      };
    });
}

/** Returns the newest message to a contact, and fails the test if there is none. */
export function lastMessage(server: Pick<TestServer, "deps">, recipient: string): ReadMessage {
  const [message] = messagesTo(server, recipient);
  if (!message) throw new Error(`There is no message to ${recipient}.`);
  return message;
}

/**
 * Returns the browser of a signed-in rider. With `names` (the default) their profile is complete. With null, they have
 * not entered their names yet.
 */
export async function signInRider(
  server: Pick<TestServer, "browser" | "deps">,
  identifier = "rider@example.com",
  options: {
    names?: { firstName: string; lastName: string } | null;
    browser?: Browser;
  } = {},
): Promise<{ browser: Browser; rider: Rider }> {
  const browser = options.browser ?? server.browser();
  const sentAnswer = await browser.post("/auth/send-otp", { identifier });
  if (sentAnswer.status !== 200)
    throw new Error(`send-otp: ${sentAnswer.status} ${await sentAnswer.text()}`);
  const { usercontact } = (await sentAnswer.json()) as { usercontact: string };
  const otp = lastMessage(server, usercontact).code;
  const verified = await browser.post("/auth/verify-otp", { identifier: usercontact, otp });
  if (verified.status !== 200)
    throw new Error(`verify-otp: ${verified.status} ${await verified.text()}`);
  const { getUser } = (await verified.json()) as { getUser: Rider };
  const names =
    options.names === undefined ? { firstName: "Aline", lastName: "Uwase" } : options.names;
  if (!names || getUser.firstName) return { browser, rider: getUser };
  await server.deps.write((tx) =>
    tx.update(riders).set(names).where(eq(riders.id, getUser.id)).run(),
  );
  return { browser, rider: { ...getUser, ...names } };
}

/** Returns the browser of a driver, signed in by e-mail or phone. The driver must exist. */
export async function signInDriver(
  server: Pick<TestServer, "browser" | "deps">,
  identifier = "driver@example.com",
  browser = server.browser(),
): Promise<{ browser: Browser; driver: Driver }> {
  const sentAnswer = await browser.post("/driver/checkdriver-sendotp", { identifier });
  if (sentAnswer.status !== 200)
    throw new Error(`checkdriver-sendotp: ${sentAnswer.status} ${await sentAnswer.text()}`);
  const { usercontact } = (await sentAnswer.json()) as { usercontact: string };
  const otp = lastMessage(server, usercontact).code;
  const verified = await browser.post("/driver/verify-otp", { identifier: usercontact, otp });
  if (verified.status !== 200)
    throw new Error(`driver verify-otp: ${verified.status} ${await verified.text()}`);
  const { getdriver } = (await verified.json()) as { getdriver: Driver };
  return { browser, driver: getdriver };
}
