/**
 * A choice between a few short options in a row. Native radios, so that arrow keys move and the form posts the choice.
 */
export function Pills<Value extends string | number>({
  legend,
  name,
  options,
  value,
  onValue,
}: {
  legend: string;
  name: string;
  options: readonly { value: Value; words: string }[];
  value: Value;
  onValue: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            className="flex min-h-11 min-w-16 items-center justify-center rounded-full border border-line-strong/50 bg-surface-raised px-4 font-medium text-sm tabular-nums transition hover:border-line-strong has-checked:border-accent-text has-checked:bg-accent-surface has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
            key={option.value}
          >
            <input
              checked={option.value === value}
              className="sr-only"
              name={name}
              onChange={() => onValue(option.value)}
              type="radio"
              value={option.value}
            />
            {option.words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
