/** Spellings of one mailbox, target@example.com, which a mail server treats as the same. */

const DOMAIN = "example.com";

/** The forms of Latin letters that UTS 46 maps to plain ones, by the code point of their lower-case a. */
const alphabets = [
  0xff41, 0x1d41a, 0x1d482, 0x1d4ea, 0x1d51e, 0x1d552, 0x1d586, 0x1d5ba, 0x1d5ee, 0x1d68a,
];

const inLookalikeAlphabet = (letter: string, first: number) =>
  String.fromCodePoint(first + letter.charCodeAt(0) - 97);
const replaceAt = (at: number, by: string) =>
  `target@${DOMAIN.slice(0, at)}${by}${DOMAIN.slice(at + 1)}`;

/** More than sixty spellings. */
export const mailboxSpellings: readonly string[] = [
  "target@example.com",
  "TARGET@EXAMPLE.COM",
  " target@example.com ",
  ...["。", "．", "｡"].map((dot) => replaceAt(7, dot)),
  ...["\u00ad", "\u200b", "\u2060", "\ufe0f"].map((nothing) => replaceAt(2, `a${nothing}`)),
  ...alphabets.flatMap((first) =>
    [0, 2, 3, 4, 5, 6].map((at) => replaceAt(at, inLookalikeAlphabet(DOMAIN[at] ?? "", first))),
  ),
  `target@${[...DOMAIN].map((letter) => (letter === "." ? "." : inLookalikeAlphabet(letter, 0xff41))).join("")}`,
];
