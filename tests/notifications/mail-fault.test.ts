/** The text that an operator reads when the mail server refuses Livery's mail. */
import { expect, test } from "bun:test";
import { mailFault } from "../../src/notifications/carriers";

test.each([
  [
    "our own side's words",
    { code: "ESOCKET", command: "CONN", message: "self signed certificate" },
    "ESOCKET CONN: self signed certificate",
  ],
  [
    "a name that leads nowhere",
    { code: "EDNS", command: "CONN", message: "getaddrinfo ENOTFOUND mail" },
    "EDNS CONN: getaddrinfo ENOTFOUND mail",
  ],
  [
    "a reply's number, not its text",
    {
      code: "EAUTH",
      responseCode: 535,
      command: "AUTH",
      message: "Invalid login: 535 ada@example.com",
    },
    "EAUTH 535 AUTH",
  ],
  ["what has no code", new Error("ada@example.com"), "failed"],
])("%s", (_, error, expectedText) => {
  expect(mailFault(error)).toBe(expectedText);
});
