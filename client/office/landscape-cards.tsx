import { type Landscape as Name, landscapes } from "../../src/settings/look/landscape-contract";
import { suggestedLandscape } from "../../src/settings/look/landscape-rules";
import { Landscape } from "../ui/landscape";
import { RadioCards } from "../ui/radio-cards";
import { useOffice } from "./calls";

const words: Record<Name, { title: string; detail: string }> = {
  city: { title: "City", detail: "Towers and street lamps" },
  coast: { title: "Coast", detail: "A lighthouse and palms" },
  mountains: { title: "Mountains", detail: "Peaks and pines" },
  savanna: { title: "Savanna", detail: "Hills and acacias" },
  desert: { title: "Desert", detail: "Dunes and palms" },
};

/** The landscapes to choose from, drawn in the operator's colour. */
export function LandscapeCards({
  legend,
  name,
  value,
  onValue,
}: {
  legend: string;
  name: string;
  /** Null for the country's default. */
  value: Name | null;
  onValue: (value: Name) => void;
}) {
  const suggested = suggestedLandscape(useOffice().settings.country);
  return (
    <RadioCards
      columns={2}
      legend={legend}
      name={name}
      onValue={onValue}
      options={landscapes.map((each) => ({
        value: each,
        title: words[each].title,
        detail: each === suggested ? "Suggested for your country" : words[each].detail,
        media: (
          <span className="block h-18 w-28 overflow-hidden rounded-md">
            <Landscape of={each} isSmall />
          </span>
        ),
      }))}
      value={value ?? suggested}
    />
  );
}
