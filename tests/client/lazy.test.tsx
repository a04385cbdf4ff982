/**
 * Code that loads after its page: what is shown until then, which message appears if it fails to load, and when loading
 * is tried again.
 */
import { afterEach, expect, jest, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { type LazyComponent, lazy, useLazy, usePreload } from "../../client/lazy";
import { lazyServed, loadServedParts } from "../../client/lazy-served";
import { Button } from "../../client/ui/button";

afterEach(() => {
  jest.useRealTimers();
  cleanup();
});

/** Waits until everything has loaded. */
const flushReact = () => act(async () => {});

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const waiting = { pending: () => <p>Waiting</p> };

/** Preloads the first of two parts, and shows it on command. */
function Preloading({
  parts: [First, second],
  shown,
}: {
  parts: [LazyComponent<{ name: string }>, LazyComponent<{ name: string }>];
  shown: boolean;
}) {
  usePreload(First);
  usePreload(second, false);
  return shown && <First name="Ana" />;
}

const loadModule = async () => ({ Greeting });

function WithModule() {
  const module = useLazy(loadModule);
  return module ? <module.Greeting name="Ana" /> : <p>Waiting</p>;
}

/** Creates a loader that fails that many times. */
function loader(failures = 0) {
  let calls = 0;
  const load = async () => {
    calls += 1;
    if (calls <= failures) throw new Error("No network");
    return Greeting;
  };
  return { load, calls: () => calls };
}

test("a lazy part shows its placeholder until it has loaded, and loads only once", async () => {
  const { load, calls } = loader();
  const Part = lazy(load, waiting);
  render(<Part name="Ana" />);
  expect(screen.getByText("Waiting")).toBeDefined();
  await screen.findByText("Hello Ana");
  render(<Part name="Bo" />);
  expect(screen.getByText("Hello Bo")).toBeDefined();
  await flushReact();
  expect(calls()).toBe(1);
});

test("the server renders the placeholder of a lazy part", () => {
  const Part = lazy(loader().load, waiting);
  expect(renderToString(<Part name="Ana" />)).toBe("<p>Waiting</p>");
});

test("a lazy part that fails to load is tried again after two seconds", async () => {
  jest.useFakeTimers();
  const { load, calls } = loader(2);
  const Part = lazy(load, waiting);
  render(<Part name="Ana" />);
  for (const tries of [1, 2]) {
    await flushReact();
    expect(calls()).toBe(tries);
    expect(screen.getByText("Waiting")).toBeDefined();
    await act(async () => jest.advanceTimersByTime(2_000));
  }
  expect(screen.getByText("Hello Ana")).toBeDefined();
});

test("a lazy part with a view for failures is tried again only when somebody asks", async () => {
  const { load, calls } = loader(1);
  const Part = lazy(load, {
    ...waiting,
    failed: ({ retry, name }) => <Button onClick={retry}>Try again for {name}</Button>,
  });
  render(<Part name="Ana" />);
  const button = await screen.findByRole("button", { name: "Try again for Ana" });
  expect(calls()).toBe(1);
  fireEvent.click(button);
  await screen.findByText("Hello Ana");
});

test("usePreload lets a part appear at once, and does not load a part that is not wanted", async () => {
  const wanted = loader();
  const unusedModule = loader();
  const Part = lazy(wanted.load);
  const Other = lazy(unusedModule.load);
  const { rerender } = render(<Preloading parts={[Part, Other]} shown={false} />);
  await flushReact();
  rerender(<Preloading parts={[Part, Other]} shown />);
  expect(screen.getByText("Hello Ana")).toBeDefined();
  await flushReact();
  expect([wanted.calls(), unusedModule.calls()]).toEqual([1, 0]);
});

test("preload rejects when the network is down, and works when called again", async () => {
  const Part = lazy(loader(1).load);
  await expect(Part.preload()).rejects.toThrow("No network");
  await Part.preload();
});

test("useLazy returns null until its module has loaded", async () => {
  render(<WithModule />);
  expect(screen.getByText("Waiting")).toBeDefined();
  await screen.findByText("Hello Ana");
});

test("the server renders served parts and the parts inside them once all have loaded", async () => {
  const Outer = lazyServed(async () => {
    const Inner = lazyServed(async () => Greeting);
    return ({ name }: { name: string }) => <Inner name={name} />;
  });
  await loadServedParts();
  expect(renderToString(<Outer name="Ana" />)).toContain("<p>Hello <!-- -->Ana</p>");
});

test("a second call of loadServedParts also waits until the parts have loaded", async () => {
  const greetingLoad = Promise.withResolvers<typeof Greeting>();
  lazyServed(() => greetingLoad.promise);
  const done: string[] = [];
  const loads = ["first", "second"].map((who) => loadServedParts().then(() => done.push(who)));
  await flushReact();
  expect(done).toEqual([]);
  greetingLoad.resolve(Greeting);
  await Promise.all(loads);
});
