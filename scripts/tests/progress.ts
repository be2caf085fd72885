// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Told } from './told.ts';

const UPDATE_EVERY_MS = 500;
/** Where the output is no terminal: a line in a log that people read later. */
const LINE_EVERY_MS = 30_000;
/** With less than this share done a guess at the time left would jump. */
const leastShare = 0.1;

interface Phase {
  title: string;
  startedMs: number;
  tookSeconds?: number;
  isGreen?: boolean;
  units: number;
  total: number | undefined;
  passed: number;
  failed: number;
}

export interface Failure {
  phase: string;
  title: string;
  message: string;
}

const toClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
const amount = new Intl.NumberFormat('en-US');

function readLastSeconds(report: string): number | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).seconds;
  } catch {
    return undefined;
  }
}

/**
 * Follows a run of `npm test`: a line says which phases run, what they did, and how long they will still take; failures are
 * printed when they happen and again at the end, and the report file has all of it.
 * @param report path of the JSON report; how long the run before took is read from it
 */
export function followTests(report: string) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const lastSeconds = readLastSeconds(report);
  const phases: Phase[] = [];
  const failures: Failure[] = [];
  const flaky: string[] = [];
  const { isTTY = false } = process.stdout;
  const sum = (name: 'passed' | 'failed') => phases.reduce((total, phase) => total + phase[name], 0);

  const clear = () => isTTY && process.stdout.write('\r\x1b[K');
  function say(text: string): void {
    clear();
    process.stdout.write(`${text}\n`);
  }

  function guessSecondsLeft(running: readonly Phase[]): number | undefined {
    if (lastSeconds !== undefined) return Math.max(0, lastSeconds - seconds());
    const left = running.map(({ startedMs, units, total }) => {
      const share = total ? units / total : 0;
      return share < leastShare ? undefined : ((performance.now() - startedMs) / 1000) * (1 / share - 1);
    });
    return left.includes(undefined) ? undefined : Math.max(...(left as number[]));
  }

  function toLine(): string | undefined {
    const running = phases.filter(({ tookSeconds }) => tookSeconds === undefined);
    if (running.length === 0) return undefined;
    const parts = running.map(({ title, units, total }) => (total ? `${title} ${units}/${total}` : title));
    const left = guessSecondsLeft(running);
    return [
      `${toClock(seconds())}  ${parts.join(', ')}`,
      `${amount.format(sum('passed'))} passed, ${amount.format(sum('failed'))} failed`,
      ...(left === undefined ? [] : [`about ${toClock(left)} left`]),
    ].join('; ');
  }

  const timer = setInterval(
    () => {
      const line = toLine();
      if (!line) return;
      if (isTTY) process.stdout.write(`\r\x1b[K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
      else process.stdout.write(`${line}\n`);
    },
    isTTY ? UPDATE_EVERY_MS : LINE_EVERY_MS,
  );
  timer.unref();

  return {
    say,
    /** Begins a phase. @returns what to do with what its reporter tells, and at its end */
    begin(title: string) {
      const phase: Phase = {
        title,
        startedMs: performance.now(),
        units: 0,
        total: undefined,
        passed: 0,
        failed: 0,
      };
      phases.push(phase);
      function fail(failure: Omit<Failure, 'phase'>): void {
        phase.failed += 1;
        failures.push({ phase: title, ...failure });
        say(`\nFAILED ${failure.title}\n${failure.message.replaceAll(/^/gm, '    ')}\n`);
      }
      return {
        hear(told: Told): void {
          if (told.kind === 'total') phase.total = told.units;
          else if (told.kind === 'unit') phase.units += 1;
          else if (told.kind === 'failed') fail(told);
          else {
            phase.passed += 1;
            if (told.flaky) flaky.push(told.flaky);
          }
        },
        fail,
        end(isGreen: boolean): void {
          phase.tookSeconds = (performance.now() - phase.startedMs) / 1000;
          phase.isGreen = isGreen && phase.failed === 0;
          const counted =
            phase.total === undefined
              ? ''
              : `: ${amount.format(phase.passed)} passed, ${amount.format(phase.failed)} failed`;
          say(
            `${phase.isGreen ? 'ok    ' : 'FAILED'} ${title}${counted} (${phase.tookSeconds.toFixed(0)} s)`,
          );
        },
      };
    },
    /** Writes the report and the last lines. @returns whether all is green */
    conclude(): boolean {
      clearInterval(timer);
      clear();
      for (const { title, message } of failures)
        console.error(`\nFailed: ${title}\n${message.replaceAll(/^/gm, '    ')}`);
      for (const title of flaky) console.log(`Passed on the second try, which is a fault to find: ${title}`);
      const red = phases.filter(({ isGreen }) => !isGreen).map(({ title }) => title);
      if (red.length > 0) console.error(`\nFailed: ${red.join('; ')}`);
      const [passed, failed] = [sum('passed'), Math.max(sum('failed'), red.length > 0 ? 1 : 0)];
      mkdirSync(dirname(report), { recursive: true });
      writeFileSync(
        report,
        `${JSON.stringify({ seconds: seconds(), passed, failed, phases, failures, flaky }, null, 2)}\n`,
      );
      console.log(`\nTotal time: ${seconds().toFixed(0)} s; report: ${report}`);
      console.log(`${passed} passed, ${failed} failed`);
      return failed === 0;
    },
  };
}

export type Follower = ReturnType<typeof followTests>;
