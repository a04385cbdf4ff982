/** The folder of the flags. The build checks that its hash matches the flags. */
export const flagsFolder = "flags-ae6b9e158fbf";

/** Returns the address of a country's flag, which is 3 wide and 2 high. `iso2` is in upper case. */
export function flagUrl(iso2: string): string {
  return `/assets/${flagsFolder}/${iso2.toLowerCase()}.svg`;
}

/** A country's flag. It is decorative, because the name is always beside it or read aloud. */
export function Flag({ iso2, lazy }: { iso2: string; lazy?: boolean }) {
  return (
    <img
      alt=""
      className="h-4 w-6 shrink-0 rounded-[2px] bg-surface-sunken object-cover outline-1 outline-ink/10 -outline-offset-1"
      decoding="async"
      height={16}
      loading={lazy ? "lazy" : "eager"}
      src={flagUrl(iso2)}
      width={24}
    />
  );
}
