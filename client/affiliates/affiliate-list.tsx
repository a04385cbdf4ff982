import { Link } from "@tanstack/react-router";
import type { Affiliate } from "../../src/affiliates/contract";
import { useOffice } from "../office/calls";
import { RecordList } from "../office/lists/record-list";
import { type Page, pageOf } from "../office/lists/use-pages";
import { usePermission } from "../office/use-permission";
import { Badge } from "../ui/badge";
import { buttonStyle } from "../ui/button-style";
import { formatMoney } from "../ui/money";
import type { Column } from "../ui/table";

/** Affiliates by name, with their rates. */
export function AffiliateListScreen({
  first,
  q,
}: {
  first: Page<Affiliate>;
  q: string | undefined;
}) {
  const { api, call, settings } = useOffice();
  const mayExport = usePermission("affiliates.manage");
  const rateText = ({ rateKind, ratePercent, rateMinor }: Affiliate) =>
    ({
      percent: `${ratePercent}% of the fare`,
      fixed: formatMoney(rateMinor, settings.currency),
      price_list: "Price list",
    })[rateKind];
  const columns: Column<Affiliate>[] = [
    { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    { id: "state", header: "State", cell: (affiliate) => <StateBadge affiliate={affiliate} /> },
    { id: "rate", header: "Rate", cell: rateText },
    {
      id: "contact",
      header: "Contact",
      isForWideScreens: true,
      cell: ({ email, phone }) => <span className="text-ink-muted">{email || phone}</span>,
    },
    {
      id: "zones",
      header: "Service area",
      isForWideScreens: true,
      cell: ({ zones }) => <span className="text-ink-muted">{zones || "–"}</span>,
    },
  ];
  return (
    <RecordList
      actions={
        mayExport && (
          <a
            className={buttonStyle("secondary", "small")}
            download
            href="/backend/admin/affiliates.csv"
          >
            Export all (CSV)
          </a>
        )
      }
      listPath="/dispatch/dashboard/affiliates"
      card={(affiliate) => (
        <>
          <div className="flex items-center justify-between gap-3">
            <Link
              className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
              params={{ id: affiliate.id }}
              to="/dispatch/dashboard/affiliates/$id"
            >
              {affiliate.name}
            </Link>
            <StateBadge affiliate={affiliate} />
          </div>
          <p className="mt-1">{rateText(affiliate)}</p>
        </>
      )}
      columns={columns}
      first={first}
      needs="affiliates.manage"
      next={async (cursor) =>
        pageOf(
          "affiliates",
          await call(api.admin.affiliates.$get({ query: { cursor, ...(q && { q }) } })),
        )
      }
      emptyText="Add a business that drives trips for you when your own cars are busy. You send each offer as a link."
      noun="affiliate"
      q={q}
      searchHint="You can search by name, contact details and service area."
      title="Affiliates"
    />
  );
}

function StateBadge({ affiliate: { active, isUninsured } }: { affiliate: Affiliate }) {
  if (!active) return <Badge>Paused</Badge>;
  if (isUninsured) return <Badge tone="danger">Insurance expired</Badge>;
  return <Badge tone="success">Active</Badge>;
}
