// SPDX-License-Identifier: Apache-2.0

/** The sealed ledger contains the hash of the match record behind each result, and anybody with the receipt checks it. */
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Receipt, receipt as receiptSchema } from '../../../../contract/challenges.ts';
import { copyText, findMatchId, findRecord } from '../../../../contract/games/kept-copy.ts';
import { recheck } from '../../../../contract/recheck.ts';
import { verifyByWebCrypto } from '../../../../contract/seal-proof.ts';
import { checkSealedCopy, feeDescription, feeKey, type SealSite } from '../../../../contract/sealed-copy.ts';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { recordedAttempts } from '../../../../tests/support/recorded-attempts.ts';
import { award, readHead, seal } from '../../../../tests/support/seals.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { auditSeals } from '../../seals/feature.ts';
import { shareReceipt } from './share-receipt.ts';

const challenges = openForTests(startChallengesTest);
const minuteMs = 60_000;
const { enter, play, read } = recordedAttempts(challenges);

const get = async (url: string) => (await challenges.test.call({ url })).json().data;
const site: SealSite = {
  readNewest: () => readHead(challenges.test),
  findHead: async (after) => (await get(`/seals/heads?after=${after}&limit=1`)).heads[0],
  proveInclusion: async (leaf, size) => (await get(`/seals/inclusion?leaf=${leaf}&size=${size}`))?.hashes,
  proveConsistency: async (from, to) => (await get(`/seals/consistency?from=${from}&to=${to}`))?.hashes,
  findVerifier: async () => verifyByWebCrypto,
};

/** Decides an attempt by a match that begins so many minutes after entry, or by none. @returns its shared receipt */
async function decide(
  afterMinutes: number | undefined,
  match?: { place: number; kills: number },
): Promise<Receipt> {
  const { player, started } = await enter();
  if (isRefusal(started)) throw new Error(started.refused);
  const { attemptId } = started;
  if (afterMinutes !== undefined) play(afterMinutes * minuteMs, match);
  await read(attemptId, 40);
  await read(attemptId, 90);
  await seal(challenges.test);
  const { db, clock } = challenges.test;
  const options = { showsEpicName: false, isListed: false, isInvitation: false };
  const share = await shareReceipt({ playerId: player.id, attemptId, ...options }, { db, clock });
  if (isRefusal(share)) throw new Error(share.refused);
  return receiptSchema.parse(await get(`/challenge/shared/${share._id}`));
}

const day = 24 * 60 * minuteMs;
const expiry = () => new Date(challenges.test.clock.now().getTime() + 14 * day);

function copyOf(receipt: Receipt): string {
  const again = recheck(receipt, challenges.test.clock.now());
  const record = findRecord(receipt.readings, (again && findMatchId(again.verdict)) ?? '');
  if (!record) throw new Error('no match decided');
  return copyText(record);
}

const check = (
  receipt: Receipt,
  {
    copy = copyOf(receipt),
    before = expiry(),
    ...other
  }: { copy?: string; before?: Date } & Partial<SealSite> = {},
) => checkSealedCopy(receipt, { copy, before }, { ...site, ...other });

it.each([
  ['win', 2, undefined, { status: 'SUCCESS', refundGC: 0 }],
  ['loss', 2, { place: 40, kills: 9 }, { status: 'FAILED', refundGC: 0 }],
  ['late start', 45, undefined, { status: 'CANCELLED', reason: 'started-late', refundGC: 90 }],
] as const)('seals the record behind a %s, as anyone finds out', async (_name, after, match, result) => {
  const receipt = await decide(after, match);
  expect(receipt.attempt).toMatchObject(result);
  const sealedAt = challenges.test.clock.now().toISOString();
  expect(await check(receipt)).toEqual({
    kind: 'sealed',
    hash: hash('sha256', copyOf(receipt), 'hex'),
    entry: (receipt.feeLeaf?.index ?? -1) + 1,
    sealedAt,
  });
  // The leaf is that of the first format, so programs that know only this one verify it.
  expect(JSON.parse(receipt.feeLeaf?.text ?? '')).toMatchObject({ ledger: 1, from: 'house:escrow' });
  expect((await auditSeals(challenges.test.db)).flatMap(({ breaches }) => breaches)).toEqual([]);

  // Later heads leave the time of the first one.
  challenges.test.clock.advance(20 * day);
  await award(challenges.test.db, (await challenges.player()).id, 3);
  await seal(challenges.test);
  const before = new Date(Date.parse(sealedAt) + day);
  expect(await check(receipt, { before })).toMatchObject({ kind: 'sealed', sealedAt });
});

