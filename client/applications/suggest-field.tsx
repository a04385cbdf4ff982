import { useWords } from "../words/use-words";
import { Combobox } from "../ui/combobox";
import type { FieldProps } from "../ui/field";
import type { SuggestionList } from "./fields";

/** How long the list stays open after blur, ms, by section 5 of the specification. */
export const SUGGESTIONS_CLOSE_MS = 200;

/** A text field with suggestions. It accepts other values too. */
export function SuggestField({
  list,
  text,
  onText,
  onSelect = () => {},
  ...rest
}: FieldProps & {
  list: SuggestionList;
  name: string;
  text: string;
  onText: (text: string) => void;
  onSelect?: (entry: string) => void;
  placeholder?: string;
  "aria-required"?: boolean | undefined;
}) {
  const t = useWords();
  return (
    <Combobox
      {...rest}
      closeDelayMs={SUGGESTIONS_CLOSE_MS}
      minLength={2}
      noneText={t("This is not in our list, but you can still use it.")}
      onSelect={onSelect}
      onText={onText}
      optionKey={(entry) => entry}
      optionText={(entry) => entry}
      debounceMs={0}
      search={async (typed) => (await import("./suggestions")).suggest(list, typed)}
      text={text}
    />
  );
}
