// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** A file that exceeds its usual time by more than this never ends: the remaining ones are not run. */
const patienceMs = 20_000;
/** The number of mutants between two runs with nothing broken. */
const few = 12;

interface WarmResult {
  noticed: Map<string, TestModule>;
  endless: string | undefined;
  behind: string[];
}

export interface WarmRun {
  vitest: Vitest;
  /** The one that was passed to Vitest: it learns of each file that has ended. */
  reporter: Reporter;
  /** The test file, and how long it takes. */
  run: TestSpecification;
  ms: number;
}

interface ToWake {
  id: string;
  /** How many hits count as an endless loop. */
  hitLimit: number;
  /** Whether it is reached while modules are loaded. */
  isOnLoad: boolean;
}

/** The file that activates each mutant, in order; undefined: none. */
type Woken = ReadonlyMap<string, string | undefined>;

/**
 * Runs one test file repeatedly in one process, each time with another active mutant, which saves starting a process for
 * each. Before and after a few of them it runs with nothing broken: if a mutant left something behind it fails there, and
 * then none of the few counts.
 * @returns those that were noticed, with the file's result; and if one never ended, that one and those after it. Nothing is
 *   known about all others
 */
export async function runWarm(warm: WarmRun, mutants: readonly ToWake[]): Promise<WarmResult> {
  const woken = writeFiles(warm, mutants);
  setUp(warm);
  const { ended, endless } = await runEach(warm, [...woken.keys()]);
  const behind = [...woken].filter(([file]) => !ended.has(file) && file !== endless);
  return {
    noticed: findNoticed(woken, ended),
    endless: endless && woken.get(endless),
    behind: endless ? behind.flatMap(([, mutant]) => mutant ?? []) : [],
  };
}

function writeFiles({ vitest, run }: WarmRun, mutants: readonly ToWake[]): Woken {
  const folder = join(vitest.config.root, 'awake');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const tested = relative(folder, run.moduleId);
  const woken = new Map<string, string | undefined>();
  const write = (mutant?: ToWake) => {
    const file = join(folder, `${woken.size}.test.ts`);
    const id = mutant ? JSON.stringify(mutant.id) : 'undefined';
    const args = `${id}, ${mutant?.isOnLoad ?? false}, ${mutant?.hitLimit ?? 'Infinity'}`;
    // With a query it is another module, which is loaded separately from the others.
    const path = JSON.stringify(`${tested}?${woken.size}`);
    writeFileSync(
      file,
      `import { wake } from '../scripts/mutate/wake.ts';\nwake(${args});\nawait import(${path});\n`,
    );
    vitest.invalidateFile(file);
    woken.set(file, mutant?.id);
  };
  write();
  // Those that require all modules to be loaded again come last.
  const inTurn = mutants.toSorted((one, other) => Number(one.isOnLoad) - Number(other.isOnLoad));
  for (const [index, mutant] of inTurn.entries()) {
    write(mutant);
    if (index % few === few - 1 || index === inTurn.length - 1) write();
  }
  return woken;
}

function setUp({ vitest, ms }: WarmRun): void {
  for (const { config } of vitest.projects) {
    config.bail = 0;
    // A timeout says nothing yet: that mutant is tried separately, with more time.
    config.testTimeout = patienceMs / 4 + 5 * ms;
    config.hookTimeout = patienceMs / 2 + 5 * ms;
    config.env = { ...config.env, __STRYKER_ACTIVE_MUTANT__: '' };
  }
  vitest.config.bail = 0;
  vitest.provide('hitLimit', Number.POSITIVE_INFINITY);
  vitest.state.filesMap.clear();
}

/** The files that ended, and the one that did not: the process ends with it. */
async function runEach({ vitest, reporter, run, ms }: WarmRun, files: readonly string[]) {
  let running: string | undefined;
  let endless: string | undefined;
  const cancel = () => {
    endless = running;
    void vitest.cancelCurrentRun('test-failure').catch(() => {});
  };
  // The first cancels, the second kills.
  const guard = () => [0, 5_000].map((more) => setTimeout(cancel, patienceMs + 10 * ms + more));
  let timers = guard();
  const ended = new Map<string, TestModule>();
  reporter.onTestModuleQueued = ({ moduleId }) => {
    running = moduleId;
  };
  reporter.onTestModuleEnd = (module) => {
    if (endless) return;
    timers.map(clearTimeout);
    timers = guard();
    const isWhole = module.state() === 'passed' || module.state() === 'failed';
    if (isWhole) ended.set(module.moduleId, module);
  };
  try {
    await vitest.runTestSpecifications(files.map((file) => run.project.createSpecification(file)));
  } finally {
    timers.map(clearTimeout);
    delete reporter.onTestModuleEnd;
    delete reporter.onTestModuleQueued;
  }
  return { ended, endless };
}

/** Mutants with which the file failed, if it passed before and after them with nothing broken. */
function findNoticed(woken: Woken, ended: ReadonlyMap<string, TestModule>): Map<string, TestModule> {
  const noticed = new Map<string, TestModule>();
  let unsure = new Map<string, TestModule>();
  let isSound = false;
  for (const [file, mutant] of woken) {
    const module = ended.get(file);
    if (mutant !== undefined) {
      if (isSound && module?.state() === 'failed') unsure.set(mutant, module);
      continue;
    }
    isSound = module?.state() === 'passed';
    if (isSound) for (const [each, failed] of unsure) noticed.set(each, failed);
    unsure = new Map();
  }
  return noticed;
}
