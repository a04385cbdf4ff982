import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber } from "libphonenumber-js/max";
import { readContact } from "../../src/accounts/contact-rules";
import { phoneCountry } from "../../src/accounts/phones/phone-country";
import {
  loginFieldError,
  loginFieldType,
  maskContact,
  normalizeName,
  personNameError,
  readDriverIdentifier,
  readEmail,
  readIdentifier,
  smsPrefix,
  withoutDialingPrefix,
} from "../../src/accounts/rules";

const email = (value: string) => ({ type: "email" as const, value });
const phone = (value: string) => ({ type: "phone" as const, value });
/** Reads a contact as the server of an operator in Rwanda does. */
const readTypedContact = (typed: string, callingCode?: string) =>
  readContact(typed, { country: "RW", callingCode });

describe("section 5: reading an identifier", () => {
  test.each([
    ["rider@example.com", email("rider@example.com")],
    ["  Rider@Example.COM ", email("rider@example.com")],
    ["a@b.co", email("a@b.co")],
    ["o'brien+livery@mail.example.co.uk", email("o'brien+livery@mail.example.co.uk")],
    ["jose\u0301@example.com", email("josé@example.com")],
    ["JOSÉ@example.com", email("josé@example.com")],
    ["info@münchen.de", email("info@xn--mnchen-3ya.de")],
    ["info@example.xn--p1ai", email("info@example.xn--p1ai")],
    ["+250788123456", phone("+250788123456")],
    ["250788123456", phone("+250788123456")],
    [" +250 788 123 456 ", phone("+250788123456")],
    ["+250\u00a0788-123-456", phone("+250788123456")],
    ["+1 (202) 555-0123", phone("+12025550123")],
    ["12", phone("+12")],
    ["+123456789012345", phone("+123456789012345")],
  ])("reads %p", (typed, identifier) => {
    expect(readIdentifier(typed)).toEqual(identifier);
    expect(readDriverIdentifier(typed)).toEqual(identifier);
  });

  test.each([
    ["0788123456", "250", "+250788123456"],
    ["788123456", "250", "+250788123456"],
    ["0788 123 456", "+250", "+250788123456"],
    ["250788123456", "250", "+250788123456"],
    ["+250788123456", "1", "+250788123456"],
    ["2025550123", "1", "+12025550123"],
    ["12025550123", "1", "+12025550123"],
    ["7012345678", "7", "+77012345678"],
    ["07911123456", "44", "+447911123456"],
    ["90123456", "47", "+4790123456"],
    ["4790123456", "47", "+4790123456"],
    ["3541234567", "354", "+3541234567"],
    ["9123456789", "91", "+919123456789"],
    ["919123456789", "91", "+919123456789"],
    ["09123456789", "91", "+919123456789"],
    ["3912345678", "39", "+393912345678"],
    ["393912345678", "39", "+393912345678"],
    ["06 6982 1234", "39", "+390669821234"],
    ["0123456789", "225", "+2250123456789"],
    ["2250123456789", "225", "+2250123456789"],
    ["89161234567", "7", "+79161234567"],
    ["06201234567", "36", "+36201234567"],
    ["00250788123456", "1", "+250788123456"],
    ["773111632", "870", "+870773111632"],
  ])("reads %p with the calling code %p as %p", (typed, code, value) => {
    expect(readTypedContact(typed, code)).toEqual(phone(value));
  });

  test("reads a driver's number only if it has 2 to 15 digits and does not begin with 0", () => {
    for (const plusSign of ["", "+"]) {
      for (const digits of ["12", "9".repeat(15)])
        expect(readDriverIdentifier(plusSign + digits)).toEqual(phone(`+${digits}`));
      for (const digits of ["", "1", "012", "1".repeat(16), "12a"])
        expect([plusSign + digits, readDriverIdentifier(plusSign + digits)]).toEqual([
          plusSign + digits,
          null,
        ]);
    }
  });

  test("reads each country's example number with its calling code in every spelling", () => {
    for (const iso2 of getCountries()) {
      const example = getExampleNumber(iso2, examples);
      // Argentina writes 15 in national numbers where 9 is written internationally, and the digits alone do not tell
      // which.
      if (!example || iso2 === "AR") continue;
      const code = example.countryCallingCode;
      for (const typed of [
        example.formatNational(),
        String(example.nationalNumber),
        example.number.slice(1),
        `00${example.number.slice(1)}`,
        example.number,
      ]) {
        const read = readTypedContact(typed, code)?.value;
        expect(`${iso2} ${typed}: ${read}`).toBe(`${iso2} ${typed}: ${example.number}`);
      }
    }
  });

  test("ignores an invalid calling code", () => {
    expect(readTypedContact("788123456", "")).toEqual(phone("+250788123456"));
    expect(readTypedContact("788123456", "<script>")).toEqual(phone("+250788123456"));
    expect(readTypedContact("0788123456", "0")).toEqual(phone("+250788123456"));
    expect(readTypedContact("rider@example.com", "250")).toEqual(email("rider@example.com"));
  });

  test.each([
    "",
    " ",
    "a@b",
    "a@b.c",
    "a@b.c1",
    "a@@b.com",
    "a@b@c.com",
    "a b@c.com",
    "@b.com",
    "a@.com",
    "a@b..com",
    ".a@b.com",
    "a..b@c.com",
    "a,b@c.com",
    "a@b.com,c@d.com",
    "Rider <a@b.com>",
    '"a b"@c.com',
    "a@b.com\r\nBcc: c@d.com",
    "a@b.com\r\n",
    "a@b.com\0",
    "a\t@b.com",
    "a@-b.com",
    "\ud800@b.com",
    "a@[127.0.0.1]",
    `${"a".repeat(65)}@b.com`,
    `a@${"b".repeat(64)}.com`,
    "+0788123456",
    "+",
    "1",
    "+1",
    "++250788123456",
    "+250788123456+",
    "+1234567890123456",
    "1234567890123456",
    "+25078812345a",
    "-250788123456",
    ".250788123456",
    "/250788123456",
    "rider",
    "null",
    "[object Object]",
  ])("refuses %p", (typed) => {
    expect(readIdentifier(typed)).toBeNull();
    expect(readTypedContact(typed, "xx")).toBeNull();
  });

  test("refuses 10,000 characters quickly", () => {
    const longIdentifiers = ["a", "1", "a.", "@", "a@", ".a@b", " ", "+", "-", "é", "xn--"].flatMap(
      (part) => [part.repeat(10_000), `a@${part.repeat(10_000)}`, `${part.repeat(10_000)}@b.com`],
    );
    const start = performance.now();
    for (const typed of longIdentifiers) expect(readIdentifier(typed)).toBeNull();
    expect(performance.now() - start).toBeLessThan(50 * longIdentifiers.length);
  });

  test("reads an identifier the same in any case and with extra spaces", () => {
    const local = fc.stringMatching(/^[a-z0-9_+-]{1,20}$/);
    const domain = fc.stringMatching(/^[a-z0-9]{1,20}\.[a-z]{2,10}$/);
    fc.assert(
      fc.property(local, domain, (before, after) => {
        const address = `${before}@${after}`;
        expect(readIdentifier(address)).toEqual(email(address));
        expect(readIdentifier(`  ${address.toUpperCase()} `)).toEqual(email(address));
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{1,14}$/), (digits) => {
        expect(readIdentifier(digits)).toEqual(phone(`+${digits}`));
        expect(readIdentifier(`+ ${[...digits].join(" ")}`)).toEqual(phone(`+${digits}`));
      }),
    );
  });

  test("never throws, and reads its own result unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (typed) => {
        const read = readIdentifier(typed);
        if (read) expect(readIdentifier(read.value)).toEqual(read);
      }),
    );
  });
});

