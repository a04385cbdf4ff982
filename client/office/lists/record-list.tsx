import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { ListSearch } from "../../ui/list-search";
import { PageHeader } from "../../ui/page-header";
import { type Column, Table } from "../../ui/table";
import type { Permission } from "../../../src/accounts/permission-rules";
import type { ImportKind } from "../../../src/imports/contract";
import { ExportLink } from "./export-link";
import { MoreRows } from "./more-rows";
import { usePermission } from "../use-permission";
import { type Page, usePages } from "./use-pages";

interface RecordListProps<Row extends { id: string }> {
  /** The records in the plural, capitalised; `noun` is the singular. */
  title: string;
  noun: string;
  /** The kind of import, if these records can be imported. The export has the same columns. */
  kind?: ImportKind;
  /** More actions for the whole list. */
  actions?: ReactNode;
  /** The permission to add a record. */
  needs: Permission;
  /** The address of the list. A record is at `/{id}` below it, a new one at `/new`. */
  listPath: string;
  /** The search text in the address, and a sentence that says which texts the search covers. */
  q: string | undefined;
  searchHint: string;
  /** A sentence for the empty list: how to add the first record. */
  emptyText: string;
  /** Other filters in the address, which a search keeps. */
  activeFilters?: Readonly<Record<string, string | undefined>>;
  /** Shown between the header and the rows. */
  filters?: ReactNode;
  columns: readonly Column<Row>[];
  /** Draws a record on a phone. */
  card: (row: Row) => ReactNode;
  first: Page<Row>;
  next: (cursor: string) => Promise<Page<Row>>;
}

/** A list of fleet records: search, add and open. */
export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  const { title, noun, kind, needs, listPath, q, searchHint, emptyText, columns, card } = props;
  const definedFilters = Object.fromEntries(
    Object.entries(props.activeFilters ?? {}).filter(([, value]) => value !== undefined),
  );
  const isFiltered = Object.keys(definedFilters).length > 0;
  const navigate = useNavigate();
  const mayAdd = usePermission(needs);
  const { rows, ...pages } = usePages<Row>(props.first, props.next);
  return (
    <>
      <PageHeader
        actions={
          <>
            <ListSearch
              dense
              label={`Search ${title.toLowerCase()}`}
              onSearch={(text) =>
                void navigate({
                  to: listPath,
                  search: { ...definedFilters, ...(text && { q: text }) },
                  replace: true,
                  resetScroll: false,
                })
              }
              value={q ?? ""}
            />
            {kind && <ExportLink kind={kind} />}
            {props.actions}
            {mayAdd && (
              <ButtonLink icon={<Plus aria-hidden size={16} />} size="small" to={`${listPath}/new`}>
                Add {noun}
              </ButtonLink>
            )}
          </>
        }
        dense
        title={title}
      />
      {props.filters}
      <Table
        caption={title}
        card={(row) => <Card>{card(row)}</Card>}
        columns={columns}
        dense
        empty={
          <Card flush>
            {q ? (
              <EmptyState title={`No ${noun} found for “${q}”`}>{searchHint}</EmptyState>
            ) : isFiltered ? (
              <EmptyState title={`No ${title.toLowerCase()} match your filters`}>
                Remove filters to see more.
              </EmptyState>
            ) : (
              <EmptyState title={`No ${title.toLowerCase()} yet`}>
                {mayAdd ? emptyText : "An owner or dispatcher can add the first one."}
              </EmptyState>
            )}
          </Card>
        }
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `${listPath}/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </>
  );
}
