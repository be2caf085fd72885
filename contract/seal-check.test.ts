// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { line, log, origin, pair, playerId, rawKey, seal, sealed } from '../tests/support/sealed-line.ts';
import { checkEntries } from './seal-check.ts';
import {
  areKeysSound,
  fromHex,
  headText,
  isHeadSigned,
  keyIdInput,
  keyText,
  toBase64,
  verifyByWebCrypto,
} from './seal-proof.ts';
import type { SealedEntries, SealedTransfer, SealKey } from './seals.ts';
import type { HistoryEntry } from './wallet.ts';

const minute = 60_000;
const soon = Date.parse(line.date) + minute;
const check = (answer: SealedEntries, shown = line, now = soon) =>
  checkEntries([shown], playerId, answer, verifyByWebCrypto, now);

describe('checkEntries', () => {
  it('accepts a line sealed with the same values', async () => {
    const { faults, entries } = await check(seal());
    expect(faults).toEqual([]);
    expect(entries.get('7')).toEqual({ isRight: true, place: 2 });
  });

  it.each<[string, Partial<SealedTransfer>]>([
    ['amount', { amount: '51' }],
    ['currency', { currency: 'XP' }],
    ['description', { description: 'Another' }],
    ['time', { at: '2026-11-22T18:00:01.123456Z' }],
    ['player', { to: 'player:another' }],
    ['direction', { from: sealed.to, to: sealed.from }],
    ['id', { id: '8' }],
    ['type', { type: 'giveaway_prize' }],
    ['type that never appears in statements', { type: 'challenge_fee' }],
    ['type that does not exist', { type: 'toString' }],
    ['house account', { from: 'house:coin_sales' }],
    ['player on the other side', { from: 'player:another' }],
  ])('refuses a line sealed with another %s', async (_what, change) => {
    const { faults, entries } = await check(seal(JSON.stringify({ ...sealed, ...change })));
    expect(faults).toEqual(['entry']);
    expect(entries.get('7')?.isRight).toBe(false);
  });

  it('accepts spent coins, and a time that differs only by the digits a line omits', async () => {
    const out = { ...sealed, from: sealed.to, to: 'house:gift_cards', type: 'purchase' };
    const spent: HistoryEntry = { ...line, amount: -50, type: 'purchase' };
    expect((await check(seal(JSON.stringify(out)), spent)).faults).toEqual([]);
    expect((await check(seal(), spent)).faults).toEqual(['entry']);
    const faultsAt = async (time: string) =>
      (await check(seal(JSON.stringify({ ...sealed, at: `2026-11-22T18:00:00.${time}Z` })))).faults;
    expect(await faultsAt('122999')).toEqual([]);
    expect(await faultsAt('124999')).toEqual([]);
    expect(await faultsAt('121999')).toEqual(['entry']);
    expect(await faultsAt('125000')).toEqual(['entry']);
  });

  it('refuses a proof of another tree, and any proof before anything is sealed', async () => {
    const answer = seal();
    const entries = answer.entries.map(({ transferId, proof }) => ({
      transferId,
      proof: proof && { ...proof, index: 0 },
    }));
    const moved = await check({ ...answer, entries });
    expect([moved.faults, moved.entries.get('7')]).toEqual([['entry'], { isRight: false, place: 1 }]);
    const unsealed = await check({ ...answer, head: null });
    expect([unsealed.faults, unsealed.entries.get('7')]).toEqual([[], null]);
    const unknown = await check({ ...answer, entries: [] });
    expect(unknown.entries.get('7')).toEqual({ isRight: false, place: 0 });
  });

  it('refuses invalid text and a line without an answer, and waits for an unsealed line', async () => {
    expect((await check(seal('nothing'))).faults).toEqual(['entry']);
    const answer = seal();
    expect((await check({ ...answer, entries: [] })).faults).toEqual(['entry']);
    const both = await checkEntries([line, { ...line, _id: '9' }], playerId, answer, verifyByWebCrypto, soon);
    expect(both.faults).toEqual(['entry']);
    const open = await check({ ...answer, entries: [{ transferId: '7', proof: null }] });
    expect([open.faults, open.entries.get('7')]).toEqual([[], null]);
  });

  it('refuses a line still unsealed after five minutes, and a line from the future', async () => {
    const answer = seal();
    const open = { ...answer, entries: [{ transferId: '7', proof: null }] };
    const madeAt = Date.parse(line.date);
    const faultsAt = async (now: number, of: SealedEntries = open) => (await check(of, line, now)).faults;
    expect(await faultsAt(madeAt + 5 * minute - 1)).toEqual([]);
    expect(await faultsAt(madeAt + 5 * minute)).toEqual(['unproved']);
    expect(await faultsAt(madeAt - 5 * minute)).toEqual(['unproved']);
    expect(await faultsAt(madeAt + 5 * minute, { ...open, head: null })).toEqual(['unproved']);
    expect(await faultsAt(madeAt + 5 * minute, { ...answer, head: null })).toEqual(['unproved']);
    const { entries } = await check(open, line, madeAt + 5 * minute);
    expect(entries.get('7')).toEqual({ isRight: false, place: 0 });
    expect(await faultsAt(soon, { ...open, head: null, log: { origin, keys: [] } })).toEqual([]);
  });

  it('refuses a line shown twice, even when one of the two is right', async () => {
    const answer = seal();
    for (const lines of [
      [line, line],
      [{ ...line, amount: 1_000_000 }, line],
      [line, { ...line, amount: 1_000_000 }],
    ]) {
      const { faults, entries } = await checkEntries(lines, playerId, answer, verifyByWebCrypto, soon);
      expect(faults).toEqual(['entry']);
      expect(entries.get('7')?.isRight).toBe(false);
    }
  });

  it('refuses a head signed by another key, and a key that does not match its id', async () => {
    const answer = seal();
    const head = { ...answer.head, sealedAt: '2026-11-22T18:02:00.000Z' };
    expect((await check({ ...answer, head })).faults).toEqual(['head']);
    expect((await check({ ...answer, head: { ...head, signature: 'AAAA' } })).faults).toEqual(['head']);
    const keys = log.keys.map((key) => ({ ...key, publicKey: toBase64(new Uint8Array(32).fill(9)) }));
    expect((await check({ ...answer, log: { origin, keys } })).faults).toEqual(['keys']);
    expect((await check({ ...answer, log: { origin, keys: [] } })).faults).toEqual(['keys']);
  });
});

