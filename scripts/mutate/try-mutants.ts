import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEquivalent } from './equivalents.ts';
import type { Module } from './modules.ts';
import { excerpt, type Mutant, nameOf, type Outcome } from './mutants.ts';
import { shuffled } from './random.ts';
import { brokenFunctions, brokenStatements, withFunction } from './sql-sources.ts';
import { TestRuns } from './test-runs.ts';
import { findSources, instrument, type Span } from './typescript-mutants.ts';

export interface Choice {
  /** So many of each language, drawn by the seed; undefined: all. */
  sample: number | undefined;
  seed: number;
  only: string | undefined;
  /** Milliseconds since 1970: nothing new is begun after it. */
  endsAt: number;
  /** Names of the only mutants to try. */
  names: ReadonlySet<string> | undefined;
}

export interface Results {
  outcomes: Outcome[];
  /** How many mutants there are in all. */
  size: number;
}

/** What mutants are broken in, and how: the tree, its template database and its tests. */
interface Bench {
  tree: string;
  url: string;
  runs: TestRuns;
  spans: ReadonlyMap<string, Span>;
}

/** The switches in the smallest piece of code around a line, which is how one knows the tests that pass there. */
function around(spans: ReadonlyMap<string, Span>, file: string, line: number): string[] {
  const holding = [...spans].filter(([, span]) => span.file === file && span.from <= line && line <= span.to);
  const height = ({ from, to }: Span) => to - from;
  const several = holding.filter(([, span]) => height(span) > 0);
  const least = Math.min(...several.map(([, span]) => height(span)));
  const smallest = several.filter(([, span]) => height(span) === least);
  const all = [...spans].filter(([, span]) => span.file === file);
  return (smallest.length > 0 ? smallest : all).map(([id]) => id);
}

/** What notices a mutant, if anything does. */
async function whatNotices(
  { tree, url, runs, spans }: Bench,
  { breaks }: Mutant,
): Promise<string | undefined> {
  if (breaks.kind === 'switch') return runs.whatNotices(breaks.id, [breaks.id]);
  if (breaks.kind === 'function') {
    return withFunction(url, breaks.text, async (own) => {
      runs.useDatabase(own);
      return runs.whatNotices(undefined).finally(() => runs.useDatabase(url));
    });
  }
  const file = join(tree, breaks.file);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, breaks.text);
  runs.forget(file);
  try {
    return await runs.whatNotices(undefined, around(spans, breaks.file, breaks.line));
  } finally {
    writeFileSync(file, whole);
    runs.forget(file);
  }
}

async function tryEach(bench: Bench, mutants: readonly Mutant[], endsAt: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const mutant of mutants) {
    if (Date.now() > endsAt) break;
    const { place, what } = mutant;
    const began = Date.now();
    const isSame = isEquivalent(mutant);
    const by = isSame ? undefined : await whatNotices(bench, mutant);
    const verdict = isSame ? 'equivalent' : by ? 'killed' : 'survived';
    outcomes.push({ verdict, place, what, ...(by && { by: excerpt(by) }) });
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${outcomes.length}/${mutants.length} ${verdict} in ${seconds} s  ${place}  ${what}`);
  }
  return outcomes;
}

/** Breaks a module in every way there is, or in those that were drawn, and runs the tests that reach the place. */
export async function tryModule(
  module: Module,
  tree: string,
  url: string,
  { sample, seed, only, endsAt, names }: Choice,
): Promise<{ typescript: Results; sql: Results }> {
  const sources = findSources(module);
  const functions = module.functions ? await brokenFunctions(url, module.functions) : [];
  const sql = [...functions, ...sources.flatMap((file) => brokenStatements(tree, file))];
  const { mutants: typescript, spans } = await instrument(tree, sources);
  const runs = await TestRuns.start(tree, globSync(module.tests));
  const bench = { tree, url, runs, spans };
  const results = async (all: readonly Mutant[], language: string): Promise<Results> => {
    if (only !== undefined && only !== language) return { outcomes: [], size: all.length };
    const asked = names ? all.filter((mutant) => names.has(nameOf(mutant))) : all;
    const drawn = sample === undefined ? asked : shuffled(asked, seed).slice(0, sample);
    return { outcomes: await tryEach(bench, drawn, endsAt), size: all.length };
  };
  try {
    return { typescript: await results(typescript, 'typescript'), sql: await results(sql, 'sql') };
  } finally {
    await runs.close();
  }
}
