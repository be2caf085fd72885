// SPDX-License-Identifier: Apache-2.0

/**
 * `node scripts/icons.ts trophy gift`: writes `web/ui/icons/<name>.ts` for these icons of Lucide (names:
 * lucide.dev/icons), and rewrites all existing ones. The repository has only the used icons, because the whole library
 * is 50 MB.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import icons from 'lucide-react/dynamicIconImports.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
export const folder = join(root, 'web/ui/icons');

type Shape = [tag: string, attributes: Record<string, string>];

/** @returns names of the web app's icons */
export const listIcons = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort();

const toComponentName = (name: string) =>
  name.replace(/(^|-)([a-z0-9])/g, (_, _dash, first: string) => first.toUpperCase());

function isKnown(name: string): name is keyof typeof icons {
  return Object.hasOwn(icons, name);
}

/** @returns the module's text @throws if Lucide has no icon with this name */
export async function writeModule(name: string): Promise<string> {
  if (!isKnown(name)) throw new Error(`Lucide has no icon "${name}" (names: https://lucide.dev/icons)`);
  const { __iconData } = (await icons[name]()) as unknown as { __iconData: { node: Shape[] } };
  const shapes = __iconData.node.map(([tag, { key: _, ...attributes }]) => {
    const pairs = Object.entries(attributes).map(([attribute, value]) => `${attribute}: '${value}'`);
    return `  ['${tag}', { ${pairs.join(', ')} }],`;
  });
  return [
    '// SPDX-License-Identifier: ISC',
    '// From Lucide, by scripts/icons.ts; the licence is in LICENSE.',
    "import { drawIcon } from '../icon.ts';",
    '',
    `export const ${toComponentName(name)} = drawIcon(`,
    ...shapes,
    ');',
    '',
  ].join('\n');
}

/** @returns the licence text that must accompany the icons */
export const readLicence = () => readFileSync(join(root, 'node_modules/lucide-react/LICENSE'), 'utf8');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const names = [...new Set([...listIcons(), ...process.argv.slice(2)])];
    const modules = await Promise.all(names.map(async (name) => ({ name, text: await writeModule(name) })));
    for (const { name, text } of modules) writeFileSync(join(folder, `${name}.ts`), text);
    writeFileSync(join(folder, 'LICENSE'), readLicence());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
