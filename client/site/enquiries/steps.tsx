export type Step = readonly [title: string, text: string];

/** How something goes, in its order. */
export function Steps({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <section className="mx-auto max-w-6xl px-4 pt-12 sm:px-6 md:pt-16">
      <h2 className="text-xl">{title}</h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
        {steps.map(([name, text], at) => (
          <li className="border-accent-text border-t-2 pt-4" key={name}>
            <span aria-hidden="true" className="font-semibold text-accent-text text-sm">
              {at + 1}
            </span>
            <h3 className="mt-1 text-lg">{name}</h3>
            <p className="mt-1 text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