it('finds a copy that was changed after the result, and a leaf that was', async () => {
  const receipt = await decide(2);
  const forged = { ...JSON.parse(copyOf(receipt)), kills: 6 };
  const wrong = (fault: string) => ({ kind: 'wrong', fault: expect.stringContaining(fault) });
  expect(await check(receipt, { copy: JSON.stringify(forged) })).toEqual(wrong('another copy'));

  const leaf = receipt.feeLeaf ?? { index: 0, text: '', salt: '' };
  const named = feeDescription('Erangel', hash('sha256', JSON.stringify(forged), 'hex'));
  const text = JSON.stringify({ ...JSON.parse(leaf.text), description: named });
  const changed = { ...receipt, feeLeaf: { ...leaf, text } };
  expect(await check(changed, { copy: JSON.stringify(forged) })).toEqual(wrong('doesn’t have this entry'));

  const other = await decide(2);
  expect(await check({ ...receipt, feeLeaf: other.feeLeaf })).toEqual(wrong('isn’t this result’s'));
});

it('finds a ledger that was rewritten, isn’t signed, or has the copy only since the record expired', async () => {
  const receipt = await decide(2);
  const head = await site.findHead(receipt.feeLeaf?.index ?? 0);
  if (!head) throw new Error('nothing is sealed');
  const before = new Date(Date.parse(head.sealedAt) - 1);
  expect(await check(receipt, { before })).toMatchObject({ fault: `it was sealed only at ${head.sealedAt}` });
  const earlier = { ...head, sealedAt: '2020-01-01T00:00:00.000Z' };
  const isEarlier = await check(receipt, { before, findHead: async () => earlier });
  expect(isEarlier).toMatchObject({ fault: expect.stringContaining('didn’t sign') });
  await award(challenges.test.db, (await challenges.player()).id, 3);
  await seal(challenges.test);
  const rewritten = await check(receipt, { proveConsistency: async () => [head.root] });
  expect(rewritten).toMatchObject({ fault: expect.stringContaining('rewritten') });
});

it('claims nothing about a result without a sealed copy, or while the ledger is away', async () => {
  const receipt = await decide(2);
  const { feeLeaf: _, ...unsealed } = receipt;
  expect(await check(unsealed)).toEqual({ kind: 'unsealed' });
  const unplayed = await decide(undefined);
  expect(await check(unplayed, { copy: copyOf(receipt) })).toEqual({ kind: 'unsealed' });
  const away = { readNewest: () => Promise.reject(new Error('away')) };
  expect(await check(receipt, away)).toEqual({ kind: 'unchecked', why: 'it didn’t answer' });
});

it('does not take a made-up entry without a hash as an excuse', async () => {
  const receipt = await decide(2);
  const salt = '00'.repeat(16);
  const pair = JSON.stringify([receipt.attempt._id, feeKey(receipt.attempt._id)]);
  const cause = hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(pair)]), 'hex');
  const kept = { ...JSON.parse(receipt.feeLeaf?.text ?? ''), cause, description: 'Fee kept: Erangel' };
  const former = { ...receipt, feeLeaf: { index: 0, salt, text: JSON.stringify(kept) } };
  expect(await check(former)).toMatchObject({ kind: 'wrong' });
});

it('accuses nobody of rewriting after the ledger’s operator lost a key', async () => {
  const receipt = await decide(2);
  const newest = await site.readNewest();
  const keys = newest.log.keys;
  const lost = { ...(keys.at(-1) as (typeof keys)[number]), fromSize: newest.head?.size ?? 0, vouch: null };
  const rotated = { ...newest, log: { ...newest.log, keys: [...keys, lost] } };
  expect(await check(receipt, { readNewest: async () => rotated })).toMatchObject({ kind: 'unchecked' });
});
