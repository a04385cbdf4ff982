/** The second factor of staff for tests, turned on through real calls. */
import { TOTP } from "otpauth";
import type {
  RecoveryCodes,
  SecondFactorOffer,
} from "../../src/accounts/staff/second-factor-contract";
import type { Browser, TestServer } from "./server";
import { PASSWORD } from "./staff";

/** Returns the code that an authenticator app shows for a key at a time in ms. */
export const codeOf = (secret: string, at: number) =>
  new TOTP({ secret }).generate({ timestamp: at });

/** Turns on the second factor of the signed-in person, and returns the key and the recovery codes. */
export async function turnOnSecondFactor(server: TestServer, browser: Browser) {
  const offerAnswer = await browser.post("/admin/second-factor/offer", {
    currentPassword: PASSWORD,
  });
  if (offerAnswer.status !== 200) throw new Error(`no offer: ${await offerAnswer.text()}`);
  const { secret } = (await offerAnswer.json()) as SecondFactorOffer;
  const confirmedAnswer = await browser.request("/admin/second-factor", {
    method: "PUT",
    json: { code: codeOf(secret, server.deps.now()) },
  });
  if (confirmedAnswer.status !== 200)
    throw new Error(`not confirmed: ${await confirmedAnswer.text()}`);
  const { recoveryCodes } = (await confirmedAnswer.json()) as RecoveryCodes;
  return { secret, recoveryCodes };
}
