// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Message } from './messages.ts';
import { type EarlierRun, guessRunning, guessSome, guessWhole } from './time-left.ts';

const UPDATE_EVERY_MS = 500;
/** If the output isn't a terminal: a line in a log that people read later. */
const LINE_EVERY_MS = 30_000;

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
const indent = (text: string) => text.replaceAll(/^/gm, '    ');
const amount = new Intl.NumberFormat('en-US');

/**
 * Follows a run of `npm test`: a line shows the running phases, their progress and the remaining time. Failures are
 * printed when they happen and again at the end; the report file has everything.
 * @param report path of the JSON report
 * @param earlier the last complete run, for estimating the remaining time
 * @param known seconds that each part of a partial run took before
 */
export function followTests({
  report,
  earlier,
  known,
}: {
  report: string;
  earlier?: EarlierRun | undefined;
  known?: ReadonlyMap<string, number> | undefined;
}) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const phases: Phase[] = [];
  const failures: Failure[] = [];
  const flaky: Omit<Failure, 'phase'>[] = [];
  const parts: EarlierRun['parts'] = {};
  const { isTTY = false } = process.stdout;
  const sum = (name: 'passed' | 'failed') => phases.reduce((total, phase) => total + phase[name], 0);

  const clear = () => isTTY && process.stdout.write('\r\x1b[K');
  function say(text: string): void {
    clear();
    process.stdout.write(`${text}\n`);
  }

  function guessSecondsLeft(running: readonly Phase[]): number | undefined {
    const done = Object.keys(parts);
    if (known) return guessSome(known, new Set(done), seconds());
    if (earlier) return guessWhole(earlier, done.length, seconds());
    return guessRunning(
      running.map(({ startedMs, units, total }) => ({
        seconds: (performance.now() - startedMs) / 1000,
        share: total ? units / total : undefined,
      })),
    );
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
    /** Begins a phase. @returns handlers for its reporter's messages and for its end */
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
        say(`\nFAILED ${failure.title}\n${indent(failure.message)}\n`);
      }
      return {
        receive(message: Message): void {
          if (message.kind === 'total') phase.total = message.units;
          else if (message.kind === 'unit') {
            phase.units += 1;
            parts[message.name] = { seconds: message.seconds, endedAt: seconds() };
          } else if (message.kind === 'failed') fail(message);
          else {
            phase.passed += 1;
            if (message.flaky) flaky.push(message.flaky);
          }
        },
        fail,
        end(isGreen: boolean): void {
          phase.tookSeconds = (performance.now() - phase.startedMs) / 1000;
          if (phase.total === undefined) parts[title] = { seconds: phase.tookSeconds, endedAt: seconds() };
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
    /**
     * Writes the report and the last lines.
     * @param isWhole true if every test ran; later runs then estimate their time from this one
     * @returns whether everything passed
     */
    conclude({ isWhole }: { isWhole: boolean }): boolean {
      clearInterval(timer);
      clear();
      for (const { title, message } of failures) console.error(`\nFailed: ${title}\n${indent(message)}`);
      for (const { title, message } of flaky)
        console.log(`Flaky, passed only on the second try: ${title}\n${indent(message)}`);
      const red = phases.filter(({ isGreen }) => !isGreen).map(({ title }) => title);
      if (red.length > 0) console.error(`\nFailed: ${red.join('; ')}`);
      const passed = sum('passed');
      const isNothing = passed === 0 && red.length === 0;
      if (isNothing) console.error('No test ran.');
      const failed = Math.max(sum('failed'), red.length > 0 || isNothing ? 1 : 0);
      mkdirSync(dirname(report), { recursive: true });
      writeFileSync(
        report,
        `${JSON.stringify({ seconds: seconds(), isWhole, passed, failed, phases, failures, flaky, parts }, null, 2)}\n`,
      );
      console.log(`\nTotal time: ${seconds().toFixed(0)} s; report: ${report}`);
      console.log(`${passed} passed, ${failed} failed`);
      return failed === 0;
    },
  };
}

export type Follower = ReturnType<typeof followTests>;
