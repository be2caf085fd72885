// SPDX-License-Identifier: Apache-2.0

import type { BenchContext } from '../context.ts';
import { type Figure, median, type Result } from '../report.ts';
import { allCalls, type Call } from './calls.ts';
import { getReasonForLonger } from './exceptions.ts';
import { type FilledApp, startFilledApp } from './filled-app.ts';

const few = 10_000;
/** How much longer a call may take at the large size. */
const limit = 1 / 1.2;
const warmUps = 6;
const msPerRound = 30;
/**
 * The most calls per round. Calls that each player can make only once get fewer, since the players would soon run out.
 */
const maxCallsPerRound = 20;
const maxOncePerRound = 12;
/** Calls over the limit are timed again at the end, with this many times the rounds. Most of the excess is noise. */
const timesAgain = 5;

/** Milliseconds per call. */
async function timeCall(app: FilledApp, call: Call, turn: number, times: number): Promise<number> {
  await app.forgetCalls();
  const began = performance.now();
  for (let n = 0; n < times; n++) await app.run(call, turn + n);
  return (performance.now() - began) / times;
}

async function compare(
  [small, large]: readonly [FilledApp, FilledApp],
  call: Call,
  { rounds, firstTurn }: { rounds: number; firstTurn: number },
): Promise<{ value: number; reference: number; ratio: number; turns: number }> {
  const slowest = Math.max(
    await timeCall(small, call, firstTurn, warmUps),
    await timeCall(large, call, firstTurn, warmUps),
  );
  const most = call.isOncePerPlayer ? maxOncePerRound : maxCallsPerRound;
  const times = Math.max(1, Math.min(most, Math.round(msPerRound / slowest)));
  let turn = firstTurn + warmUps;
  const perSecond: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++, turn += times) {
    perSecond[0].push(1_000 / (await timeCall(small, call, turn, times)));
    perSecond[1].push(1_000 / (await timeCall(large, call, turn, times)));
  }
  const [reference, value] = [median(perSecond[0]), median(perSecond[1])];
  return { value, reference, ratio: value / reference, turns: turn - firstTurn };
}

/** Both sizes, timed alternately, as a line of the report; 0 if no call succeeded. */
async function measure(
  apps: readonly [FilledApp, FilledApp],
  call: Call,
  {
    log,
    rounds,
    firstTurn,
    many,
  }: { rounds: number; firstTurn: number; many: number; log: BenchContext['log'] },
): Promise<{ result: Figure; turns: number }> {
  const { turns, ...measured } = await compare(apps, call, { rounds, firstTurn }).catch(
    // For example a 503, if a report takes too long.
    ({ message }: Error) => {
      log(`${call.name}: failed: ${message}`);
      return { value: 0, reference: 0, ratio: 0, turns: warmUps };
    },
  );
  const reason = getReasonForLonger(call.name);
  log(`${call.name}: ${measured.value.toFixed(0)}/s, on few ${measured.reference.toFixed(0)}/s`);
  const result = {
    name: `growth: ${call.name}`,
    unit: `calls/s of ${many.toLocaleString('en')}`,
    against: `of ${few.toLocaleString('en')}`,
    limit: reason ? 0 : limit,
    ...(reason && { reason }),
    ...measured,
  };
  return { result, turns };
}

/** Every GET of the contract and the frequent changing calls, on a large business against a small one. */
export async function benchGrowthOfCalls(context: BenchContext): Promise<Result[]> {
  const { databaseUrl: templateUrl, log, rounds, transfers: many } = context;
  const small = await startFilledApp({ transfers: few, templateUrl, log });
  try {
    log(`growth: filling ${many.toLocaleString('en')} transfers`);
    const large = await startFilledApp({ transfers: many, templateUrl, log });
    try {
      const apps = [small, large] as const;
      const calls = await allCalls();
      const results: Figure[] = [];
      let nextTurn = 0;
      for (const call of calls) {
        const firstTurn = call.isOncePerPlayer ? nextTurn : 0;
        const { result, turns } = await measure(apps, call, { log, rounds, firstTurn, many });
        if (call.isOncePerPlayer) nextTurn += turns;
        results.push(result);
      }
      for (const [place, call] of calls.entries()) {
        const first = results[place];
        if (!first || first.ratio >= first.limit || call.isOncePerPlayer) continue;
        const again = { log, rounds: rounds * timesAgain, firstTurn: 0, many };
        results[place] = (await measure(apps, call, again)).result;
      }
      return results;
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}
