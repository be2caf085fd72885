// SPDX-License-Identifier: Apache-2.0

import { registerHooks } from 'node:module';
import { inlineReferences } from '../../tests/support/inline-references.ts';
import type { OpenApiDocument } from '../../tests/support/open-api.ts';

/** The module that the generator imports as `typescript`. */
const compiler = new URL('./typescript-api.ts', import.meta.url).href;

/** Removed: unsupported methods of an address and undocumented headers, a third of the generated text. */
const empty =
  /^ +(?:get|put|post|delete|options|head|patch|trace)\?: never;\n|^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm;
/** Removed: shared parameters of an address, since we describe them per operation. */
const shared = /^ {8}parameters: \{\n(?: {12}\w+\?: never;\n)+ {8}\};\n/gm;
/** Single-line comments. Repeated ones ("Done", `@enum {string}`) tell readers nothing. */
const comment = /^ +(\/\*\* @.* \*\/)\n/gm;
const mostTimes = 10;
const indent = /^(?: {4})+/gm;

function shorten(text: string): string {
  const times = Map.groupBy(text.matchAll(comment), ([, words]) => words);
  const [head = '', ...rest] = text.split(/^(?=export interface components)/m);
  return [head.replaceAll(shared, ''), ...rest]
    .join('')
    .replaceAll(empty, '')
    .replaceAll(comment, (line, words) => ((times.get(words)?.length ?? 0) > mostTimes ? '' : line))
    .replaceAll(indent, (spaces) => '\t'.repeat(spaces.length / 4));
}

/** A copy without examples and lists of codes, which as comments would be a third of the text. */
function withoutExamples(document: OpenApiDocument): object {
  const isList = (value: unknown) => typeof value === 'string' && value.startsWith('- `');
  const isLeftOut = (key: string, value: unknown) =>
    key === 'example' || (key === 'description' && isList(value));
  return JSON.parse(JSON.stringify(document, (key, value) => (isLeftOut(key, value) ? undefined : value)));
}

/** The document as TypeScript: `paths`, `webhooks` and `components`. */
export async function toTypes(document: OpenApiDocument): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'typescript' ? { url: compiler, shortCircuit: true } : next(name, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    const text = astToString(await generate(withoutExamples(document) as never));
    return `/** Made from the contract by \`npm run client\`. */\n${shorten(text)}`;
  } finally {
    hooks.deregister();
  }
}

/** The calls that accept an `Idempotency-Key`, as a module, because types don't exist at run time. */
export function toKeyedCalls(document: OpenApiDocument): string {
  const { paths } = inlineReferences(document);
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'idempotency-key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const list = JSON.stringify(calls, null, 2);
  return `/** Made from the contract by \`npm run client\`. */\nexport const keyedCalls: ReadonlySet<string> = new Set(${list});\n`;
}
