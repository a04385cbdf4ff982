/** Fuzzy search: scores how well typed letters match a command, in order, preferring starts of words. */
import { normalizeText } from "../../src/places/rules";

/** The points for a letter that starts a word, one that follows the last match, and one anywhere. */
const WORD_START_SCORE = 8;
const CONSECUTIVE_SCORE = 5;
const OTHER_POSITION_SCORE = 1;

/**
 * Returns 0 when a letter is missing; otherwise higher is better. Spaces separate words, which can match in any order.
 */
export function fuzzyScore(typed: string, words: string): number {
  const typedWords = normalizeText(typed).split(/\s+/).filter(Boolean);
  if (typedWords.length === 0) return 1;
  const text = normalizeText(words);
  let sum = 0;
  for (const word of typedWords) {
    const wordScore = scoreOfWord(word, text);
    if (wordScore === 0) return 0;
    sum += wordScore;
  }
  // Of two equal matches, the shorter text ranks higher.
  return sum / typedWords.length + 1 / (1 + text.length);
}

/** Returns the best score of the letters in order, over every place where the first one occurs. */
function scoreOfWord(word: string, text: string): number {
  let bestScore = 0;
  for (let start = text.indexOf(word[0] ?? ""); start !== -1;) {
    bestScore = Math.max(bestScore, scoreFrom(word, text, start));
    start = text.indexOf(word[0] ?? "", start + 1);
  }
  return bestScore;
}

function scoreFrom(word: string, text: string, start: number): number {
  let score = 0;
  let last = -2;
  for (const letter of word) {
    const next = nextIndexOf(letter, text, last < 0 ? start : last + 1);
    if (next === -1) return 0;
    score +=
      next === last + 1
        ? CONSECUTIVE_SCORE
        : startsWord(text, next)
          ? WORD_START_SCORE
          : OTHER_POSITION_SCORE;
    last = next;
  }
  // Letters scattered over a long text match only by chance.
  return score >= word.length * 3 ? score / word.length : 0;
}

/** Finds the next letter: here, else at the start of a word, else anywhere later. */
function nextIndexOf(letter: string, text: string, from: number): number {
  if (text[from] === letter) return from;
  for (let at = text.indexOf(letter, from); at !== -1; at = text.indexOf(letter, at + 1))
    if (startsWord(text, at)) return at;
  return text.indexOf(letter, from);
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ");
}
