import { useState } from "react";
import { Button } from "../ui/button";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { english, type Phrase } from "../words/words";

/** Lets the driver pick a reason or type one. */
export function ReasonList({
  intro,
  reasons,
  sendLabel,
  disabled,
  onReason,
}: {
  intro: string;
  /** Sent to dispatch in English. */
  reasons: readonly Phrase[];
  /** The label of the button that sends a typed reason. */
  sendLabel: string;
  disabled: boolean;
  onReason: (reason: string) => void;
}) {
  const t = useWords();
  const [words, setWords] = useState("");
  return (
    <div className="grid gap-2 rounded-md bg-surface-sunken p-3">
      <p className="text-sm">{intro}</p>
      {reasons.map((reason) => (
        <Button
          disabled={disabled}
          key={english.of(reason)}
          onClick={() => onReason(english.of(reason))}
          variant="secondary"
          wide
        >
          {t.of(reason)}
        </Button>
      ))}
      <form
        method="post"
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim() !== "") onReason(words.trim());
        }}
      >
        <TextField
          label={t("Another reason")}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
          value={words}
        />
        <Button disabled={disabled || words.trim() === ""} type="submit" variant="secondary" wide>
          {sendLabel}
        </Button>
      </form>
    </div>
  );
}
