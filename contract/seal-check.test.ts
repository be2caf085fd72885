// SPDX-License-Identifier: Apache-2.0

import { createHash, generateKeyPairSync, hash, sign } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { checkContinued, checkEntries } from './seal-check.ts';
import {
  areKeysSound,
  fromHex,
  headText,
  isHeadSigned,
  keyIdInput,
  keyText,
  leafInput,
  nodeInput,
  type SealKey,
  type SealLog,
  type TreeHead,
  toBase64,
  toHex,
  toSignedNote,
  verifyByWebCrypto,
} from './seal-proof.ts';
import type { SealedEntries, SealedTransfer } from './seals.ts';
import type { HistoryEntry } from './wallet.ts';

const origin = 'finalring-ledger/test';
const playerId = '01990000-0000-7000-8000-000000000001';
const salt = new Uint8Array(16).fill(5);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const line: HistoryEntry = {
  _id: '7',
  description: 'Award',
  status: 'Success',
  type: 'eventReward',
  amount: 50,
  currency: 'GC',
  date: '2026-11-22T18:00:00.123Z',
};
const sealed: SealedTransfer = {
  ledger: 1,
  id: '7',
  at: '2026-11-22T18:00:00.123456Z',
  currency: 'GC',
  amount: '50',
  from: 'house:rewards',
  to: `player:${playerId}`,
  type: 'event_reward',
  description: 'Award',
  cause: '00',
};

const pair = generateKeyPairSync('ed25519');
const publicKey = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
let log: SealLog;
/** Two leaves: some other one, and the one of `text`. */
function seal(text: string): SealedEntries & { head: TreeHead } {
  const other = sha256(leafInput(salt, 'other'));
  const root = toHex(sha256(nodeInput(other, sha256(leafInput(salt, text)))));
  const head = { size: 2, root, sealedAt: '2026-11-22T18:01:00.000Z' };
  const signature = toBase64(sign(null, Buffer.from(headText(origin, head)), pair.privateKey));
  const proof = { index: 1, text, salt: toHex(salt), hashes: [toHex(other)] };
  const keyId = log.keys[0]?.keyId ?? '';
  return { log, head: { ...head, keyId, signature }, entries: [{ transferId: '7', proof }] };
}

beforeAll(() => {
  const keyId = hash('sha256', keyIdInput(origin, publicKey)).slice(0, 8);
  log = { origin, keys: [{ keyId, publicKey: toBase64(publicKey), fromSize: 0, vouch: null }] };
});

const check = (answer: SealedEntries, shown = line) =>
  checkEntries([shown], playerId, answer, verifyByWebCrypto);

