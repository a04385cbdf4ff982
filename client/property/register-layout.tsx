import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { PropertyCategory } from "../../src/property/contract";
import { MoreRows } from "../office/lists/more-rows";
import { useKeys } from "../office/keys/use-keys";
import { type Page, usePages } from "../office/lists/use-pages";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Chip } from "../ui/chip";
import { EmptyState } from "../ui/empty-state";
import { ListSearch } from "../ui/list-search";
import { PageHeader } from "../ui/page-header";
import { SelectField } from "../ui/select-field";
import { type Column, Table } from "../ui/table";
import { type RegisterSearch, registerCategories } from "./register-search";
import { itemCategoryWords } from "../words/property-words";

/** A list of lost or found property: search, filters by category and state, and a panel beside the list. */
export function RegisterLayout<Row extends { id: string }>({
  title,
  listPath,
  search,
  states,
  columns,
  card,
  first,
  next,
  addLabel,
  onAdd,
  emptyText,
  children,
}: {
  title: string;
  listPath: string;
  search: RegisterSearch;
  /** The choices of the filter chips. The first shows all. */
  states: readonly (readonly [state: string | undefined, words: string])[];
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  first: Page<Row>;
  next: (cursor: string) => Promise<Page<Row>>;
  addLabel: string;
  /** Opens the form for a new record; null for a role without the permission. */
  onAdd: (() => void) | null;
  /** The sentence shown while the list is empty. */
  emptyText: string;
  /** The panel and the dialogs. */
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const { rows, ...pages } = usePages<Row>(first, next);
  const changeSearch = (change: Partial<RegisterSearch>) => {
    const searchEntries = Object.entries({ ...search, ...change }).filter(
      ([, value]) => value !== undefined,
    );
    void navigate({
      to: listPath,
      search: Object.fromEntries(searchEntries) as never,
      replace: true,
      resetScroll: false,
    });
  };
  useKeys({
    enter: (event) => {
      if (!onAdd) return;
      event.preventDefault();
      onAdd();
    },
  });
  const hasFilters = Boolean(search.q ?? search.category ?? search.state);
  return (
    <>
      <PageHeader
        actions={
          <>
            <ListSearch
              dense
              label={`Search ${title.toLowerCase()}`}
              onSearch={(q) => changeSearch({ q })}
              value={search.q ?? ""}
            />
            {onAdd && (
              <Button icon={<Plus aria-hidden="true" size={16} />} onClick={onAdd} size="small">
                {addLabel}
              </Button>
            )}
          </>
        }
        dense
        title={title}
      />
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <fieldset className="min-w-0">
          <legend className="sr-only">States</legend>
          <div className="flex flex-wrap gap-1.5">
            {states.map(([state, words]) => (
              <Chip
                count={null}
                key={words}
                label={words}
                onPress={() => changeSearch({ state })}
                isPressed={search.state === state}
              />
            ))}
          </div>
        </fieldset>
        <SelectField
          className="w-48"
          dense
          label="Kind of item"
          labelHidden
          name="category"
          onChange={(event) =>
            changeSearch({
              category: (event.target.value || undefined) as PropertyCategory | undefined,
            })
          }
          value={search.category ?? ""}
        >
          <option value="">All kinds</option>
          {registerCategories.map((category) => (
            <option key={category} value={category}>
              {itemCategoryWords[category]}
            </option>
          ))}
        </SelectField>
      </div>
      <Table
        caption={title}
        card={(row) => (
          <Card className="relative p-4" flush>
            {card(row)}
            <button
              className="absolute inset-0 rounded-lg focus-visible:outline-2 focus-visible:outline-focus"
              onClick={() => changeSearch({ open: row.id })}
              type="button"
            >
              <span className="sr-only">Open details</span>
            </button>
          </Card>
        )}
        columns={columns}
        currentRowKey={search.open ?? null}
        dense
        empty={
          <Card flush>
            {hasFilters ? (
              <EmptyState title="Nothing found">
                You can search by description, marks, colour, name and number.
              </EmptyState>
            ) : (
              <EmptyState title="Nothing registered yet">{emptyText}</EmptyState>
            )}
          </Card>
        }
        onRowPress={({ id }) => changeSearch({ open: id })}
        rowKey={({ id }) => id}
        rows={rows}
      />
      <MoreRows {...pages} />
      {children}
    </>
  );
}
