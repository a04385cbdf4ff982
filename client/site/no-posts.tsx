import { RichSentence, useWords } from "../words/use-words";
import { EmptyListNotice, InlineLink } from "./empty-list-notice";

/** The blog before its first post. */
export function NoPosts({ brand }: { brand: string }) {
  const t = useWords();
  return (
    <EmptyListNotice title={t("No news yet")}>
      <RichSentence
        brand={brand}
        questions={(words) => <InlineLink href="/faq">{words}</InlineLink>}
        text="News from {brand} will appear here. You’ll find answers to common questions under <questions>Questions</questions>."
      />
    </EmptyListNotice>
  );
}
