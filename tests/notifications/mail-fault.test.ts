/** The text that an operator reads when the mail server refuses Livery's mail. */
import { expect, test } from "bun:test";
import { mailFault } from "../../src/notifications/carriers";

test.each([
  [
    "an error on Livery's side is reported with its message",
    { code: "ESOCKET", command: "CONN", message: "self signed certificate" },
    "ESOCKET CONN: self signed certificate",
  ],
  [
    "an unknown host name is reported with its message",
    { code: "EDNS", command: "CONN", message: "getaddrinfo ENOTFOUND mail" },
    "EDNS CONN: getaddrinfo ENOTFOUND mail",
  ],
  [
    "a reply of the mail server is reported with its number but not its text",
    {
      code: "EAUTH",
      responseCode: 535,
      command: "AUTH",
      message: "Invalid login: 535 ada@example.com",
    },
    "EAUTH 535 AUTH",
  ],
  [
    "an error without a code is reported without its message",
    new Error("ada@example.com"),
    "failed",
  ],
])("%s", (_, error, expectedText) => {
  expect(mailFault(error)).toBe(expectedText);
});
