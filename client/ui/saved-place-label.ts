import { type Phrase, phrase, type Say } from "../words/words";

const savedPlaceLabels: Record<string, Phrase> = {
  Home: phrase("Home", "a saved place"),
  Work: phrase("Work", "a saved place"),
};

/** Returns the rider's name of a place. "Home" and "Work" are stored in English and translated here. */
export function savedPlaceLabel(label: string, t: Say): string {
  const words = savedPlaceLabels[label];
  return words ? t.of(words) : label;
}
