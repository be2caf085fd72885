// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { sendJson, startTestSandbox } from '../../testing/start.ts';
import { getName, toAccountId } from './account-id.ts';
import { toHistory } from './counters.ts';
import { rateLimit } from './rate-limit.ts';

interface Answer {
  status: number;
  body: { status: number; error?: string; data: { account: { id: string; name: string }; stats: Stats } };
  headers: Headers;
}
type Counters = Record<string, number | string>;
interface Stats {
  all: Record<'overall' | 'solo' | 'duo' | 'trio' | 'squad' | 'ltm', Counters | null>;
}

const sandbox = openForTests(startTestSandbox);
beforeEach(() => setFault({ status: 0 }));

async function stats(
  path: string,
  headers: Record<string, string> = { authorization: 'some-key' },
): Promise<Answer> {
  const response = await fetch(`${sandbox.url}/fortnite/v2/stats/br/v2${path}`, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

async function setFault(fault: object): Promise<void> {
  expect((await sendJson(`${sandbox.url}/arena/faults`, 'PUT', fault)).status).toBe(200);
}

function fixture(name: string): Answer['body'] {
  return JSON.parse(readFileSync(new URL(`./fixtures/fortnite-${name}.json`, import.meta.url), 'utf8'));
}

describe('statistics', () => {
  test('have the keys of recorded answers, in the same order', async () => {
    const { body } = await stats('?name=Somebody&accountType=epic&timeWindow=lifetime&image=none');
    const recorded = fixture('ok-JaTaaOG-overall-solo');
    expect(Object.keys(body)).toEqual(Object.keys(recorded));
    expect(Object.keys(body.data)).toEqual(Object.keys(recorded.data));
    const { overall, solo, duo, squad, trio, ltm } = body.data.stats.all;
    expect(Object.keys(overall ?? {})).toEqual(Object.keys(recorded.data.stats.all.overall ?? {}));
    expect(Object.keys(solo ?? {})).toEqual(Object.keys(recorded.data.stats.all.solo ?? {}));
    expect(Object.keys(duo ?? {})).toEqual(expect.arrayContaining(['top5', 'top12']));
    expect(Object.keys(squad ?? {})).toEqual(expect.arrayContaining(['top3', 'top6']));
    expect([trio, ltm]).toEqual([null, null]);
    expect(solo?.lastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('are consistent, like recorded answers', async () => {
    const recorded = fixture('ok-JaTaaOG-overall-solo').data.stats.all;
    const made = (await stats('?name=Somebody')).body.data.stats.all;
    for (const { overall, solo } of [recorded, made]) {
      for (const counters of [overall, solo]) {
        const { wins, kills, matches, deaths, kd, winRate } = counters as Record<string, number>;
        if ([wins, kills, matches, deaths].includes(undefined)) throw new Error('a counter is missing');
        expect(deaths).toBe(Number(matches) - Number(wins));
        expect(kd).toBeCloseTo(Number(kills) / Number(deaths), 3);
        expect(winRate).toBeCloseTo((Number(wins) / Number(matches)) * 100, 3);
      }
      expect([overall?.top10, overall?.top25]).toEqual([solo?.top10, solo?.top25]);
      expect(Number(solo?.top10)).toBeGreaterThanOrEqual(Number(solo?.wins));
    }
    const sum = (name: string) =>
      ['solo', 'duo', 'squad'].reduce((total, mode) => total + Number(made[mode as 'solo']?.[name]), 0);
    for (const name of ['wins', 'kills', 'matches', 'minutesPlayed'])
      expect(made.overall?.[name]).toBe(sum(name));
  });

  test('are found by any spelling of the name and by the account id', async () => {
    const first = await stats('?name=CaseTest');
    const { id, name } = first.body.data.account;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(name).toBe('CaseTest');
    expect((await stats('?name=casetest')).body).toEqual(first.body);
    expect((await stats(`/${id}?timeWindow=lifetime`)).body).toEqual(first.body);
    expect((await stats('?name=other')).body.data.account.id).not.toBe(id);
  });

  test("are found by account id in a new sandbox, and by a long name's id once that name was seen", async () => {
    const other = await startTestSandbox();
    const get = (path: string) =>
      fetch(`${other.url}/fortnite/v2/stats/br/v2${path}`, { headers: { authorization: 'k' } });
    try {
      expect((await get(`/${toAccountId('CaseTest')}`)).status).toBe(200);
      const longName = 'Rᴀɴᴀ ʟᴏᴠᴇ ᴜ ღ';
      expect((await get(`/${toAccountId(longName)}`)).status).toBe(404);
      expect((await get(`?name=${encodeURIComponent(longName)}`)).status).toBe(200);
      expect((await get(`/${toAccountId(longName)}`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test.each([
    ['?name=', '400-missing-name'],
    ['', '400-missing-name'],
    ['?name=missingNo', '404-unknown'],
    ['?name=PrivatePam', '403-private'],
    ['?name=freshFred', '404-no-matches'],
    ['/00000000000000000000000000000000', '404-unknown'],
    ['/not-an-id', '404-unknown'],
  ])('are answered for %s as in fixture %s', async (path, name) => {
    const { status, body } = await stats(path);
    expect(body).toEqual(fixture(name));
    expect(status).toBe(body.status);
  });

  test('require the bare key', async () => {
    expect((await stats('?name=a', {})).status).toBe(401);
    expect((await stats('?name=a', { authorization: 'Bearer some-key' })).status).toBe(401);
  });

  test('refuse parameters that the service does not know', async () => {
    expect((await stats('?name=a&timeWindow=week')).status).toBe(400);
  });

  test('are fewer for a season than for a lifetime', async () => {
    const solo = async (path: string) => (await stats(path)).body.data.stats.all.solo?.matches;
    expect(await solo('?name=a&timeWindow=season')).toBeLessThan(Number(await solo('?name=a')));
  });
});

describe('faults', () => {
  test.each([
    [403, '403-private'],
    [429, '429'],
  ])('%i is answered as recorded', async (status, name) => {
    await setFault({ status });
    const answer = await stats('?name=Somebody');
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(fixture(name));
    if (status === 429)
      expect(Date.parse(answer.headers.get('x-ratelimit-reset') ?? '')).toBeGreaterThan(Date.now());
  });

  test('errors are nested on request', async () => {
    await setFault({ status: 500, nestedErrors: true });
    expect((await stats('?name=a')).body).toEqual({ status: 500, data: { error: 'internal server error' } });
  });

  test('nonsense is not JSON, and a hanging request gets no answer', async () => {
    const url = `${sandbox.url}/fortnite/v2/stats/br/v2?name=a`;
    const headers = { authorization: 'k' };
    await setFault({ status: 'nonsense' });
    expect(await (await fetch(url, { headers })).text()).toContain('<html>');
    await setFault({ status: 'hang' });
    await expect(fetch(url, { headers, signal: AbortSignal.timeout(150) })).rejects.toThrow(/timeout/i);
  });

  test('a sandbox with hanging requests still closes', async () => {
    const other = await startTestSandbox();
    await sendJson(`${other.url}/arena/faults`, 'PUT', { status: 'hang' });
    const hanging = fetch(`${other.url}/fortnite/v2/stats/br/v2?name=a`, {
      headers: { authorization: 'k' },
    });
    const ended = expect(hanging).rejects.toThrow();
    // The page answers after the hanging request has arrived.
    await fetch(`${other.url}/arena`);
    await other.close();
    await ended;
  });
});

describe('the request limit', () => {
  test('allows three per key in any second, then answers 429 until the first is a second old', () => {
    const limit = rateLimit(3);
    expect([limit('k', 0), limit('k', 100), limit('k', 999)]).toEqual([undefined, undefined, undefined]);
    expect(limit('k', 999)).toEqual(new Date(1000));
    expect(limit('other', 999)).toBeUndefined();
    expect(limit('k', 1000)).toBeUndefined();
    expect(limit('k', 1050)).toEqual(new Date(1100));
  });

  test('allows 180 in any minute', () => {
    const limit = rateLimit(3);
    for (let request = 0; request < 180; request += 1) expect(limit('k', request * 333.4)).toBeUndefined();
    expect(limit('k', 60_012)).toBeUndefined();
    expect(limit('k', 60_300)).toBeInstanceOf(Date);
  });

  test('names the time to come back in its answer', async () => {
    const strict = await startTestSandbox({ statsPerSecond: 1 });
    const get = () =>
      fetch(`${strict.url}/fortnite/v2/stats/br/v2?name=a`, { headers: { authorization: 'k' } });
    try {
      const [first, second] = await Promise.all([get(), get()]);
      const refused = first.status === 429 ? first : second;
      expect([first.status, second.status].sort()).toEqual([200, 429]);
      expect(Date.parse(refused.headers.get('x-ratelimit-reset') ?? '')).not.toBeNaN();
    } finally {
      await strict.close();
    }
  });
});

describe('account ids and histories', () => {
  test('an id leads back to its lower-case name, and other ids to no name', () => {
    expect(getName(toAccountId('Ninja'))).toBe('ninja');
    expect(getName(toAccountId('sixteen-letters!'))).toBe('sixteen-letters!');
    expect(getName(toAccountId('seventeen-letters'))).toBeUndefined();
    expect(getName('0'.repeat(32))).toBeUndefined();
  });

  test('a history is the same at every start and depends on the name', () => {
    expect(toHistory('Ada')).toEqual(toHistory('aDA'));
    expect(toHistory('Ada')).not.toEqual(toHistory('Bob'));
    expect(toHistory('freshAda')).toEqual({});
  });
});
