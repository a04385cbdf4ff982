import { Minus, Plus } from "lucide-react";
import { IconButton } from "../../ui/icon-button";
import { useWords } from "../../words/use-words";

/** A small whole number, with buttons that change it by one. */
export function CounterField({
  label,
  detail,
  value,
  min,
  max,
  onValue,
}: {
  label: string;
  detail: string;
  value: number;
  min: number;
  max: number;
  onValue: (value: number) => void;
}) {
  const t = useWords();
  // German nouns always start with a capital letter.
  const countedText = t.language === "de" ? label : label.toLowerCase();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out on one line everywhere
    <div aria-label={label} className="flex items-center justify-between gap-4 py-2" role="group">
      <p>
        <span className="block font-medium">{label}</span>
        <span className="block text-ink-muted text-sm">{detail}</span>
      </p>
      <div className="flex items-center gap-1">
        <IconButton
          disabled={value <= min}
          icon={<Minus aria-hidden="true" size={18} />}
          label={t("Fewer: {what}", { what: countedText })}
          onClick={() => onValue(value - 1)}
        />
        <output aria-live="polite" className="w-8 text-center font-semibold text-lg tabular-nums">
          {value}
        </output>
        <IconButton
          disabled={value >= max}
          icon={<Plus aria-hidden="true" size={18} />}
          label={t("More: {what}", { what: countedText })}
          onClick={() => onValue(value + 1)}
        />
      </div>
    </div>
  );
}
