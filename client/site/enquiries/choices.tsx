import { useWords } from "../../words/use-words";

/** The options of a select, in their order. */
export function Choices({ of }: { of: Readonly<Record<string, string>> }) {
  const t = useWords();
  return Object.entries(of).map(([value, words]) => (
    <option key={value} value={value}>
      {t.known(words)}
    </option>
  ));
}
