import { Chip } from "../../ui/chip";
import { SelectField } from "../../ui/select-field";

/** A choice beside the chips; "" means all. */
interface FilterChoice {
  /** The choice's name in the address. */
  name: string;
  label: string;
  all: string;
  options: readonly { id: string; words: string }[];
}

/** The filters of a fleet list: one row of chips with counts, and choices beside it. */
export function ListFilters({
  label,
  chips,
  choices,
  search,
  onChange,
}: {
  /** The label of the chips. */
  label: string;
  /** The chips in order. The first one's address has no `show`. */
  chips: readonly { key: string; words: string; count: number }[];
  choices: readonly FilterChoice[];
  search: Readonly<Record<string, string | undefined>>;
  onChange: (search: Record<string, string>) => void;
}) {
  const change = (name: string, value: string) => {
    const next: Record<string, string> = {};
    for (const [key, filterValue] of Object.entries({ ...search, [name]: value }))
      if (filterValue) next[key] = filterValue;
    onChange(next);
  };
  const firstKey = chips[0]?.key;
  const shownKey = chips.find(({ key }) => key === search.show)?.key ?? firstKey;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{label}</legend>
        {chips.map(({ key, words, count }) => (
          <Chip
            count={count}
            key={key}
            label={words}
            onPress={() => change("show", key === firstKey ? "" : key)}
            isPressed={key === shownKey}
          />
        ))}
      </fieldset>
      <div className="flex w-full flex-wrap gap-2 sm:ms-auto sm:w-auto">
        {choices.map((choice) => (
          <SelectField
            className="min-w-0 flex-1 sm:w-52 sm:flex-none"
            dense
            key={choice.name}
            label={choice.label}
            labelHidden
            name={choice.name}
            onChange={({ target }) => change(choice.name, target.value)}
            value={search[choice.name] ?? ""}
          >
            <option value="">{choice.all}</option>
            {choice.options.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </div>
  );
}
