/** What the page for developers uses of Swagger UI; the package's own types are of its distribution for Node. */
declare module "swagger-ui" {
  import type { ComponentType, createElement, ReactNode } from "react";

  /** Given one of its components and its copy of React, what takes the component's place. */
  export type Wrapper = (
    original: ComponentType<Record<string, unknown>>,
    system: { React: { createElement: typeof createElement } },
  ) => (props: Record<string, unknown>) => ReactNode;

  /** Draws a document into `domNode`. */
  export default function SwaggerUI(config: {
    domNode: Element;
    spec: unknown;
    /** How deep the list of schemas is open; -1 leaves the list out. */
    defaultModelsExpandDepth: number;
    /** What is shown of a body first. */
    defaultModelRendering: "example" | "model";
    syntaxHighlight: { activated: boolean };
    plugins: readonly { wrapComponents: Record<string, Wrapper> }[];
  }): void;
}
