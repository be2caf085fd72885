// SPDX-License-Identifier: Apache-2.0

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import type { Listener } from '../listen.ts';
import { cachedAnswer } from './cached-answer.ts';

const things = endpoint({
  method: 'GET',
  path: '/things',
  access: 'public',
  summary: 'Things',
  message: 'OK',
  data: z.string(),
});

/** Readings that the test resolves in any order. */
function world() {
  const heard: (() => void)[] = [];
  const restored: (() => void)[] = [];
  const listener = { connected: true };
  const readings: PromiseWithResolvers<string>[] = [];
  const answer = cachedAnswer(things, {
    listener: Object.assign(listener, {
      on: (channel: string, handler: () => void) => {
        expect(channel).toBe('things');
        return heard.push(handler);
      },
      onReconnect: (handler: () => void) => restored.push(handler),
    }) as unknown as Listener,
    channels: ['things'],
    read: () => {
      const reading = Promise.withResolvers<string>();
      readings.push(reading);
      return reading.promise;
    },
  });
  const take = (accepted?: string) => answer({ request: { headers: { 'accept-encoding': accepted } } });
  const tell = (handlers: (() => void)[]) => {
    for (const handler of handlers) handler();
  };
  return {
    answer: take,
    listener,
    readings,
    change: () => tell(heard),
    reconnect: () => tell(restored),
    /** Ends the reading at this position. */
    resolve: (place: number) => readings[place]?.resolve(`reading ${place}`),
  };
}

/** The content, and its encoding. */
const toForm = async (answer: unknown) => {
  const whole = (await answer) as Record<symbol, unknown> & { encoding?: string };
  return {
    content: whole[Object.getOwnPropertySymbols(whole)[0] as symbol] as Buffer,
    encoding: whole.encoding,
  };
};
const toText = async (answer: unknown) => {
  const whole = (await answer) as object;
  return String((whole as Record<symbol, unknown>)[Object.getOwnPropertySymbols(whole)[0] as symbol]);
};

it('reads once for concurrent callers, then answers from memory', async () => {
  const { answer, readings, resolve } = world();
  const asked = [answer(), answer(), answer()];
  expect(readings).toHaveLength(1);
  resolve(0);
  expect(await Promise.all(asked.map(toText))).toEqual(Array(3).fill('{"message":"OK","data":"reading 0"}'));
  const kept = answer();
  expect(kept).not.toBeInstanceOf(Promise);
  expect(readings).toHaveLength(1);
});

it('reads again after a change, and never returns an earlier result', async () => {
  const { answer, readings, change, resolve } = world();
  const early = answer();
  change();
  const late = answer();
  expect(readings).toHaveLength(2);
  resolve(0);
  await early;
  // The early reading has ended: the late one is still pending, and is the one that is cached.
  const third = answer();
  expect(readings).toHaveLength(2);
  resolve(1);
  expect(await toText(late)).toContain('reading 1');
  expect(await toText(third)).toContain('reading 1');
  expect(await toText(answer())).toContain('reading 1');
  change();
  void answer();
  expect(readings).toHaveLength(3);
});

it('does not store a result older than the stored one', async () => {
  const { answer, readings, change, resolve } = world();
  const early = answer();
  change();
  const late = answer();
  resolve(1);
  await late;
  resolve(0);
  await early;
  expect(await toText(answer())).toContain('reading 1');
  expect(readings).toHaveLength(2);
});

it('clears the cache after a lost connection', async () => {
  const { answer, readings, reconnect, resolve } = world();
  const first = answer();
  resolve(0);
  await first;
  reconnect();
  void answer();
  expect(readings).toHaveLength(2);
});

it('caches nothing while changes may be missed', async () => {
  const { answer, listener, readings, resolve } = world();
  const first = answer();
  resolve(0);
  await first;
  listener.connected = false;
  void answer();
  void answer();
  expect(readings).toHaveLength(3);
  listener.connected = true;
  void answer();
  expect(readings).toHaveLength(4);
});

it('reads again after half a minute without a change', async () => {
  const { answer, readings, resolve } = world();
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const first = answer();
  resolve(0);
  await first;
  now.mockReturnValue(30_999);
  void answer();
  expect(readings).toHaveLength(1);
  now.mockReturnValue(31_000);
  void answer();
  expect(readings).toHaveLength(2);
});

it('returns a failure and retries on the next call', async () => {
  const { answer, readings, resolve } = world();
  const failing = answer();
  readings[0]?.reject(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  const next = answer();
  resolve(1);
  expect(await toText(next)).toContain('reading 1');
});

it('stores short answers as text and long answers as bytes with the same content', async () => {
  const around = '{"message":"OK","data":""}'.length;
  for (const [length, isText] of [
    [4_096 - around, true],
    [4_097 - around, false],
  ] as const) {
    const { answer, readings } = world();
    const asked = answer();
    const data = 'x'.repeat(length);
    readings[0]?.resolve(data);
    const whole = (await asked) as unknown as Record<symbol, unknown>;
    const kept = whole[Object.getOwnPropertySymbols(whole)[0] as symbol];
    expect(typeof kept === 'string').toBe(isText);
    expect(String(kept)).toBe(`{"message":"OK","data":"${data}"}`);
  }
});

it('compresses a long answer once per encoding, and a short answer never', async () => {
  const { answer, readings, change } = world();
  const first = answer('gzip, deflate, br, zstd');
  const long = 'x'.repeat(2_048);
  readings[0]?.resolve(long);
  const { content, encoding } = await toForm(first);
  expect(encoding).toBe('br');
  const text = `{"message":"OK","data":"${long}"}`;
  expect(brotliDecompressSync(content).toString()).toBe(text);
  const again = answer('br');
  expect(again).not.toBeInstanceOf(Promise);
  expect((await toForm(again)).content).toBe(content);
  const [one, other] = await Promise.all([toForm(answer('GZIP')), toForm(answer('gzip;q=1, br;Q=0'))]);
  expect(one.content).toBe(other.content);
  expect([one.encoding, gunzipSync(one.content).toString()]).toEqual(['gzip', text]);
  expect(await toForm(answer())).toEqual({ content: text, encoding: 'identity' });
  change();
  const short = answer('br');
  readings[1]?.resolve('short');
  expect(await toForm(short)).toEqual({ content: '{"message":"OK","data":"short"}', encoding: undefined });
});

it.each([
  [2_047, undefined],
  [2_048, 'br'],
])('compresses an answer of %i characters as %s', async (length, encoding) => {
  const { answer, readings } = world();
  const asked = answer('br');
  readings[0]?.resolve('x'.repeat(length - '{"message":"OK","data":""}'.length));
  expect((await toForm(asked)).encoding).toBe(encoding);
});
