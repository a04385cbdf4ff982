/** A colour of a zone: a middle tone that is readable on the light map and on the dark one. */
interface ZoneColor {
  name: string;
  /** The classes for a filled area, for a line and for a swatch. */
  fill: string;
  stroke: string;
  swatch: string;
}

/** In the order of the numbers that zones store. There are `ZONE_COLOR_COUNT` of them, as in the contract. */
export const zoneColors: readonly ZoneColor[] = [
  { name: "Blue", fill: "fill-[#3f7fbf]", stroke: "stroke-[#3f7fbf]", swatch: "bg-[#3f7fbf]" },
  { name: "Rust", fill: "fill-[#c0623a]", stroke: "stroke-[#c0623a]", swatch: "bg-[#c0623a]" },
  { name: "Olive", fill: "fill-[#768f35]", stroke: "stroke-[#768f35]", swatch: "bg-[#768f35]" },
  { name: "Plum", fill: "fill-[#9a63b0]", stroke: "stroke-[#9a63b0]", swatch: "bg-[#9a63b0]" },
  { name: "Ochre", fill: "fill-[#b38a2a]", stroke: "stroke-[#b38a2a]", swatch: "bg-[#b38a2a]" },
  { name: "Teal", fill: "fill-[#2f938b]", stroke: "stroke-[#2f938b]", swatch: "bg-[#2f938b]" },
  { name: "Crimson", fill: "fill-[#c04d6c]", stroke: "stroke-[#c04d6c]", swatch: "bg-[#c04d6c]" },
  { name: "Slate", fill: "fill-[#758090]", stroke: "stroke-[#758090]", swatch: "bg-[#758090]" },
];

const [first] = zoneColors as [ZoneColor];

/** Returns the colour of a number; the first one for an unknown number. */
export function zoneColor(index: number): ZoneColor {
  return zoneColors[index] ?? first;
}
