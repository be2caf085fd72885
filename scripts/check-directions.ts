// SPDX-License-Identifier: Apache-2.0

/**
 * Checks the directions of imports (rules: .dependency-cruiser.mjs) and tests itself: it fails if it sees no modules,
 * or if it misses one of the planted violations. Without @swc/core, dependency-cruiser can't read TypeScript and
 * reports success.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise as depcruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../.dependency-cruiser.mjs';
import { planted } from './planted-violations.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const roots = ['contract', 'server', 'cli', 'sandbox', 'web', 'tests', 'bench', 'scripts', 'art'];

interface Violation {
  from: string;
  to: string;
  rule: string;
}

/** Checks the text, because dependency-cruiser with SWC can't distinguish `import type` from `import`. */
function isTypeImport(folder: string, from: string, to: string): boolean {
  const text = readFileSync(join(folder, from), 'utf8');
  const mentions = [
    ...text.matchAll(/^(import|export)( type)?\b[^;]*?'([.]{1,2}\/[^']+)'|import\('([^']+)'\)/gm),
  ];
  const ofTarget = mentions.filter(
    ([, , , name = '', loaded = '']) => join(dirname(from), name || loaded) === to,
  );
  return ofTarget.length > 0 && ofTarget.every(([, , type]) => type !== undefined);
}

/** Rules allow type imports, which don't exist at run time. Circular imports are forbidden even for types. */
function holdsAtRuntime(folder: string, { from, to, rule }: Violation): boolean {
  return rule !== 'rules-are-pure' || !isTypeImport(folder, from, to);
}

async function cruise(folder: string): Promise<{ modules: number; violations: Violation[] }> {
  const found = roots.filter((name) => existsSync(join(folder, name)));
  const { forbidden, options } = configuration;
  // dependency-cruiser uses paths relative to the working directory.
  process.chdir(folder);
  const { output } = await depcruise(found, {
    ...options,
    validate: true,
    ruleSet: { forbidden },
  } as ICruiseOptions);
  const { summary, modules } = output as ICruiseResult;
  const ours = modules.filter(({ source }) => roots.includes(source.split('/')[0] ?? ''));
  return {
    modules: ours.length,
    violations: [
      ...summary.violations
        .map(({ rule: { name: rule }, from, to }): Violation => ({ rule, from, to }))
        .filter((violation) => holdsAtRuntime(folder, violation)),
      ...eagerSandboxImports(folder),
      ...circlesOfRooms(ours),
    ],
  };
}

/** A feature file's subfolder ("room"), if the feature has any. */
const getRoom = (file: string) => /^server[/]features[/][^/]+[/][^/]+(?=[/])/.exec(file)?.[0];

/**
 * Circular imports between the rooms of a feature. Types count too, because two rooms that need each other's types
 * belong together.
 */
function circlesOfRooms(modules: { source: string; dependencies: { resolved: string }[] }[]): Violation[] {
  const imports = modules
    .filter(({ source }) => !/[.]test[.]ts$/.test(source))
    .flatMap(({ source: from, dependencies }) => dependencies.map(({ resolved: to }) => ({ from, to })))
    .filter(({ from, to }) => getRoom(from) && getRoom(to) && getRoom(from) !== getRoom(to));
  const reaches = (from: string | undefined, to: string | undefined, seen = new Set([from])): boolean =>
    from === to ||
    imports
      .filter((one) => getRoom(one.from) === from && !seen.has(getRoom(one.to)))
      .some((one) => reaches(getRoom(one.to), to, seen.add(getRoom(one.to))));
  return imports
    .filter(({ from, to }) => reaches(getRoom(to), getRoom(from)))
    .map((one) => ({ ...one, rule: 'rooms-have-no-circles' }));
}

/** The server imports the sandbox only here and only dynamically, so that production never loads it. */
function eagerSandboxImports(folder: string): Violation[] {
  const file = 'server/obtain-sandbox.ts';
  const text = existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
  const eager = /^import (?!type )[^;]*'([./]+sandbox\/[^']+)'/gm;
  return [...text.matchAll(eager)].map(([, to = '']) => ({
    from: file,
    to,
    rule: 'sandbox-is-loaded-on-demand',
  }));
}

function plant(folder: string): void {
  for (const { file, says, target, targetSays = 'export {};' } of Object.values(planted).flat()) {
    for (const path of [file, target].filter((name) => name !== undefined))
      mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, file), `${says}\n`);
    if (target && !existsSync(join(folder, target))) writeFileSync(join(folder, target), `${targetSays}\n`);
  }
  for (const name of ['.dependency-cruiser.mjs', 'package.json']) {
    writeFileSync(join(folder, name), readFileSync(join(root, name)));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

async function missedPlants(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'finalring-planted-'));
  try {
    plant(folder);
    const { violations } = await cruise(folder);
    const missed = Object.entries(planted).flatMap(([rule, plants]) =>
      plants
        .filter(
          ({ file }) => !violations.some((violation) => violation.rule === rule && violation.from === file),
        )
        .map(({ file }) => `planted violation of ${rule} in ${file} was not seen`),
    );
    const unproven = (configuration.forbidden ?? [])
      .filter(({ name = '' }) => !(name in planted))
      .map(({ name }) => `rule ${name} has no planted violation`);
    return [...missed, ...unproven];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The TypeScript files on disk, all of which the check must have seen. */
function countSources(): number {
  return roots
    .filter((name) => existsSync(join(root, name)))
    .flatMap((name) => readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }))
    .filter((name) => /[.]tsx?$/.test(name) && !name.includes('node_modules/')).length;
}

const { modules, violations } = await cruise(root);
const faults = [
  ...violations.map(({ rule, from, to }) => `${from} -> ${to}  (${rule})`),
  ...(modules < countSources() || modules === 0 ? [`saw ${modules} modules of ${countSources()} files`] : []),
  ...(await missedPlants()),
];
if (faults.length > 0) {
  console.error(`Import directions:\n  ${faults.join('\n  ')}`);
  process.exit(1);
}
console.log(
  `Import directions: ${modules} modules, all rules hold, ${Object.keys(planted).length} planted violations seen.`,
);
