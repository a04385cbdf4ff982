/** Typing into a phone number field: specification, sections 4, 5 and 9. */
import { describe, expect, test } from "bun:test";
import {
  type Edit,
  formatPhone,
  changeCountry,
  fullNumberOf,
  type PhoneText,
  prefixOf,
  type TypingRules,
  typePhone,
} from "../../../client/phone-input/number-text";
import { withoutDialingPrefix } from "../../../src/accounts/rules";

type Box = PhoneText & { caret: number };

const empty = (country = "RW"): Box => ({ text: "", country, caret: 0 });
const press = (box: Box, key: string, rules?: TypingRules): Box => {
  const { text, caret } = box;
  const edits: Record<string, Edit> = {
    Backspace: {
      raw: text.slice(0, Math.max(0, caret - 1)) + text.slice(caret),
      caret: Math.max(0, caret - 1),
      inputType: "deleteContentBackward",
    },
    Delete: {
      raw: text.slice(0, caret) + text.slice(caret + 1),
      caret,
      inputType: "deleteContentForward",
    },
  };
  const typed = { raw: text.slice(0, caret) + key + text.slice(caret), caret: caret + key.length };
  return typePhone(box, edits[key] ?? typed, rules);
};
const type = (keys: string, box = empty(), rules?: TypingRules) =>
  [...keys].reduce((before, key) => press(before, key, rules), box);
const fill = (raw: string, country = "RW") => typePhone(empty(country), { raw, caret: raw.length });
/** Returns the field's text with a bar at the caret. */
const shownText = ({ text, caret }: Box) => `${text.slice(0, caret)}|${text.slice(caret)}`;

describe("section 9: digits in groups", () => {
  test("follow the country's format, with or without the zero dialled at home", () => {
    expect(type("788123456").text).toBe("788 123 456");
    expect(type("0788123456").text).toBe("0788 123 456");
    expect(type("4165550123", empty("US")).text).toBe("416 555 0123");
    expect(type("0612345678", empty("FR")).text).toBe("06 12 34 56 78");
    expect(type("89123456789", empty("RU")).text).toBe("8 912 345 67 89");
  });

  test("are grouped in threes up to the twelfth if no country is known", () => {
    expect(type("+999123456789012").text).toBe("+999 123 456 789012");
  });

  test("keep the caret between the same digits", () => {
    const box = type("788123456");
    expect(shownText(press({ ...box, caret: 5 }, "9"))).toBe("788 19|2 3456");
    expect(shownText(press({ ...box, caret: 6 }, "Backspace"))).toBe("788 1|34 56");
    expect(shownText(press({ ...box, caret: 0 }, "5"))).toBe("5|78 812 3456");
  });

  test("lose the digit beside a space that is deleted", () => {
    const box = type("788123456");
    expect(shownText(press({ ...box, caret: 4 }, "Backspace"))).toBe("78|1 234 56");
    expect(shownText(press({ ...box, caret: 3 }, "Delete"))).toBe("788| 234 56");
  });

  test("keep the grouping that a person has typed", () => {
    expect(type("(416) 555-0123", empty("US")).text).toBe("(416) 555-0123");
    expect(fullNumberOf(type("(416) 555-0123", empty("US"))).full).toBe("+14165550123");
    expect(type("788.12").text).toBe("788.12");
  });
});

describe("section 5: at most 15 digits", () => {
  test("a digit too many is ignored, wherever it is typed", () => {
    const full = type("+123456789012345", empty("US"));
    expect(full.text.replace(/\D/g, "")).toBe("123456789012345");
    expect(shownText(press(full, "6"))).toBe(shownText(full));
    expect(shownText(press({ ...full, caret: 4 }, "6"))).toBe(shownText({ ...full, caret: 4 }));
    expect(fullNumberOf(type("9".repeat(30))).full).toBe(`+250${"9".repeat(12)}`);
  });

  test("a longer number that is pasted is cut at its end", () => {
    expect(fullNumberOf(fill(`+1${"4".repeat(30)}`)).full).toBe(`+1${"4".repeat(14)}`);
  });

  test("more digits are allowed if long numbers are enabled", () => {
    const longNumber = type("+12345678901234567", empty("US"), { allowsLongNumbers: true });
    expect(fullNumberOf(longNumber).full).toBe("+12345678901234567");
  });
});

