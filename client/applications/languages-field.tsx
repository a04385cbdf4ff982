import { X } from "lucide-react";
import { useRef, useState } from "react";
import { useWords } from "../words/use-words";
import type { FieldProps } from "../ui/field";
import { LiveRegion } from "../ui/live-region";
import { SUGGESTIONS_CLOSE_MS, SuggestField } from "./suggest-field";

/** Several languages, each chosen from the list or typed and ended with Enter, a comma or blur. */
export function LanguagesField({
  value,
  onValue,
  ...field
}: FieldProps & {
  name: string;
  /** Separated by commas. */
  value: string;
  onValue: (value: string) => void;
  "aria-required"?: boolean | undefined;
}) {
  const t = useWords();
  const [text, setText] = useState("");
  const [message, setMessage] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const chosenLanguages = value.split(",").flatMap((part) => part.trim() || []);
  const addLanguages = (words: string) => {
    const newLanguages = words
      .split(",")
      .map((part) => part.trim())
      .filter(
        (part, at, all) =>
          part !== "" &&
          all.indexOf(part) === at &&
          !chosenLanguages.some((one) => one.toLowerCase() === part.toLowerCase()),
      );
    if (newLanguages.length === 0) return;
    setMessage(t("Added: {languages}", { languages: t.list(newLanguages) }));
    onValue([...chosenLanguages, ...newLanguages].join(", "));
  };
  const add = (words: string) => {
    setText("");
    addLanguages(words);
  };
  const remove = (language: string) => {
    setMessage(t("Removed: {language}", { language }));
    onValue(chosenLanguages.filter((one) => one !== language).join(", "));
    box.current?.querySelector("input")?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the box inside
    <div
      onBlur={(event) => {
        if (!(event.target instanceof HTMLInputElement)) return;
        // Add it at once, but leave the text in the box while its list is open.
        addLanguages(text);
        setTimeout(() => setText((now) => (now === text ? "" : now)), SUGGESTIONS_CLOSE_MS);
      }}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLButtonElement || event.defaultPrevented) return;
        if (event.key === "Enter") {
          event.preventDefault();
          void import("./suggestions").then(
            ({ suggest }) => add(firstMatch(suggest("languages", text), text) ?? text),
            () => add(text),
          );
        }
        const lastLanguage = chosenLanguages.at(-1);
        if (event.key === "Backspace" && text === "" && lastLanguage) remove(lastLanguage);
      }}
      ref={box}
    >
      <SuggestField
        {...field}
        list="languages"
        onSelect={add}
        onText={(typed) => (typed.includes(",") ? add(typed) : setText(typed))}
        text={text}
      />
      {chosenLanguages.length > 0 && (
        <ul aria-label={t("Chosen languages")} className="mt-3 flex flex-wrap gap-2">
          {chosenLanguages.map((language) => (
            <li
              className="flex min-h-11 items-center rounded-full bg-accent-surface ps-4 text-accent-text text-sm"
              key={language}
            >
              <span className="wrap-anywhere">{language}</span>
              <button
                aria-label={t("Remove {item}", { item: language })}
                className="grid size-11 shrink-0 place-content-center rounded-full hover:bg-surface-sunken"
                onClick={() => remove(language)}
                type="button"
              >
                <X aria-hidden="true" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <LiveRegion>{message}</LiveRegion>
    </div>
  );
}

/** Returns the entry that Enter selects when the list has not opened yet. */
function firstMatch(entries: readonly string[], typed: string): string | undefined {
  const start = typed.trim().toLowerCase();
  return entries.find((entry) => entry.toLowerCase().startsWith(start));
}
