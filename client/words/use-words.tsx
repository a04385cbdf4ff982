import { createContext, Fragment, type ReactNode, useContext, useSyncExternalStore } from "react";
import { english, type Say, type Words } from "./words";

const WordsContext = createContext<Say>(english);

/**
 * Returns the page's translations: `const t = useWords()`, then `t("Your trips")`. They are English on pages of
 * dispatch.
 */
export function useWords(): Say {
  return useContext(WordsContext);
}

/** Provides the words to everything below, and updates them when the language changes. */
export function WordsProvider({
  words,
  children,
}: {
  words: Words;
  /** Receives the translations, so that the root element can name the language. */
  children: (t: Say) => ReactNode;
}) {
  const read = () => words.t;
  const t = useSyncExternalStore(words.subscribe, read, read);
  return <WordsContext value={t}>{children(t)}</WordsContext>;
}

/**
 * Shows a sentence with elements in it: `<RichSentence text="Read <terms>the terms</terms> until {time}" terms={(words)
 * => <a …>{words}</a>} time={<Moment …/>} />`. The translation has the same names in its own order. A tag contains text
 * or names, never another tag.
 */
export function RichSentence({
  text,
  ...parts
}: {
  text: string;
  [name: string]: ReactNode | ((words: ReactNode) => ReactNode);
}) {
  const t = useWords();
  return <>{renderParts(t.known(text), parts)}</>;
}

function renderParts(
  text: string,
  parts: Record<string, ReactNode | ((words: ReactNode) => ReactNode)>,
): ReactNode[] {
  // Gives text at even positions, and between them a tag with its content or a name in braces.
  return text.split(/(<(?:\w+)>.*?<\/\w+>|\{\w+\})/).map((piece, at) => {
    const [, tag, taggedText = ""] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? [];
    const name = tag ?? /^\{(\w+)\}$/.exec(piece)?.[1];
    const part = name === undefined ? undefined : parts[name];
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the sentence
    if (part === undefined) return <Fragment key={at}>{piece}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the sentence
      <Fragment key={at}>
        {typeof part === "function" ? part(renderParts(taggedText, parts)) : part}
      </Fragment>
    );
  });
}
