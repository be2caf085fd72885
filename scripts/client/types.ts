// SPDX-License-Identifier: Apache-2.0

import { registerHooks } from 'node:module';
import type { OpenApiDocument } from '../../tests/support/open-api.ts';

/** What the generator imports as `typescript`. */
const compiler = new URL('./typescript-api.ts', import.meta.url).href;

/** Methods that an address does not support, and undocumented headers: half of the generated text. */
const empty =
  /^ +(?:get|put|post|delete|options|head|patch|trace)\?: never;\n|^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm;

/** The document as TypeScript: `paths`, `webhooks` and `components`. */
export async function toTypes(document: OpenApiDocument): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'typescript' ? { url: compiler, shortCircuit: true } : next(name, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    const text = astToString(await generate(structuredClone(document) as never));
    return `/** Made from the contract by \`npm run client\`. */\n${text.replaceAll(empty, '')}`;
  } finally {
    hooks.deregister();
  }
}

/** The calls that take an `Idempotency-Key`, as a separate module: types alone are gone at run time. */
export function toKeyedCalls({ paths }: OpenApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'idempotency-key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const list = JSON.stringify(calls, null, 2);
  return `/** Made from the contract by \`npm run client\`. */\nexport const keyedCalls: ReadonlySet<string> = new Set(${list});\n`;
}
