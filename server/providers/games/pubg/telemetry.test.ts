// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { patient } from '../../../../tests/support/patience.ts';
import { scanTelemetry } from './telemetry.ts';

const me = `account.${'a'.repeat(32)}`;
const someone = `account.${'b'.repeat(32)}`;
const start = { _T: 'LogMatchStart', _D: '2026-11-20T18:10:13.2571234Z' };

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const scan = (events: unknown, kills: number | null = null, size = 65_536) =>
  scanTelemetry(inPieces(typeof events === 'string' ? events : JSON.stringify(events), size), {
    accountId: me,
    kills,
  });

const kill = (
  killer: string,
  victim: string,
  teams: [number, number] = [1, 2],
  type = 'LogPlayerKillV2',
) => ({
  _T: type,
  killer: { accountId: killer, teamId: teams[0] },
  victim: { accountId: victim, teamId: teams[1] },
});

describe('the start', () => {
  const tricky = [{ _T: 'LogHeal', text: '}{ "LogMatchStart" \\" \\' }, { deep: { er: [{}] } }, start];

  it.each([1, 2, 7, 65_536])('is found in pieces of %i bytes', async (size) => {
    expect(await scan(tricky, null, size)).toEqual({ startedAt: '2026-11-20T18:10:13.257Z', botKills: null });
  });

  it('ends the search once it is found', async () => {
    let pieces = 0;
    const endless = async function* () {
      yield Buffer.from(`[${JSON.stringify(start)}`);
      for (;;) {
        pieces++;
        yield Buffer.from(',{"_T":"LogPlayerPosition"}');
      }
    };
    expect(await scanTelemetry(endless(), { accountId: me, kills: null })).toMatchObject({ botKills: null });
    expect(pieces).toBe(0);
  });

  it.each([
    ['another time', [{ ...start, _D: 'yesterday' }]],
    ['no such event', [{ _T: 'LogMatchEnd' }]],
    ['an event that is too long', [{ _T: 'x', text: 'x'.repeat(2 * 1024 * 1024) }, start]],
  ])('is not derived from %s', async (_name, events) => {
    expect(await scan(events)).toEqual({ startedAt: null, botKills: null });
  });

  it('is given up in an endless file', { tags: ['long'], timeout: patient(60_000) }, async () => {
    const piece = Buffer.from(`{"_T":"LogPlayerPosition","text":"${'x'.repeat(1_000_000)}"},`);
    const endless = async function* () {
      for (;;) yield piece;
    };
    expect(await scanTelemetry(endless(), { accountId: me, kills: null })).toMatchObject({
      startedAt: null,
    });
  });
});

describe('a file', () => {
  const whole = JSON.stringify([{ _T: 'LogMatchEnd', list: [{}], text: ']' }]);

  it.each([
    ['nothing', ''],
    ['no array', 'null'],
    ['a page', '<html><body>busy {a[0]}</body></html>'],
    ['an error', JSON.stringify({ errors: [] })],
    ['a cut event', whole.slice(0, -3)],
    ['a cut list in an event', whole.slice(0, whole.indexOf(']') + 1)],
    ['a cut text', whole.slice(0, whole.lastIndexOf('"'))],
    ['events without their end', whole.slice(0, -1)],
  ])('is rejected when it is %s', async (_name, text) => {
    expect(await scan(text)).toBeUndefined();
  });

  it('is complete even with white space at its end', async () => {
    expect(await scan(`${whole}\r\n `, null, 1)).toEqual({ startedAt: null, botKills: null });
  });
});

describe('the kills of bots', () => {
  const kills = [
    kill(me, 'ai.1'),
    kill(me, someone),
    kill(me, 'ai.2', [1, 3], 'LogPlayerKill'),
    kill(someone, 'ai.3', [2, 4]),
    // A team mate, oneself, and the zone.
    kill(me, someone, [1, 1]),
    kill(me, me, [1, 1]),
    { _T: 'LogPlayerKillV2', killer: null, victim: { accountId: 'ai.4', teamId: 5 } },
  ];

  it('are distinguished from kills of people', async () => {
    expect(await scan([start, ...kills], 3)).toMatchObject({ botKills: 2 });
  });

  it('are known without a start', async () => {
    expect(await scan(kills, 3)).toEqual({ startedAt: null, botKills: 2 });
  });

  it('stay unknown when the events don’t add up to the kills', async () => {
    expect(await scan([start, ...kills], 4)).toMatchObject({ botKills: null });
  });

  it('are not counted in a truncated file', async () => {
    expect(await scan(JSON.stringify([start, ...kills]).slice(0, -1), 3)).toBeUndefined();
  });
});
