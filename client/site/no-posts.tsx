import { RichSentence, useWords } from "../words/use-words";
import { EmptyPage, InlineLink } from "./empty-page";

/** The blog before its first post. */
export function NoPosts({ brand }: { brand: string }) {
  const t = useWords();
  return (
    <EmptyPage title={t("No news yet")}>
      <RichSentence
        brand={brand}
        questions={(words) => <InlineLink href="/faq">{words}</InlineLink>}
        text="News from {brand} will appear here. You’ll find answers to common questions under <questions>Questions</questions>."
      />
    </EmptyPage>
  );
}