describe("section 3: the country of a typed number", () => {
  test("follows the dial code, its priority and the area code", () => {
    expect(type("+").country).toBe("RW");
    expect(type("+1").country).toBe("US");
    expect(type("+1416").country).toBe("CA");
    expect(type("+14165550123")).toMatchObject({ text: "+1 416 555 0123", country: "CA" });
    expect(type("+7").country).toBe("RU");
    expect(type("+77").country).toBe("KZ");
    expect(type("+44").country).toBe("GB");
    expect(type("+441534").country).toBe("JE");
    expect(type("+599").country).toBe("CW");
    expect(type("+5997").country).toBe("BQ");
    expect(type("+262").country).toBe("RE");
    expect(type("+262639").country).toBe("YT");
  });

  test("follows the area code without a plus, within one dial code", () => {
    expect(type("416", empty("US")).country).toBe("CA");
    expect(type("212", empty("CA")).country).toBe("US");
    expect(type("01534", empty("GB")).country).toBe("JE");
    expect(type("416").country).toBe("RW");
  });

  test("goes back to the home country when the number no longer names another", () => {
    const home = { home: "RW" };
    const canadianNumber = type("+1416", empty(), home);
    expect(canadianNumber.country).toBe("CA");
    expect(press({ ...canadianNumber, caret: 1 }, "Backspace", home).country).toBe("RW");
    const emptiedField = typePhone(canadianNumber, { raw: "", caret: 0 }, home);
    expect(emptiedField).toEqual({ text: "", country: "RW", caret: 0 });
    const pastedField = typePhone(canadianNumber, { raw: "0788123456", caret: 10 }, home);
    expect(pastedField).toMatchObject({ text: "0788 123 456", country: "RW" });
  });

  test("stays as chosen while the number may belong to it", () => {
    expect(type("2", empty("CA")).country).toBe("CA");
    expect(type("+1", empty("CA")).country).toBe("CA");
    expect(type("590", empty("MF")).country).toBe("MF");
  });
});

