// SPDX-License-Identifier: Apache-2.0

import { afterEach, expect, it, vi } from 'vitest';
import { answerLogger } from './answer-log.ts';

interface Said {
  level: string;
  about: Record<string, unknown>;
  text: string;
}
afterEach(() => vi.useRealTimers());

function logged({ isEnabled = true } = {}) {
  const said: Said[] = [];
  const at = (level: string) => (about: Record<string, unknown>, text: string) =>
    void said.push({ level, about, text });
  const log = {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    isLevelEnabled: () => isEnabled,
  };
  const write = answerLogger(log as never);
  const answer = (
    method: string,
    statusCode: number,
    more: { refusalCode?: string; player?: object; url?: string; span?: object } = {},
  ) => {
    const { refusalCode = '', player, url, span } = more;
    const request = { method, log, routeOptions: url === undefined ? {} : { url }, player, span };
    write(request as never, { statusCode, refusalCode, elapsedTime: 1.6 } as never);
  };
  return { said, answer };
}

it.each([
  ['GET', 200, 'debug'],
  ['HEAD', 399, 'debug'],
  ['POST', 200, 'info'],
  ['GET', 400, 'info'],
  ['GET', 404, 'info'],
  ['GET', 500, 'error'],
  ['GET', 503, 'warn'],
])('logs %s with status %i as %s', (method, status, level) => {
  const { said, answer } = logged();
  answer(method, status);
  expect(said.map((line) => line.level)).toEqual([level]);
});

it("logs the route and the player's id, and omits missing fields", () => {
  const { said, answer } = logged();
  answer('POST', 409, {
    url: '/api/v1/cart/:id',
    refusalCode: 'stock_empty',
    player: { id: 'p1', name: 'Ada' },
    span: { traceId: 't1', spanId: 's1' },
  });
  answer('GET', 404);
  const common = { ms: 2 };
  expect(said.map(({ about }) => about)).toEqual([
    {
      ...common,
      method: 'POST',
      route: '/api/v1/cart/:id',
      status: 409,
      code: 'stock_empty',
      player: 'p1',
      traceId: 't1',
    },
    { ...common, method: 'GET', route: 'none', status: 404 },
  ]);
  expect(said.map(({ text }) => text)).toEqual(['answered', 'answered']);
});

it('logs nothing when the level is disabled', () => {
  const { said, answer } = logged({ isEnabled: false });
  answer('GET', 500);
  expect(said).toEqual([]);
});

it('logs fifty refusals a second, counts the rest, and logs every error and change', () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  vi.advanceTimersByTime(10_000);
  const { said, answer } = logged();
  for (let refusal = 0; refusal < 53; refusal++) answer('GET', refusal % 2 === 0 ? 404 : 400);
  expect(said).toHaveLength(50);
  answer('GET', 500);
  answer('POST', 200);
  expect(said.slice(50).map(({ level }) => level)).toEqual(['error', 'info']);
  vi.advanceTimersByTime(1_000);
  answer('GET', 404);
  expect(said.slice(52).map(({ about, text }) => [text, about.unlogged])).toEqual([
    ['too many refusals to log each', 3],
    ['answered', undefined],
  ]);
  vi.advanceTimersByTime(1_000);
  answer('GET', 404);
  expect(said).toHaveLength(55);
});
