import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Module } from './modules.ts';
import { shuffled } from './random.ts';
import type { Outcome, RunOptions } from './report.ts';

/** Data, stand-ins and types: nothing in them decides anything. */
const passedOver = /(\.test|\.d|-fixture|\/seed)\.ts$|\/testing\//;
/** Files of one run of Stryker: between two of them the time limit is looked at. */
const filesAtOnce = 12;
const folder = 'reports/mutate';

export function findSources({ sources, tests }: Module): string[] {
  const files = globSync(sources).filter((file) => !passedOver.test(file));
  if (!sources.some((source) => source.startsWith('web/'))) return files.sort();
  const tested = new Set(globSync(tests).map((file) => file.replace(/\.test\.ts$/, '.ts')));
  return files.filter((file) => tested.has(file)).sort();
}

/** So many lines with code, drawn by the seed, as Stryker names them. */
function drawnLines(files: readonly string[], sample: number, seed: number): string[] {
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        /^\s*(\/\/|\/?\*|import |$|[\])};,]+$)/.test(text) ? [] : [`${file}:${index + 1}-${index + 1}`],
      ),
  );
  return shuffled(lines, seed).slice(0, sample).sort();
}

/** What Stryker's report says of a mutant, as far as it is used here. */
interface Reported {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
}

function toOutcomes(file: string, { status, mutatorName, replacement, location }: Reported): Outcome[] {
  const told = { place: `${file}:${location.start.line}`, what: `${mutatorName}: ${replacement ?? ''}` };
  if (status === 'Killed' || status === 'Timeout') return [{ ...told, isKilled: true }];
  if (status === 'Survived' || status === 'NoCoverage') return [{ ...told, isKilled: false }];
  return [];
}

async function runStryker(mutate: string[], name: string, testFiles: string[]): Promise<Outcome[]> {
  const [config, result] = [join(folder, `${name}.config.json`), join(folder, `${name}.result.json`)];
  mkdirSync(folder, { recursive: true });
  rmSync(result, { force: true });
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { related: false },
    mutate,
    testFiles,
    concurrency: 1,
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: join(folder, `${name}.incremental.json`),
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: result },
    tempDirName: join(folder, 'tree'),
    ignorePatterns: ['/reports', '/build', '/screens'],
    // TypeScript 7 has no interface that Stryker could rewrite a configuration with, and Vitest needs none.
    tsconfigFile: 'none',
    allowConsoleColors: false,
    timeoutMS: 30_000,
  };
  writeFileSync(config, JSON.stringify(options, null, 1));
  const program = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const [code] = await once(spawn(process.execPath, [program, 'run', config], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`Stryker ended with ${code}`);
  const { files }: { files: Record<string, { mutants: Reported[] }> } = JSON.parse(
    readFileSync(result, 'utf8'),
  );
  // The report also has what is remembered of earlier runs.
  const asked = new Set(mutate);
  const isAsked = (file: string, { location: { start } }: Reported) =>
    asked.has(file) || asked.has(`${file}:${start.line}-${start.line}`);
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.filter((mutant) => isAsked(file, mutant)).flatMap((mutant) => toOutcomes(file, mutant)),
  );
}

/** Breaks a module's TypeScript with Stryker, wholly or on drawn lines, until the time is over. */
export async function mutateTypeScript(
  name: string,
  module: Module,
  { sample, seed, endsAt }: RunOptions,
): Promise<{ outcomes: Outcome[]; isWhole: boolean }> {
  const files = findSources(module);
  const targets = sample === undefined ? files : drawnLines(files, sample, seed);
  const size = sample === undefined ? filesAtOnce : targets.length;
  const outcomes: Outcome[] = [];
  for (let from = 0; from < targets.length; from += size) {
    if (Date.now() > endsAt) return { outcomes, isWhole: false };
    outcomes.push(...(await runStryker(targets.slice(from, from + size), name, globSync(module.tests))));
  }
  return { outcomes, isWhole: sample === undefined };
}
