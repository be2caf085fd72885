// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Module } from './modules.ts';
import { excerpt, type Mutant } from './mutants.ts';

/** Data, stand-ins and types: they decide nothing. */
const passedOver = /(\.test|\.d|-fixture|\/seed)\.ts$|\/testing\//;

/** Components are tested in browsers. */
const isOfComponents = (file: string) =>
  /from '(react|react-router|@tanstack\/react-query)'/.test(readFileSync(file, 'utf8'));

export function findSources({ sources, tests }: Module): string[] {
  const files = globSync(sources).filter((file) => !passedOver.test(file));
  if (!sources.some((source) => source.startsWith('web/'))) return files.sort();
  const tested = new Set(globSync(tests).map((file) => file.replace(/\.test\.ts$/, '.ts')));
  return files.filter((file) => tested.has(file) && !isOfComponents(file)).sort();
}

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].flatMap((level) => [
    [level, (): void => {}],
    [`is${level[0]?.toUpperCase()}${level.slice(1)}Enabled`, (): boolean => false],
  ]),
) as unknown as ConstructorParameters<typeof Instrumenter>[0];

interface Place {
  /** From 0, as in Stryker. */
  line: number;
  column: number;
}

const toOffset = (text: string, { line, column }: Place) =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, before) => sum + before.length + 1, column);

/** A mutant's place in its file: lines counted from 1, both inclusive. */
export interface Span {
  file: string;
  from: number;
  to: number;
}

/**
 * Writes all mutants of a module into the files of `tree`, each behind its own switch, and lists them. A mutant is activated
 * by the environment variable from Stryker's documentation, before any module is loaded.
 */
export async function instrument(
  tree: string,
  files: readonly string[],
): Promise<{ mutants: Mutant[]; spans: ReadonlyMap<string, Span> }> {
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(tree, name), 'utf8'),
  }));
  const result = await new Instrumenter(silent).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: false,
  });
  for (const { name, content } of result.files) writeFileSync(join(tree, name), content);
  const contents = new Map(sources.map(({ name, content }) => [name, content]));
  const spans = new Map<string, Span>();
  const mutants = result.mutants.map(({ id, fileName, location: { start, end }, replacement }): Mutant => {
    spans.set(id, { file: fileName, from: start.line + 1, to: end.line + 1 });
    const content = contents.get(fileName) ?? '';
    const [from, to] = [toOffset(content, start), toOffset(content, end)];
    return {
      place: `${fileName}:${start.line + 1}`,
      what: `${excerpt(content.slice(from, to))} -> ${excerpt(replacement)}`,
      breaks: {
        kind: 'switch',
        id,
        file: fileName,
        text: () => content.slice(0, from) + replacement + content.slice(to),
      },
    };
  });
  return { mutants, spans };
}
