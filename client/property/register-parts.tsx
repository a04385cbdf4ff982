import type { ReactNode } from "react";
import type { CarPlace, PropertyCategory } from "../../src/property/contract";
import type { PromptField } from "../office/prompt-dialog";
import { Badge, type Tone } from "../ui/badge";
import { Moment } from "../ui/moment";
import type { Column } from "../ui/table";
import { itemCategoryWords, carPlaceWords } from "../words/property-words";

/** The colour and label of a state's badge. */
interface BadgeStyle {
  tone: Tone;
  words: string;
}

/** The fields that rows of both lists share. */
interface RegisterRow {
  number: number;
  what: string;
  category: PropertyCategory;
  vehicle: { name: string } | null;
}

/** The columns that both lists share. Each list adds its own between them. */
export function registerColumns<Row extends RegisterRow>(badgeOf: (row: Row) => BadgeStyle) {
  return {
    what: {
      id: "what",
      header: "Item",
      cell: (row) => (
        <span className="block max-w-72 truncate">
          <span className="me-2 text-ink-muted tabular-nums">{row.number}</span>
          {row.what}
        </span>
      ),
    },
    state: {
      id: "state",
      header: "State",
      cell: (row) => <RegisterBadge badge={badgeOf(row)} />,
    },
    category: {
      id: "category",
      header: "Category",
      cell: ({ category }) => itemCategoryWords[category],
      isForWideScreens: true,
    },
    car: {
      id: "car",
      header: "Vehicle",
      isForWideScreens: true,
      cell: ({ vehicle }) => vehicle?.name ?? "–",
    },
  } satisfies Record<string, Column<Row>>;
}

/** A row of the list on a phone. */
export function RegisterCard({
  what,
  badge,
  at,
  children,
}: {
  what: string;
  badge: BadgeStyle;
  /** The time when it was lost or found. */
  at: string;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium">{what}</p>
        <RegisterBadge badge={badge} />
      </div>
      <p className="mt-1 text-ink-muted">{children}</p>
      <p className="text-ink-muted">
        <Moment at={at} />
      </p>
    </>
  );
}

function RegisterBadge({ badge: { tone, words } }: { badge: BadgeStyle }) {
  return <Badge tone={tone}>{words}</Badge>;
}

/** Returns the fields of a form for a lost or found item. */
export function itemFields(descriptionLabel: string): readonly PromptField[] {
  return [
    { name: "what", label: descriptionLabel, maxLength: 200 },
    { name: "category", label: "Category", choices: Object.entries(itemCategoryWords) },
    { name: "colour", label: "Colour, brand", optional: true, maxLength: 80 },
    {
      name: "marks",
      label: "Distinguishing marks",
      isMultiline: true,
      optional: true,
      maxLength: 1000,
    },
    { name: "place", label: "Where in the vehicle", choices: Object.entries(carPlaceWords) },
  ];
}

/** Returns the values of the fields of `itemFields`. */
export function itemValuesOf(typed: Record<string, string>) {
  return {
    what: typed.what ?? "",
    category: typed.category as PropertyCategory,
    colour: typed.colour ?? "",
    marks: typed.marks ?? "",
    place: typed.place as CarPlace,
  };
}
