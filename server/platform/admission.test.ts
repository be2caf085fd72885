// SPDX-License-Identifier: Apache-2.0

import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmission, type Turn } from './admission.ts';

const maxWaitMs = 500;

/** Advances the fake clock, and runs everything that becomes due. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('admission control', () => {
  it('admits immediately while there is room, then in order of arrival', () => {
    const admission = createAdmission({ maxInside: 2, maxWaitMs });
    const entered: number[] = [];
    const turns = [0, 1, 2, 3].map((number) => {
      const turn = admission.newTurn();
      turn.take((isAdmitted) => void (isAdmitted && entered.push(number)));
      return turn;
    });
    expect(entered).toEqual([0, 1]);
    turns[1]?.giveBack();
    turns[1]?.giveBack();
    expect(entered).toEqual([0, 1, 2]);
    turns[0]?.giveBack();
    expect(entered).toEqual([0, 1, 2, 3]);
  });

  it('follows a limit that shrinks and grows', () => {
    const options = { maxInside: 2, maxWaitMs };
    const admission = createAdmission(options);
    const turns = Array.from({ length: 5 }, () => admission.newTurn());
    for (const turn of turns) turn.take(() => {});
    options.maxInside = 1;
    turns[0]?.leave();
    expect([admission.inside, admission.waiting]).toEqual([1, 3]);
    options.maxInside = 3;
    turns[1]?.leave();
    expect([admission.inside, admission.waiting]).toEqual([3, 0]);
  });

  it('continues in the context of the waiting caller', () => {
    const admission = createAdmission({ maxInside: 1, maxWaitMs });
    const caller = new AsyncLocalStorage<string>();
    const working = admission.newTurn();
    working.take(() => {});
    let seen: string | undefined = 'nobody asked';
    const take = () => admission.newTurn().take(() => (seen = caller.getStore()));
    caller.run('waiting', take);
    caller.run('working', () => working.giveBack());
    expect(seen).toBe('waiting');
  });

  it('refuses only callers that have waited too long', () => {
    const admission = createAdmission({ maxInside: 1, maxWaitMs });
    const outcomes: boolean[] = [];
    const note = (isAdmitted: boolean) => void outcomes.push(isAdmitted);
    const working = admission.newTurn();
    working.take(() => {});
    admission.newTurn().take(note);
    pass(300);
    admission.newTurn().take(note);
    pass(201);
    expect(outcomes).toEqual([false]);
    working.giveBack();
    expect(outcomes).toEqual([false, true]);
    expect(admission.refused).toBe(1);
  });

  it('immediately re-admits a call that returns from an outside service, and never refuses it', () => {
    const admission = createAdmission({ maxInside: 1, maxWaitMs });
    const first = admission.newTurn();
    first.take(() => {});
    const second = admission.newTurn();
    second.take(() => {});
    first.giveBack();
    expect(admission).toMatchObject({ inside: 1, waiting: 0 });
    first.resume();
    expect(admission.inside).toBe(2);
    const third = vi.fn();
    admission.newTurn().take(third);
    first.giveBack();
    expect(third).not.toHaveBeenCalled();
    second.giveBack();
    expect(third).toHaveBeenCalledWith(true);
  });

  it('drops a caller that leaves while waiting', () => {
    const admission = createAdmission({ maxInside: 1, maxWaitMs });
    const working = admission.newTurn();
    working.take(() => {});
    const gone = vi.fn();
    const waiting = admission.newTurn();
    waiting.take(gone);
    waiting.leave();
    working.giveBack();
    pass(1_000);
    expect(gone).not.toHaveBeenCalled();
    expect(admission).toMatchObject({ inside: 0, waiting: 0, refused: 0 });
  });

  it('handles a long queue of instant calls without recursion', { tags: ['long'] }, () => {
    const admission = createAdmission({ maxInside: 1, maxWaitMs });
    const first = admission.newTurn();
    first.take(() => {});
    let done = 0;
    for (let call = 0; call < 50_000; call++) {
      const turn = admission.newTurn();
      turn.take(() => {
        done++;
        turn.leave();
      });
    }
    first.leave();
    expect(done).toBe(50_000);
  });

  it('keeps its guarantees in any order of events', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('arrive' as const) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 400 }) }),
      fc.record({
        kind: fc.constantFrom('giveBack' as const, 'resume' as const, 'leave' as const),
        who: fc.nat(30),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), (steps, maxInside) => {
        const admission = createAdmission({ maxInside, maxWaitMs });
        interface Caller {
          turn: Turn;
          state: 'waiting' | 'inside' | 'outside' | 'refused' | 'left';
          arrivedAt: number;
        }
        const callers: Caller[] = [];
        const count = (state: Caller['state']) => callers.filter((caller) => caller.state === state).length;
        for (const next of steps) {
          if (next.kind === 'pass') pass(next.ms);
          else if (next.kind === 'arrive') {
            const arrivedAt = performance.now();
            const caller: Caller = { turn: admission.newTurn(), state: 'waiting', arrivedAt };
            callers.push(caller);
            caller.turn.take((isAdmitted) => {
              // No call overtakes another, and each gets one answer.
              expect(caller.state).toBe('waiting');
              expect(callers.find(({ state }) => state === 'waiting')).toBe(caller);
              if (isAdmitted) expect(admission.inside).toBeLessThanOrEqual(maxInside);
              else expect(performance.now() - arrivedAt).toBeGreaterThanOrEqual(maxWaitMs);
              caller.state = isAdmitted ? 'inside' : 'refused';
            });
          } else {
            const caller = callers[next.who % Math.max(1, callers.length)];
            if (!caller || caller.state === 'refused') continue;
            if (next.kind === 'resume' && caller.state === 'outside') caller.state = 'inside';
            if (next.kind === 'giveBack' && caller.state === 'inside') caller.state = 'outside';
            if (next.kind === 'leave') caller.state = 'left';
            caller.turn[next.kind]();
          }
          expect(admission.inside).toBe(count('inside'));
          expect(admission.waiting).toBe(count('waiting'));
          expect(admission.refused).toBe(count('refused'));
          // No call waits while there is room, nor longer than the limit.
          if (admission.waiting > 0) expect(admission.inside).toBeGreaterThanOrEqual(maxInside);
          for (const { state, arrivedAt } of callers) {
            if (state === 'waiting') expect(performance.now() - arrivedAt).toBeLessThanOrEqual(maxWaitMs + 2);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