test("readEmail returns an e-mail address in lower case and refuses other text", () => {
  expect(["a@b.co", "A@B.CO"].map(readEmail)).toEqual(["a@b.co", "a@b.co"]);
  expect(readEmail("a@b")).toBeNull();
  expect(readEmail("+250788123456")).toBeNull();
});

describe("section 5: the login field", () => {
  test.each([
    ["rider", "email"],
    ["7é", "email"],
    ["1@2.3", "email"],
    ["+250 788", "phone"],
    ["1@2", "phone"],
    ["", "phone"],
  ])("treats %p as %p", (typed, type) => {
    expect(loginFieldType(typed)).toBe(type as "email" | "phone");
  });
  test.each([
    ["", "This field is required."],
    ["   ", "This field is required."],
    ["rider", "Enter a valid email address."],
    ["rider@example", "Enter a valid email address."],
    ["ri der@example.com", "Enter a valid email address."],
    ["rider@example.com", null],
    ["788123456", "Enter a valid phone number."],
    ["0788123456", null],
    ["+250788123456", null],
    ["+250 788 123 456", null],
    ["+123456789012345", null],
    ["+1234567890123456", "Enter a valid phone number."],
    ["+250!788123456", "Enter a valid phone number."],
    ["-250788123456", "Enter a valid phone number."],
    [".250788123456", "Enter a valid phone number."],
    ["/250788123456", "Enter a valid phone number."],
    ["٠٧٨٨١٢٣٤٥٦", null],
    ["०७८८१२३४५६", null],
    ["संपर्क@डाटामेल.भारत", null],
  ])("checks %p and shows the error %p", (typed, message) => {
    expect(loginFieldError(typed)).toBe(message);
  });
});

