// SPDX-License-Identifier: Apache-2.0

/**
 * Browsers don't parse answers, so loading the schemas of calls, and zod with them, would be a waste. Pages therefore
 * import plain data and calls of the contract from light copies without schemas. Functions and schemas, such as those
 * of forms, still come from the contract's own modules.
 */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Endpoint } from '../../contract/endpoint.ts';

const light = '?light';
const ofWeb = /[\\/]web[\\/](app|features|lib|ui)[\\/][^?]*\.tsx?$/;
const imports = /import \{([^}]*)\} from '([^']*\/contract\/[\w/-]+\.ts)';/g;
const schemaOfCall = /\b\w+Api\.\w+\.(?:params|query|body|data)\b/;

type Kept = Pick<Endpoint, 'method' | 'path' | 'access' | 'idempotent' | 'isList' | 'upload' | 'file'>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isSchema = (value: unknown) => isObject(value) && '_zod' in value;
const isEndpoint = (value: unknown): value is Endpoint =>
  isObject(value) && 'method' in value && 'access' in value && isSchema(value.data);

function withoutSchemas({ method, path, access, idempotent, isList, upload, file }: Endpoint): Kept {
  return { method, path, access, idempotent, isList, upload, file };
}

const hasSchemas = (value: unknown): boolean =>
  isSchema(value) || (isObject(value) && Object.values(value).some(hasSchemas));

/** The value as plain data; undefined if it must come from the original module. */
function toPlain(value: unknown): unknown {
  if (isEndpoint(value)) return withoutSchemas(value);
  if (typeof value === 'function' || isSchema(value)) return undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    const list = value.map(toPlain);
    return list.includes(undefined) ? undefined : list;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const entries = Object.entries(value).map(([name, part]) => [name, toPlain(part)] as const);
  return entries.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(entries);
}

type Exports = Record<string, unknown>;

/** The exports in a light copy; undefined if the module has no schemas to leave out. */
function findPlain(exports: Exports): [string, unknown][] | undefined {
  if (!Object.values(exports).some(hasSchemas)) return undefined;
  return Object.entries(exports)
    .map(([name, value]): [string, unknown] => [name, toPlain(value)])
    .filter(([, value]) => value !== undefined);
}

/** The light copy of a module, as code. */
export function toLight(exports: Exports): string {
  const plain = findPlain(exports) ?? [];
  return plain.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}

/** Splits an import of a contract module: plain exports come from the light copy, the rest from the module. */
export function splitImport(specifiers: string, from: string, exports: Exports): string {
  const plain = new Set(findPlain(exports)?.map(([name]) => name));
  const names = specifiers
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const isPlain = (name: string) => plain.has(name.replace(/ as .*$/, ''));
  const lines = [
    [names.filter(isPlain), `${from}${light}`],
    [names.filter((name) => !isPlain(name) && !name.startsWith('type ')), from],
  ] as const;
  return lines
    .filter(([list]) => list.length > 0)
    .map(([list, module]) => `import { ${list.join(', ')} } from '${module}';`)
    .join(' ');
}

/** Reads the module again after each change, for `npm run dev`. */
const read = (module: string): Promise<Exports> =>
  import(`${pathToFileURL(module).href}?${statSync(module).mtimeMs}`);

export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      if (!id.endsWith(light)) return;
      const module = id.slice(0, -light.length);
      this.addWatchFile(module);
      return toLight(await read(module));
    },
    transform: {
      filter: { id: ofWeb, code: /\/contract\// },
      async handler(code, id) {
        const [found] = schemaOfCall.exec(code) ?? [];
        if (found)
          this.error(`${found} is left out of pages: export that schema from the contract by a name`);
        let rewritten = code;
        for (const [statement, specifiers = '', from = ''] of code.matchAll(imports)) {
          const exports = await read(join(dirname(id), from));
          rewritten = rewritten.replace(statement, () => splitImport(specifiers, from, exports));
        }
        return rewritten;
      },
    },
  };
}
