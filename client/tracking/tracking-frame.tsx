import type { ReactNode } from "react";
import type { Settings } from "../../src/settings/contract";
import { Brand } from "../ui/brand";
import { DemoBanner } from "../ui/demo-banner";
import { OfflineBanner } from "../ui/offline-banner";
import { useWords } from "../words/use-words";

/** The frame of a tracking page: the operator's name and phone number, without links to other pages. */
export function TrackingFrame({ settings, children }: { settings: Settings; children: ReactNode }) {
  const t = useWords();
  const { brand, demo, phone } = settings;
  return (
    <div className="flex min-h-dvh flex-col">
      {demo && <DemoBanner />}
      <OfflineBanner />
      <header className="border-line border-b bg-surface-raised">
        <div className="mx-auto flex h-14 max-w-5xl items-center justify-between gap-4 px-4 sm:px-6">
          <Brand name={brand} />
          {phone && (
            <a
              className="inline-flex min-h-11 items-center rounded-md px-2 font-medium text-accent-text text-sm underline-offset-4 hover:underline"
              href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
            >
              {t("Call us")}
            </a>
          )}
        </div>
      </header>
      <main
        className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 sm:px-6 sm:py-10"
        id="content"
        tabIndex={-1}
      >
        {children}
      </main>
    </div>
  );
}