describe("a phone number that is filled in at once", () => {
  test.each([
    ["+14165550123", "+14165550123", "CA"],
    ["+1 (416) 555-0123", "+14165550123", "CA"],
    ["tel:+1-416-555-0123", "+14165550123", "CA"],
    ["0014165550123", "+14165550123", "CA"],
    ["+44 (0)20 7946 0123", "+442079460123", "GB"],
    ["\u202a+250 788 123 456\u202c", "+250788123456", "RW"],
    ["+250\u00a0788\u00a0123\u00a0456", "+250788123456", "RW"],
    ["٠٧٨٨١٢٣٤٥٦", "+250788123456", "RW"],
    ["0788123456", "+250788123456", "RW"],
    ["788123456", "+250788123456", "RW"],
    ["250788123456", "+250788123456", "RW"],
    ["۰۷۸۸۱۲۳۴۵۶", "+250788123456", "RW"],
    ["०७८८१२३४५६", "+250788123456", "RW"],
    ["০৭৮৮১২৩৪৫৬", "+250788123456", "RW"],
    ["０７８８１２３４５６", "+250788123456", "RW"],
    ["＋２５０（０）７８８　１２３　４５６", "+250788123456", "RW"],
    ["𞥐𞥗𞥘𞥘𞥑𞥒𞥓𞥔𞥕𞥖", "+250788123456", "RW"],
    ["+250 (0)788 123 456", "+250788123456", "RW"],
  ])("%s is read with Rwanda as the country", (raw, full, country) => {
    expect(fullNumberOf(fill(raw))).toMatchObject({ full });
    expect(fill(raw).country).toBe(country);
  });

  test("is read in digits of other scripts, also if they are typed one by one", () => {
    for (const keys of ["٠٧٨٨١٢٣٤٥٦", "०७८८१२३४५६", "０７８８１２３４５６", "𞥐𞥗𞥘𞥘𞥑𞥒𞥓𞥔𞥕𞥖"]) {
      expect(shownText(type(keys))).toBe("0788 123 456|");
      expect(shownText(type(keys, empty(), { allowsWords: true }))).toBe("0788 123 456|");
    }
  });

  test("may begin with the country's own prefix for calls abroad", () => {
    expect(fullNumberOf(fill("011 250 788 123 456", "US")).full).toBe("+250788123456");
    expect(fullNumberOf(fill("0011 250 788 123 456", "AU")).full).toBe("+250788123456");
    expect(fullNumberOf(fill("010 250 788 123 456", "JP")).full).toBe("+250788123456");
    expect(fullNumberOf(fill("8 10 250 788 123 456", "RU")).full).toBe("+250788123456");
  });

  test("is national if it only looks as if it began with the country's dial code", () => {
    expect(fullNumberOf(fill("9123456789", "IN")).full).toBe("+919123456789");
    expect(fullNumberOf(fill("919123456789", "IN")).full).toBe("+919123456789");
    expect(fullNumberOf(fill("3921234567", "IT")).full).toBe("+393921234567");
    expect(fullNumberOf(fill("14165550123", "US")).full).toBe("+14165550123");
  });

  test("keeps a leading zero that belongs to it", () => {
    expect(fullNumberOf(fill("0707123456", "CI")).full).toBe("+2250707123456");
    expect(fullNumberOf(fill("06 1234 5678", "IT")).full).toBe("+390612345678");
  });
});

describe("a box that also takes e-mail addresses", () => {
  const words = { allowsWords: true };
  test("removes the digit groups, and nothing else, once the text is no number", () => {
    expect(type("7881234567@", empty(), words).text).toBe("7881234567@");
    expect(type("1.2-3_4+5@", empty(), words).text).toBe("1.2-3_4+5@");
    expect(type("007b", empty(), words).text).toBe("007b");
    expect(type("250788123456@x", empty(), words).text).toBe("250788123456@x");
    expect(shownText(press({ ...type("788123456"), caret: 5 }, "a", words))).toBe("7881a|23456");
  });
});

describe("the calling code beside the box", () => {
  test("is shown if the text leaves it out", () => {
    expect(prefixOf("788 123 456", "RW")).toBe("+250");
    expect(prefixOf("+1 416", "RW")).toBe("");
    expect(prefixOf("00 1 416", "RW")).toBe("");
    expect(prefixOf("250 788 123 456", "RW")).toBe("+");
  });

  test("section 5: withoutDialingPrefix takes off plus and prefix, and returns null for another prefix", () => {
    expect(withoutDialingPrefix("+250788123456", "250")).toBe("788123456");
    expect(withoutDialingPrefix("250788123456", "+250")).toBe("788123456");
    expect(withoutDialingPrefix("+250788123456", "1")).toBeNull();
    expect(withoutDialingPrefix("+250788123456", "")).toBeNull();
  });

  test("changes with the chosen country, while the number stays", () => {
    expect(changeCountry(type("788123456"), "FR")).toEqual({
      text: "7 88 12 34 56",
      country: "FR",
    });
    expect(changeCountry(type("+14165550123"), "GB")).toEqual({
      text: "4165 550123",
      country: "GB",
    });
    expect(changeCountry(empty(), "GB")).toMatchObject({ text: "", country: "GB" });
    expect(changeCountry(type("12@", empty(), { allowsWords: true }), "GB").text).toBe("12@");
  });
});

test("formatPhone leaves an e-mail address unchanged", () => {
  expect(formatPhone("aline@example.com", "RW")).toBe("aline@example.com");
});
