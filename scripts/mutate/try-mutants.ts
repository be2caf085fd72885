// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEquivalent } from './equivalents.ts';
import type { Module } from './modules.ts';
import { excerpt, type Mutant, type Named, named, type Outcome } from './mutants.ts';
import { shuffled } from './random.ts';
import { brokenFunctions, brokenStatements, withFunction } from './sql-sources.ts';
import { TestRuns } from './test-runs.ts';
import { TypeCheck } from './type-check.ts';
import { findSources, instrument, type Span } from './typescript-mutants.ts';

export interface Choice {
  /** How many of each language, drawn by the seed; undefined: all. */
  sample: number | undefined;
  seed: number;
  only: string | undefined;
  /** For each language: after this time nothing new is begun. */
  minutes: number;
  /** Names of the only mutants to try. */
  names: ReadonlySet<string> | undefined;
  /** Called after every mutant, so that an interrupted run was not for nothing. */
  onTried: (language: Language, results: Results) => void;
}

export type Language = 'typescript' | 'sql';

export interface Results {
  outcomes: Outcome[];
  /** The total number of mutants. */
  size: number;
}

/** Where and how mutants are tried: the tree, its template database and its tests. */
interface Bench {
  root: string;
  tree: string;
  url: string;
  runs: TestRuns;
  types: TypeCheck;
  spans: ReadonlyMap<string, Span>;
}

/** The switches in the smallest piece of code around a line: they show which tests reach it. */
function around(spans: ReadonlyMap<string, Span>, file: string, line: number): string[] {
  const holding = [...spans].filter(([, span]) => span.file === file && span.from <= line && line <= span.to);
  const height = ({ from, to }: Span) => to - from;
  const several = holding.filter(([, span]) => height(span) > 0);
  const least = Math.min(...several.map(([, span]) => height(span)));
  const smallest = several.filter(([, span]) => height(span) === least);
  const all = [...spans].filter(([, span]) => span.file === file);
  return (smallest.length > 0 ? smallest : all).map(([id]) => id);
}

/** The message of the test that notices a mutant, if any. */
async function whatNotices(
  { tree, url, runs, spans }: Bench,
  { breaks, place }: Mutant,
): Promise<string | undefined> {
  const near = place.replace(/:\d+$/, '');
  if (breaks.kind === 'switch') return runs.whatNotices({ mutant: breaks.id, reachedBy: [breaks.id], near });
  if (breaks.kind === 'function') {
    return withFunction(url, breaks.text, async (own) => {
      runs.useDatabase(own);
      return runs.whatNotices({ near }).finally(() => runs.useDatabase(url));
    });
  }
  const file = join(tree, breaks.file);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, breaks.text);
  runs.forget(file);
  try {
    return await runs.whatNotices({ reachedBy: around(spans, breaks.file, breaks.line), near });
  } finally {
    writeFileSync(file, whole);
    runs.forget(file);
  }
}

/** Mutants whose tests take longer than this are compiled first. */
const dearMs = 2_000;

/** The most mutants of a file that are activated in one process. */
const maxTogether = 120;

/** The messages about each file's mutants, as far as the most likely tests notice them in one process for all. */
async function* afterWarmRuns(
  { runs }: Bench,
  mutants: readonly Named[],
): AsyncGenerator<[Named, string | undefined]> {
  const toFile = ({ place }: Named) => place.replace(/:\d+$/, '');
  for (let next = 0; next < mutants.length; ) {
    const file = toFile(mutants[next] as Named);
    const rest = mutants.slice(next, next + maxTogether);
    const end = rest.findIndex((mutant) => toFile(mutant) !== file);
    const together = end === -1 ? rest : rest.slice(0, end);
    const ids = together.flatMap(({ breaks, name }) =>
      breaks.kind === 'switch' && !isEquivalent(name) ? [breaks.id] : [],
    );
    const noticed = await runs.whatNoticesEach(ids, file);
    for (const mutant of together) {
      yield [mutant, mutant.breaks.kind === 'switch' ? noticed.get(mutant.breaks.id) : undefined];
    }
    next += together.length;
  }
}

async function judge(bench: Bench, mutant: Named): Promise<Pick<Outcome, 'verdict' | 'by'>> {
  if (isEquivalent(mutant.name)) return { verdict: 'equivalent' };
  const { root, types, runs } = bench;
  const { breaks } = mutant;
  const isRefused = async () =>
    breaks.kind === 'switch' && (await types.refuses(root, breaks.file, breaks.text()));
  const isDear = breaks.kind === 'switch' && runs.msOfAll([breaks.id]) > dearMs;
  if (isDear && (await isRefused())) return { verdict: 'refused' };
  const by = await whatNotices(bench, mutant);
  if (by) return { verdict: 'killed', by: excerpt(by) };
  return { verdict: !isDear && (await isRefused()) ? 'refused' : 'survived' };
}

async function tryEach(
  bench: Bench,
  mutants: readonly Named[],
  { endsAt, onTried }: { endsAt: number; onTried: (outcomes: Outcome[]) => void },
): Promise<void> {
  const outcomes: Outcome[] = [];
  for await (const [mutant, seen] of afterWarmRuns(bench, mutants)) {
    if (Date.now() > endsAt) break;
    const { name, place, what } = mutant;
    const began = Date.now();
    const { verdict, ...why } = seen
      ? { verdict: 'killed' as const, by: excerpt(seen) }
      : await judge(bench, mutant);
    outcomes.push({ verdict, name, place, what, ...why });
    onTried(outcomes);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${outcomes.length}/${mutants.length} ${verdict} in ${seconds} s  ${place}  ${name}`);
  }
}

/** Breaks a module in every way, or in those that were drawn, and runs the tests that reach the place. */
export async function tryModule(
  module: Module,
  { root, tree, url }: { root: string; tree: string; url: string },
  { sample, seed, only, minutes, names, onTried }: Choice,
): Promise<void> {
  const sources = findSources(module);
  const functions = module.functions ? await brokenFunctions(url, module.functions) : [];
  const sql = [...functions, ...sources.flatMap((file) => brokenStatements(tree, file))];
  const { mutants: typescript, spans } = await instrument(tree, sources);
  const runs = await TestRuns.start(tree, globSync(module.tests));
  const bench = { root, tree, url, runs, spans, types: new TypeCheck(`${tree}-types`) };
  const tryAll = async (all: readonly Mutant[], language: Language): Promise<void> => {
    const size = all.length;
    if (only !== undefined && only !== language) return;
    const asked = named(all).filter(({ name }) => !names || names.has(name));
    const chosen = new Set(sample === undefined ? asked : shuffled(asked, seed).slice(0, sample));
    const drawn = asked.filter((mutant) => chosen.has(mutant));
    const endsAt = Date.now() + minutes * 60_000;
    const keep = { endsAt, onTried: (outcomes: Outcome[]) => onTried(language, { outcomes, size }) };
    await tryEach(bench, drawn, keep);
  };
  try {
    await tryAll(typescript, 'typescript');
    await tryAll(sql, 'sql');
  } finally {
    await bench.types.close();
    await runs.close();
  }
}
