import { type Phrase, phrase, type Say } from "../words/words";

const savedPlaceLabels: Record<string, Phrase> = {
  Home: phrase("Home", "a saved place"),
  Work: phrase("Work", "a saved place"),
};

/** What a rider calls a place: the two that most people have are kept by their English names. */
export function savedPlaceLabel(label: string, t: Say): string {
  const words = savedPlaceLabels[label];
  return words ? t.of(words) : label;
}
