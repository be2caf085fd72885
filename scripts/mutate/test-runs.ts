// SPDX-License-Identifier: Apache-2.0

import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import {
  BaseSequencer,
  createVitest,
  type Reporter,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import type {} from './count-hits.ts';
import { runWarm } from './warm-runs.ts';

/** The longest that a test waits: this distinguishes a mutant that makes it wait for ever from a slow one. */
const testTimeout = 25_000;
/** A mutant that is hit this many times as often as the unbroken source counts as an endless loop. */
const hitFactor = 100;
const toHitLimit = (hits: number) => Math.max(1000, hits * hitFactor);
const runMs = 45_000;
/** How many test files are run in one process for all mutants of a file. */
const warmFiles = 3;
/** For fewer mutants a separate process is as fast. */
const worthWarming = 3;
/** Messages that sound code causes too on a busy machine. */
const byTheMachine = /timed out|it never ends|not available|timeout|did not (start|answer)/i;
/** The same tests in another time zone: twice the time for a handful of mutants. */
const sameElsewhere = 'in New York';

class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

interface TestFile {
  run: TestSpecification;
  ms: number;
  /** How many mutants it has noticed, by file or function. */
  noticed: Map<string, number>;
  hits: Record<string, number>;
  onLoad: ReadonlySet<string>;
  inTests: ReadonlySet<string>;
}

interface Failure {
  file?: TestFile | undefined;
  said: string;
  /** The message without the file's name. */
  error: string;
}

interface Break {
  mutant?: string;
  reachedBy?: readonly string[];
  near: string;
}

function firstError(file: TestModule): string {
  const tests = [...file.children.allTests('failed')].flatMap((test) => test.result().errors ?? []);
  return [...file.errors(), ...tests][0]?.message ?? 'a part of it failed';
}

const toRunName = (project: string, file: string) => `${project} ${file}`;

/** One Vitest for a whole module: sources are read once, and each run has its own processes. */
export class TestRuns {
  readonly #vitest: Vitest;
  readonly #reporter: Reporter;
  #files: TestFile[] = [];
  /** Mutants with which a test timed out once. */
  readonly #tooLate = new Set<string>();

  private constructor(vitest: Vitest, reporter: Reporter) {
    this.#vitest = vitest;
    this.#reporter = reporter;
  }

  /** Runs each test file separately, without an active mutant, and remembers which mutants it reached. */
  static async start(tree: string, tests: readonly string[]): Promise<TestRuns> {
    const reporter: Reporter = {};
    const vitest = await createVitest('test', {
      root: tree,
      config: join(tree, 'vitest.config.ts'),
      watch: false,
      maxWorkers: 1,
      reporters: [reporter],
      silent: true,
      testTimeout,
      hookTimeout: 2 * testTimeout,
      sequence: { sequencer: AsGiven },
    });
    for (const { config } of vitest.projects) {
      config.setupFiles = [join(tree, 'scripts/mutate/count-hits.ts'), ...config.setupFiles];
    }
    const runs = new TestRuns(vitest, reporter);
    try {
      await runs.#measure(tests);
      await runs.#leaveOutAlarms();
    } catch (error) {
      await vitest.close();
      throw error;
    }
    return runs;
  }

  async #measure(tests: readonly string[]): Promise<void> {
    const vitest = this.#vitest;
    const isolation = vitest.projects.map(({ config }) => config.isolate);
    for (const { config } of vitest.projects) config.isolate = true;
    vitest.provide('hitLimit', Number.POSITIVE_INFINITY);
    const asked = new Set(tests.map((file) => join(vitest.config.root, file)));
    const specifications = (await vitest.globTestSpecifications()).filter(
      ({ moduleId, project }) => asked.has(moduleId) && project.name !== sameElsewhere,
    );
    const sound = await this.#findSound(specifications);
    vitest.projects.forEach(({ config }, index) => {
      config.isolate = isolation[index] as boolean;
    });
    this.#files = specifications.flatMap((run) => {
      const file = sound.get(toRunName(run.project.name, run.moduleId));
      if (!file) return [];
      const { mutantHits: hits = {}, mutantsOnLoad, mutantsInTests } = file.meta();
      const [onLoad, inTests] = [new Set(mutantsOnLoad), new Set(mutantsInTests)];
      return [{ run, ms: file.diagnostic().duration, noticed: new Map(), hits, onLoad, inTests }];
    });
  }

  /** The files that pass when nothing is broken, by name. Failures are tried again: sound code fails on a busy machine. */
  async #findSound(specifications: readonly TestSpecification[]): Promise<Map<string, TestModule>> {
    const sound = new Map<string, TestModule>();
    const run = async () => {
      const left = specifications.filter((each) => !sound.has(toRunName(each.project.name, each.moduleId)));
      if (left.length === 0) return { failed: [], unhandledErrors: [] };
      // Results left over from the previous run would count for this one.
      this.#vitest.state.filesMap.clear();
      const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(left);
      for (const file of testModules) {
        if (file.ok()) sound.set(toRunName(file.project.name, file.moduleId), file);
      }
      return { failed: testModules.filter((file) => !file.ok()), unhandledErrors };
    };
    await run();
    const { failed, unhandledErrors } = await run();
    for (const file of failed) {
      console.log(`left out, since it fails where nothing is broken: ${file.moduleId}: ${firstError(file)}`);
    }
    if (sound.size === 0) throw new Error(`no test passes where nothing is broken: ${unhandledErrors}`);
    return sound;
  }

  /** The test files that reach one of these mutants (all, without a list), those likely to notice soonest first. */
  #reaching(ids: readonly string[] | undefined, near: string): TestFile[] {
    const beside = near.replace(/\.ts$/, '.test.ts');
    const worth = ({ run, noticed, ms, inTests }: TestFile) => {
      const used = ids ? ids.filter((id) => inTests.has(id)).length / ids.length : 0;
      const before = (noticed.get(near) ?? 0) + 0.05 * noticed.size;
      return (0.1 + used + Number(run.moduleId.endsWith(beside)) + before) / (300 + ms);
    };
    return this.#files
      .filter(({ hits }) => !ids || ids.some((id) => Object.hasOwn(hits, id)))
      .toSorted((one, other) => worth(other) - worth(one));
  }

  /**
   * The test messages for each of these mutants, as far as the most likely test files notice them in one process for all:
   * seconds for a hundred. Nothing is known about the others.
   * @param ids mutants of one file
   * @param near the file
   */
  async whatNoticesEach(ids: readonly string[], near: string): Promise<Map<string, string>> {
    const said = new Map<string, string>();
    const vitest = this.#vitest;
    const files = this.#reaching(ids, near).filter(({ run }) => run.project.config.isolate === false);
    for (const file of files.slice(0, warmFiles)) {
      const left = ids.filter((id) => !said.has(id) && Object.hasOwn(file.hits, id));
      if (left.length < worthWarming) continue;
      for (let next = left; next.length > 0; ) {
        const mutants = next.map((id) => ({
          id,
          hitLimit: toHitLimit(file.hits[id] ?? 0),
          // A mutant that is reached once may be reached by a module that a test loads itself.
          isOnLoad: file.onLoad.has(id) || file.hits[id] === 1,
        }));
        const warm = { vitest, reporter: this.#reporter, run: file.run, ms: file.ms };
        const { noticed, endless, behind } = await runWarm(warm, mutants);
        if (endless) this.#tooLate.add(endless);
        for (const [id, module] of noticed) {
          const error = firstError(module);
          if (byTheMachine.test(error)) this.#tooLate.add(id);
          else said.set(id, `${relative(vitest.config.root, file.run.moduleId)}: ${error}`);
        }
        next = behind;
      }
      file.noticed.set(near, (file.noticed.get(near) ?? 0) + left.filter((id) => said.has(id)).length);
    }
    return said;
  }

  /** The total time of all test files that reach one of these mutants. */
  msOfAll(ids: readonly string[]): number {
    return this.#reaching(ids, '').reduce((sum, { ms }) => sum + ms, 0);
  }

  /**
   * The message of the first failing test; undefined if none fails.
   * @param mutant the active one; undefined if the sources or the database are broken in another way, or not at all
   * @param reachedBy mutants that the test files to run reach; without it all run
   * @param near the broken file or function
   */
  async whatNotices({ mutant, reachedBy, near }: Break): Promise<string | undefined> {
    const found = await this.#firstTrueFailure(this.#reaching(reachedBy, near), mutant);
    found?.file?.noticed.set(near, (found.file.noticed.get(near) ?? 0) + 1);
    return found?.said;
  }

  /** A test that only timed out has to do so twice: on a busy machine it says nothing about the mutant. */
  async #firstTrueFailure(
    files: readonly TestFile[],
    mutant: string | undefined,
  ): Promise<Failure | undefined> {
    for (let left = files; left.length > 0; ) {
      const found = await this.#firstFailure(left, mutant);
      const isSure = !found || !byTheMachine.test(found.error) || (mutant && this.#tooLate.has(mutant));
      if (isSure) return found;
      const again = await this.#firstFailure(found.file ? [found.file] : left, mutant);
      if (again || !found.file) return again;
      left = left.slice(left.indexOf(found.file) + 1);
    }
    return undefined;
  }

  /** Files that pass separately but fail together with the others are left out. */
  async #leaveOutAlarms(): Promise<void> {
    for (;;) {
      const alarm = await this.#firstFailure(this.#files, undefined);
      if (!alarm) return;
      if (!alarm.file) throw new Error(`together the tests fail where nothing is broken: ${alarm.said}`);
      console.log(`left out, since it fails together with the others: ${alarm.said}`);
      this.#files = this.#files.filter((file) => file !== alarm.file);
    }
  }

  async #firstFailure(files: readonly TestFile[], mutant: string | undefined): Promise<Failure | undefined> {
    const vitest = this.#vitest;
    if (files.length === 0) return undefined;
    const hits = files.reduce((sum, file) => sum + (mutant ? (file.hits[mutant] ?? 0) : 0), 0);
    vitest.provide('hitLimit', mutant ? toHitLimit(hits) : Number.POSITIVE_INFINITY);
    for (const { config } of vitest.projects) {
      config.bail = 1;
      config.testTimeout = testTimeout;
      config.hookTimeout = 2 * testTimeout;
      config.env = { ...config.env, __STRYKER_ACTIVE_MUTANT__: mutant ?? '' };
    }
    vitest.config.bail = 1;
    // Results left over from the previous run would count for this one.
    vitest.state.filesMap.clear();
    const cancel = () => void vitest.cancelCurrentRun('test-failure').catch(() => {});
    const limit = runMs + 3 * files.reduce((sum, { ms }) => sum + ms, 0);
    let isOver = false;
    // The first cancels, the second kills.
    const timers = [limit, limit + 5_000].map((ms) =>
      setTimeout(() => {
        isOver = true;
        cancel();
      }, ms),
    );
    try {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
        files.map(({ run }) => run),
      );
      const failed = testModules.find((file) => file.state() === 'failed');
      const file = files.find(({ run }) => run.moduleId === failed?.moduleId);
      if (failed) {
        const error = firstError(failed);
        return { file, said: `${failed.relativeModuleId}: ${error}`, error };
      }
      const error = unhandledErrors.length > 0 ? inspect(unhandledErrors[0]) : isOver && 'it never ends';
      return error ? { said: error, error } : undefined;
    } finally {
      timers.map(clearTimeout);
    }
  }

  /** From now on the tests clone this database. */
  useDatabase(url: string): void {
    for (const project of this.#vitest.projects) project.provide('templateDatabaseUrl', url);
  }

  /** Makes Vitest read this file again. */
  forget(file: string): void {
    this.#vitest.invalidateFile(file);
  }

  async close(): Promise<void> {
    await this.#vitest.close();
  }
}
