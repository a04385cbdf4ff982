import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { FoundItemRow } from "../../../../src/property/register-contract";
import { usePermission } from "../../../office/use-permission";
import { PromptDialog } from "../../../office/prompt-dialog";
import { ItemPanel } from "../../../property/item-panel";
import { RegisterLayout } from "../../../property/register-layout";
import {
  RegisterCard,
  registerColumns,
  itemFields,
  itemValuesOf,
} from "../../../property/register-parts";
import { itemsQuery } from "../../../property/register-queries";
import { itemBadges } from "../../../office/property-badges";
import { Moment } from "../../../ui/moment";
import type { Column } from "../../../ui/table";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";
import { pageOf } from "../../../office/lists/use-pages";

export const Route = createLazyFileRoute("/dispatch/dashboard/FoundProperty")(
  officePage(FoundProperty),
);

function FoundProperty() {
  const { api, call } = useOffice();
  const { first, requestedAt } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const mayAct = usePermission("property.manage");
  const [isAdding, setIsAdding] = useState(false);
  const { open: _open, ...filters } = search;
  const next = async (cursor: string) =>
    pageOf(
      "items",
      await call(
        api.admin["found-items"].$get({
          query: itemsQuery(filters, cursor),
        }),
      ),
    );

  const { what, state, category, car } = registerColumns<FoundItemRow>(
    (row) => itemBadges[row.state],
  );
  const columns: Column<FoundItemRow>[] = [
    what,
    state,
    category,
    {
      id: "storage",
      header: "Stored at",
      cell: ({ storage, finderName }) => (
        <span className="block max-w-48 truncate">{storage || `Kept by ${finderName}`}</span>
      ),
    },
    car,
    {
      id: "found",
      header: "Found",
      cell: ({ foundAt }) => <Moment at={foundAt} />,
    },
    {
      id: "keep",
      header: "Keep until",
      cell: ({ keepUntil, state }) => (
        <span
          className={
            state === "kept" && Date.parse(keepUntil) <= requestedAt
              ? "whitespace-nowrap font-medium text-warning-ink"
              : "whitespace-nowrap"
          }
        >
          <Moment at={keepUntil} style="date" />
        </span>
      ),
    },
  ];

  return (
    <RegisterLayout
      addLabel="Register item"
      listPath="/dispatch/dashboard/FoundProperty"
      card={(row) => (
        <RegisterCard at={row.foundAt} badge={itemBadges[row.state]} what={row.what}>
          {row.storage || `Kept by ${row.finderName}`}
        </RegisterCard>
      )}
      columns={columns}
      first={first}
      next={next}
      emptyText="Items that drivers find or that you register appear here."
      onAdd={mayAct ? () => setIsAdding(true) : null}
      search={search}
      states={[
        [undefined, "All"],
        ["kept", "In storage"],
        ["due", "Storage period ended"],
        ["matched", "Owner known"],
        ["returned", "Returned"],
        ["disposed", "Disposed of"],
      ]}
      title="Found property"
    >
      <ItemPanel
        id={search.open ?? null}
        mayAct={mayAct}
        now={requestedAt}
        onChanged={() => void router.invalidate()}
        onClose={() => void navigate({ search: filters, replace: true, resetScroll: false })}
      />
      {isAdding && (
        <PromptDialog
          fields={[
            ...itemFields("Found item"),
            {
              name: "reservationNumber",
              label: "Trip number",
              type: "number",
              hint: "The vehicle and driver of this trip are added to the item.",
              optional: true,
            },
            { name: "finderName", label: "Found by", optional: true },
            { name: "storage", label: "Stored at", optional: true, maxLength: 120 },
          ]}
          confirmLabel="Save item"
          successText="Item registered"
          onClose={() => setIsAdding(false)}
          onConfirm={async (typed, photo) => {
            const { item } = await call(
              api.admin["found-items"].$post({
                form: {
                  ...itemValuesOf(typed),
                  finderName: typed.finderName ?? "",
                  storage: typed.storage ?? "",
                  ...(typed.reservationNumber && { reservationNumber: typed.reservationNumber }),
                  ...(photo && { photo }),
                },
              }),
            );
            await router.invalidate();
            await navigate({ search: { ...filters, open: item.id }, replace: true });
          }}
          asksForPhoto
          title="Register found item"
        />
      )}
    </RegisterLayout>
  );
}