describe('the keys of a log', () => {
  const later = generateKeyPairSync('ed25519');
  const toKey = (of: typeof later, fromSize: number, voucher?: typeof later): SealKey => {
    const key = toBase64(rawKey(of));
    const vouch =
      voucher && sign(null, Buffer.from(keyText(origin, { publicKey: key, fromSize })), voucher.privateKey);
    return {
      keyId: hash('sha256', keyIdInput(origin, rawKey(of))).slice(0, 8),
      publicKey: key,
      fromSize,
      vouch: vouch ? toBase64(vouch) : null,
    };
  };
  const areSound = (...keys: SealKey[]) => areKeysSound({ origin, keys }, verifyByWebCrypto);
  const [first, second] = [toKey(pair, 0), toKey(later, 5, pair)];

  it('are each confirmed by the key before, or by none after a loss', async () => {
    expect(await areSound(first, second)).toBe(true);
    expect(await areSound(first, toKey(later, 0, pair))).toBe(true);
    expect(await areSound(first, toKey(later, 5))).toBe(true);
    expect(await areSound(first, toKey(later, 5, later))).toBe(false);
    expect(await areSound(first, { ...second, fromSize: 6 })).toBe(false);
    expect(await areSound({ ...first, fromSize: 6 }, second)).toBe(false);
    expect(await areSound(first, { ...second, keyId: first.keyId })).toBe(false);
    expect(await areSound(first, { ...second, vouch: toBase64(new Uint8Array(63)) })).toBe(false);
    expect(await areSound()).toBe(false);
  });

  it('each sign only the trees made while they were in use', async () => {
    const isTaken = async (size: number, signer: typeof later, keyId: string) => {
      const head = { size, root: '00'.repeat(32), sealedAt: '2026-11-22T18:01:00.000Z' };
      const signature = toBase64(sign(null, Buffer.from(headText(origin, head)), signer.privateKey));
      const keys = [first, second];
      return isHeadSigned({ origin, keys }, { ...head, keyId, signature }, verifyByWebCrypto);
    };
    expect(await isTaken(5, pair, first.keyId)).toBe(true);
    expect(await isTaken(6, later, second.keyId)).toBe(true);
    expect(await isTaken(6, pair, first.keyId)).toBe(false);
    expect(await isTaken(5, later, second.keyId)).toBe(false);
    expect(await isTaken(6, later, first.keyId)).toBe(false);
    expect(await isTaken(0, pair, first.keyId)).toBe(false);
    // Verification is not even attempted with something that is not a key or signature.
    const head = { size: 1, root: '00', sealedAt: '', keyId: first.keyId };
    const isAsked = (publicKey: number, signature: number) =>
      isHeadSigned(
        { origin, keys: [{ ...first, publicKey: toBase64(new Uint8Array(publicKey)) }] },
        { ...head, signature: toBase64(new Uint8Array(signature)) },
        async () => true,
      );
    expect([await isAsked(32, 64), await isAsked(31, 64), await isAsked(32, 65)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are written in lower-case hexadecimal, two digits per byte', () => {
    expect(fromHex('00ff1a')).toEqual(Uint8Array.of(0, 255, 26));
    expect(fromHex('')).toHaveLength(0);
    for (const text of ['0', '0g', 'FF', ' 00', '00 '])
      expect(() => fromHex(text)).toThrow('not hexadecimal');
  });
});
