// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log, origin, salt, seal, sha256 } from '../tests/support/sealed-line.ts';
import { askUntilCurrent, checkContinued, toSeen } from './seal-memory.ts';
import { leafInput, nodeInput, toBase64, toHex } from './seal-proof.ts';
import type { SealKey, TreeHead } from './seals.ts';

describe('checkContinued', () => {
  const none = async () => null;
  const seenOf = (head: TreeHead) => toSeen(log, head);

  it('detects another log, another key, and a log that shrank or was rewritten', async () => {
    const { head } = seal();
    const seen = seenOf(head);
    const compare = (change: object) => checkContinued({ ...seen, ...change }, { log, head }, none);
    expect(await compare({})).toBeUndefined();
    expect(await compare({ origin: 'another' })).toBe('other-log');
    expect(await compare({ root: '00'.repeat(32) })).toBe('not-continued');
    expect(await compare({ size: 9 })).toBe('older');
    expect(await checkContinued(seen, { log, head: null }, none)).toBe('older');
  });

  it('compares the whole key, or only its id when nothing more was remembered', async () => {
    const { head } = seal();
    const seen = seenOf(head);
    expect(seen.publicKey).toBe(log.keys[0]?.publicKey);
    const compare = (change: object) => checkContinued({ ...seen, ...change }, { log, head }, none);
    expect(await compare({ publicKey: toBase64(new Uint8Array(32).fill(9)) })).toBe('unknown-key');
    expect(await compare({ publicKey: undefined })).toBeUndefined();
    expect(await compare({ publicKey: undefined, keyId: '00000000' })).toBe('unknown-key');
  });

  it('refuses a shorter log, even when the remembered one continues it', async () => {
    const { head } = seal();
    const third = sha256(leafInput(salt, 'third'));
    const root = toHex(sha256(nodeInput(Buffer.from(head.root, 'hex'), third)));
    const ask = vi.fn(async () => [toHex(third)]);
    const seen = { ...seenOf(head), size: 3, root };
    expect(await checkContinued(seen, { log, head }, ask)).toBe('older');
    expect(ask).not.toHaveBeenCalled();
    const later = { ...head, size: 3, root };
    expect(await checkContinued(seenOf(head), { log, head: later }, ask)).toBeUndefined();
    expect(ask).toHaveBeenCalledExactlyOnceWith(2, 3);
  });

  it('accepts a later key confirmed by the previous key, and no key after a loss', async () => {
    const { head } = seal();
    const [key] = log.keys as [SealKey];
    const compare = (vouch: string | null) => {
      const later = { ...key, keyId: 'later', publicKey: 'later', fromSize: 2, vouch };
      return checkContinued(seenOf(head), { log: { origin, keys: [key, later] }, head }, none);
    };
    expect(await compare('')).toBeUndefined();
    expect(await compare(null)).toBe('unknown-key');
  });

  it('refuses a key that replaces the remembered key, even while the remembered key is still listed', async () => {
    const { head } = seal();
    const [key] = log.keys as [SealKey];
    const compare = (...keys: SealKey[]) =>
      checkContinued(seenOf(head), { log: { origin, keys }, head }, none);
    const another = { ...key, keyId: 'another', publicKey: 'another' };
    expect(await compare(another, { ...key, fromSize: 1 })).toBeUndefined();
    expect(await compare(another, { ...key, fromSize: 2 })).toBe('unknown-key');
    expect(await compare({ ...another, fromSize: 0 }, { ...key, fromSize: 1_000_000 })).toBe('unknown-key');
    expect(await compare()).toBe('unknown-key');
  });
});

describe('askUntilCurrent', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const answer = (size: number) => ({ head: size === 0 ? null : { size } }) as { head: TreeHead | null };
  const askFor = async (seen: number | null, ...sizes: number[]) => {
    const ask = vi.fn(async () => answer(sizes[ask.mock.calls.length - 1] ?? sizes.at(-1) ?? 0));
    const asked = askUntilCurrent(() => (seen === null ? null : { size: seen }), ask);
    await vi.advanceTimersByTimeAsync(10_000);
    return [(await asked).head?.size ?? 0, ask.mock.calls.length];
  };

  it('asks once when nothing newer was seen before', async () => {
    expect(await askFor(null, 0)).toEqual([0, 1]);
    expect(await askFor(13, 13)).toEqual([13, 1]);
    expect(await askFor(13, 14)).toEqual([14, 1]);
  });

  it('asks again for some seconds while the answer is older than what was seen', async () => {
    expect(await askFor(13, 9, 12, 13)).toEqual([13, 3]);
    expect(await askFor(13, 9)).toEqual([9, 4]);
    expect(await askFor(13, 0)).toEqual([0, 4]);
  });
});