test.each([
  ["+250788123456", "250", "788123456"],
  ["250788123456", "+250", "788123456"],
  ["+250788123456", "1", null],
  ["+250788123456", "", null],
  ["788123456", "250", null],
])("withoutDialingPrefix takes %p and the prefix %p and returns %p", (number, prefix, rest) => {
  expect(withoutDialingPrefix(number, prefix)).toBe(rest);
});

test.each([
  [email("rider@example.com"), "r***@example.com"],
  [email("r@example.com"), "r***@example.com"],
  [email("😀a@example.com"), "😀***@example.com"],
  [phone("+250788123456"), "********3456"],
  [phone("+12"), "12"],
])("maskContact shows %p as %p", (contact, shown) => {
  expect(maskContact(contact)).toBe(shown);
});

test("smsPrefix returns the first 7 digits of a phone number", () => {
  expect(smsPrefix("+250788123456")).toBe("2507881");
  expect(smsPrefix("+12")).toBe("12");
});

test.each([
  ["+250788123456", "RW"],
  ["+12025550123", "US"],
  ["+14165551234", "CA"],
  ["+18765551234", "JM"],
  ["+447400123456", "GB"],
  ["+79161234567", "RU"],
  ["+77012345678", "KZ"],
  ["+8821612345678", null],
  ["+999123456", null],
  ["+12", null],
  ["nonsense", null],
])("phoneCountry takes %p and returns %p", (number, country) => {
  expect(phoneCountry(number)).toBe(country);
});

describe("a person's name", () => {
  test.each([
    "Ada",
    "O'Brien",
    "محمد",
    "नरेन्द्र",
    "👩‍🚀 Zoë",
    "<script>alert(1)</script>",
    "=1+1",
    "Jean-Luc  de la Tour",
    "x".repeat(80),
    "😀".repeat(80),
  ])("may be %p", (name) => {
    expect(personNameError("firstName", name)).toBeNull();
  });
  test.each([
    ["", "firstName is required"],
    ["   ", "firstName is required"],
    ["\u00a0\u200b\u200d", "firstName is required"],
    ["A\0da", "firstName has a character that cannot be used"],
    ["A\nda", "firstName has a character that cannot be used"],
    ["\u202eadA", "firstName has a character that cannot be used"],
    ["Ada\u2066", "firstName has a character that cannot be used"],
    ["\ud800", "firstName has a character that cannot be used"],
    ["x".repeat(81), "firstName must be at most 80 characters"],
    ["😀".repeat(81), "firstName must be at most 80 characters"],
    ["x".repeat(10_000), "firstName must be at most 80 characters"],
  ])("may not be %p: %p", (name, message) => {
    expect(personNameError("firstName", name)).toBe(message);
  });
  test("is stored in composed form without extra spaces", () => {
    expect(normalizeName("  Jose\u0301   Maria ")).toBe("José Maria");
  });
});
