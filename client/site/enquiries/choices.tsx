import { useWords } from "../../words/use-words";

/** The options of a select, in their order. */
export function Choices({ of: choices }: { of: Readonly<Record<string, string>> }) {
  const t = useWords();
  return Object.entries(choices).map(([value, words]) => (
    <option key={value} value={value}>
      {t.known(words)}
    </option>
  ));
}
