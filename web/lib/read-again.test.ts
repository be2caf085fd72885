// SPDX-License-Identifier: Apache-2.0

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyLiveEvent } from './apply-live-event.ts';
import { keys } from './query.ts';
import { catchUp } from './read-again.ts';

const balance = (gamerCoins: number) =>
  ({
    id: '1',
    name: 'balance',
    data: { gamerCoins, xp: 0, referralTokens: 0, delta: 1, currency: 'GC', description: '' },
  }) as const;

let client: QueryClient;
/** The server's answers, in request order; the test resolves them. */
let answers: PromiseWithResolvers<{ gamerCoins: number }>[];
let stopObserving: () => void;

beforeEach(() => {
  client = new QueryClient();
  answers = [];
  stopObserving = new QueryObserver(client, {
    queryKey: keys.profile,
    queryFn: () => {
      const answer = Promise.withResolvers<{ gamerCoins: number }>();
      answers.push(answer);
      return answer.promise;
    },
  }).subscribe(() => {});
});
afterEach(() => stopObserving());

const asked = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count));
const shown = (gamerCoins: number) =>
  vi.waitFor(() => expect(client.getQueryData(keys.profile)).toMatchObject({ gamerCoins }));

it('reads again when a balance arrived during the first reading', async () => {
  await asked(1);
  applyLiveEvent(client, balance(400), null);
  answers[0]?.resolve({ gamerCoins: 500 });
  await asked(2);
  answers[1]?.resolve({ gamerCoins: 400 });
  await shown(400);
});

it('does not let an older answer overwrite a balance', async () => {
  await asked(1);
  answers[0]?.resolve({ gamerCoins: 500 });
  await shown(500);
  void client.invalidateQueries({ queryKey: keys.profile });
  await asked(2);
  applyLiveEvent(client, balance(400), null);
  await shown(400);
  await asked(3);
  answers[1]?.resolve({ gamerCoins: 500 });
  answers[2]?.resolve({ gamerCoins: 400 });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await shown(400);
});

it('reads again after a first reading that was in progress', async () => {
  await asked(1);
  catchUp(client, 0);
  answers[0]?.resolve({ gamerCoins: 500 });
  await asked(2);
  answers[1]?.resolve({ gamerCoins: 400 });
  await shown(400);
});

it('reads again once, even after a failed reading', async () => {
  await asked(1);
  answers[0]?.reject(new Error('away'));
  await vi.waitFor(() => expect(client.getQueryState(keys.profile)?.fetchFailureCount).toBeGreaterThan(0));
  client.setDefaultOptions({ queries: { retry: false } });
  catchUp(client, 20);
  catchUp(client, 20);
  await asked(2);
  answers[1]?.resolve({ gamerCoins: 500 });
  await shown(500);
});

it('reads again at a random moment of the given time', async () => {
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  vi.spyOn(Math, 'random').mockReturnValue(0.25);
  catchUp(new QueryClient(), 400);
  expect(timeouts.mock.lastCall?.[1]).toBe(100);
});