describe('checkEntries', () => {
  it('takes a line that is sealed as it says', async () => {
    const { faults, entries } = await check(seal(JSON.stringify(sealed)));
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
  ])('takes none that is sealed with another %s', async (_what, change) => {
    const { faults, entries } = await check(seal(JSON.stringify({ ...sealed, ...change })));
    expect(faults).toEqual(['entry']);
    expect(entries.get('7')?.isRight).toBe(false);
  });

  it('takes a line of coins that went, and a time that differs by what a line leaves out', async () => {
    const out = { ...sealed, from: sealed.to, to: 'house:shop' };
    const spent = { ...line, amount: -50 };
    expect((await check(seal(JSON.stringify(out)), spent)).faults).toEqual([]);
    expect((await check(seal(JSON.stringify(sealed)), spent)).faults).toEqual(['entry']);
    const faultsAt = async (time: string) =>
      (await check(seal(JSON.stringify({ ...sealed, at: `2026-11-22T18:00:00.${time}Z` })))).faults;
    expect(await faultsAt('122999')).toEqual([]);
    expect(await faultsAt('124999')).toEqual([]);
    expect(await faultsAt('121999')).toEqual(['entry']);
    expect(await faultsAt('125000')).toEqual(['entry']);
  });

  it('takes no proof of another tree, and none before anything is sealed', async () => {
    const answer = seal(JSON.stringify(sealed));
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

  it('takes no text that is none, no line without an answer, and waits for one that is not sealed', async () => {
    expect((await check(seal('nothing'))).faults).toEqual(['entry']);
    const answer = seal(JSON.stringify(sealed));
    expect((await check({ ...answer, entries: [] })).faults).toEqual(['entry']);
    const both = await checkEntries([line, { ...line, _id: '9' }], playerId, answer, verifyByWebCrypto);
    expect(both.faults).toEqual(['entry']);
    const open = await check({ ...answer, entries: [{ transferId: '7', proof: null }] });
    expect([open.faults, open.entries.get('7')]).toEqual([[], null]);
  });

  it('takes no head that another key signed, and no key that is not what its id says', async () => {
    const answer = seal(JSON.stringify(sealed));
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
  const rawKey = (of: typeof later) =>
    new Uint8Array(of.publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
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

  it('are vouched for by the one before, or by none where it was lost', async () => {
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

  it('each sign the trees that grew while they were in use', async () => {
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

  it('are bytes in hexadecimal, two small digits each', () => {
    expect(fromHex('00ff1a')).toEqual(Uint8Array.of(0, 255, 26));
    expect(fromHex('')).toHaveLength(0);
    for (const text of ['0', '0g', 'FF', ' 00', '00 '])
      expect(() => fromHex(text)).toThrow('not hexadecimal');
  });
});

describe('checkContinued', () => {
  const none = async () => null;

  it('tells another log, another key, and a log that shrank or was rewritten', async () => {
    const { head } = seal(JSON.stringify(sealed));
    const seen = { origin, size: head.size, root: head.root, keyId: head.keyId };
    const compare = (change: object) => checkContinued({ ...seen, ...change }, { log, head }, none);
    expect(await compare({})).toBeUndefined();
    expect(await compare({ origin: 'another' })).toBe('other-log');
    expect(await compare({ keyId: '00000000' })).toBe('unknown-key');
    expect(await compare({ root: '00'.repeat(32) })).toBe('not-continued');
    expect(await compare({ size: 9 })).toBe('not-continued');
    expect(await checkContinued(seen, { log, head: null }, none)).toBe('not-continued');
  });

  it('takes an answer that is a moment older than what was seen', async () => {
    const { head } = seal(JSON.stringify(sealed));
    const third = sha256(leafInput(salt, 'third'));
    const root = toHex(sha256(nodeInput(Buffer.from(head.root, 'hex'), third)));
    const seen = { origin, size: 3, root, keyId: head.keyId };
    const ask = vi.fn(async () => [toHex(third)]);
    expect(await checkContinued(seen, { log, head }, ask)).toBeUndefined();
    expect(ask).toHaveBeenCalledExactlyOnceWith(2, 3);
  });

  it('takes a later key that was vouched for, and none after a loss', async () => {
    const { head } = seal(JSON.stringify(sealed));
    const seen = { origin, size: head.size, root: head.root, keyId: head.keyId };
    const [key] = log.keys as [SealKey];
    const compare = (vouch: string | null) =>
      checkContinued(seen, { log: { origin, keys: [key, { ...key, keyId: 'later', vouch }] }, head }, none);
    expect(await compare('')).toBeUndefined();
    expect(await compare(null)).toBe('unknown-key');
  });

  it('knows a key wherever it stands among those of the log, and none of a log without any', async () => {
    const { head } = seal(JSON.stringify(sealed));
    const seen = { origin, size: head.size, root: head.root, keyId: head.keyId };
    const [key] = log.keys as [SealKey];
    const compare = (...keys: SealKey[]) => checkContinued(seen, { log: { origin, keys }, head }, none);
    expect(await compare({ ...key, keyId: 'earlier' }, key)).toBeUndefined();
    expect(await compare()).toBe('unknown-key');
  });
});

it('writes heads as notes that other programs read', () => {
  const { head } = seal(JSON.stringify(sealed));
  const [name, size, root, time, empty, signed = ''] = toSignedNote(origin, head).split('\n');
  expect([name, size, time, empty]).toEqual([origin, '2', `time ${head.sealedAt}`, '']);
  expect(Buffer.from(root ?? '', 'base64').toString('hex')).toBe(head.root);
  const bytes = Buffer.from(signed.replace(`\u2014 ${origin} `, ''), 'base64');
  expect(bytes.subarray(0, 4).toString('hex')).toBe(head.keyId);
  expect(bytes.subarray(4).toString('base64')).toBe(head.signature);
});
