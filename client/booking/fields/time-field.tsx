import type { ComponentProps } from "react";
import { RadioCards } from "../../ui/radio-cards";
import { SelectField } from "../../ui/select-field";
import { timesOfDay } from "../../ui/local-clock";
import { useWords } from "../../words/use-words";

/** A time of day, in the steps that trips begin at. */
export function TimeOfDayField(
  props: Omit<ComponentProps<typeof SelectField>, "children"> & { value: string },
) {
  return (
    <SelectField {...props}>
      {timesOfDay(props.value).map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  );
}

/** Which of the two hours is meant that a clock shows twice. */
export function WhichHour({
  time,
  ...cards
}: Pick<
  ComponentProps<typeof RadioCards<"earlier" | "later">>,
  "error" | "name" | "onValue" | "value"
> & { time: string }) {
  const t = useWords();
  return (
    <RadioCards
      {...cards}
      columns={2}
      legend={t("The clocks go back that night, so {time} comes twice. Which one?", { time })}
      options={[
        {
          value: "earlier",
          title: t("The first {time}", { time }),
          detail: t("Before the change"),
        },
        {
          value: "later",
          title: t("The second {time}", { time }),
          detail: t("After the change"),
        },
      ]}
    />
  );
}
