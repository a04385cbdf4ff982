import { createLazyFileRoute, useNavigate, useRouter } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { MessageTextsScreen } from "../../../../settings/message-texts-screen";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/texts")(
  officePage(MessageTextsPage),
);

function MessageTextsPage() {
  const { texts } = Route.useLoaderData();
  const { language, message } = Route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <MessageTextsScreen
      language={language}
      mayChange={usePermission("settings.manage")}
      message={message}
      onChoose={(to) =>
        void navigate({
          to: "/dispatch/dashboard/settings/texts",
          search: { language, message, ...to },
          replace: true,
        })
      }
      onSaved={() => router.invalidate()}
      texts={texts}
    />
  );
}
