// SPDX-License-Identifier: Apache-2.0

import { toVariant } from '../contract/attempt-conditions.ts';
import type { Attempt } from '../contract/challenges.ts';
import { checkPublicRecord } from '../contract/games/check-public-record.ts';
import { gameLine } from '../contract/games/game-line.ts';
import { gameOf } from '../contract/games/games.ts';
import { findMatchId } from '../contract/games/kept-copy.ts';
import { findPublicRecord, isPublishersOwn } from '../contract/games/public-record.ts';
import { parseJson, readText } from '../contract/games/read-answer.ts';
import { termLines } from '../contract/games/rules.ts';
import { recheck } from '../contract/recheck.ts';
import { sha256Hex } from '../contract/seal-proof.ts';
import { settings, settingsApi } from '../contract/settings.ts';
import { type SharedReceipt, sharedReceipt, sharedReceiptsApi } from '../contract/shared-receipts.ts';
import { CommandError, type Outcome } from './answer.ts';
import { exitCodes } from './exit-codes.ts';
import { sealSite } from './seal-site.ts';

const unchecked = (reason: string) => new CommandError(reason, exitCodes.failed);

/** Of others' text, as it can't break out of its line, move the cursor, turn the direction, or fill the screen. */
const toPrintable = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longestText);

const longestText = 120;

/** Asks the site, without following a redirect, which may lead into the caller's own network. */
async function ask(path: string, address: string): Promise<{ url: URL; status: number; data: unknown }> {
  const url = new URL(`/api/v1${path}`, address);
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(30_000) }).catch(
    () => null,
  );
  if (!answer) throw unchecked(`${url} didn’t answer, or leads elsewhere`);
  const text = await readText(answer, longestReceiptBytes).catch(() => undefined);
  if (text === undefined) throw unchecked(`${url} broke off, or is longer than any receipt`);
  return {
    url,
    status: answer.status,
    data: (parseJson(text) as { data?: unknown } | null | undefined)?.data,
  };
}

const longestReceiptBytes = 8 * 1024 * 1024;

/** Refuses matches that were played at a stand-in, which the publisher doesn't know. */
async function refuseStandIn(address: string, { id, name }: ReturnType<typeof gameOf>): Promise<void> {
  const { data } = await ask(settingsApi.get.path, address);
  const base = settings.pick({ publicRecords: true }).safeParse(data).data?.publicRecords[id];
  if (!base || isPublishersOwn(base)) return;
  throw unchecked(`This site has a stand-in for ${name}. To ask it: --records ${toPrintable(base)}`);
}

/** What the attempt asked for and showed, as the check judged it: a description may say something else. */
function describeAttempt(attempt: Attempt, startWithinMs: number): string[] {
  const { startedAt, finalStats: stats } = attempt;
  const variant = toVariant(attempt);
  const until = new Date(Date.parse(startedAt) + startWithinMs).toISOString();
  return [
    `Entered ${startedAt}, match to begin by ${until}`,
    ...(variant ? [`Conditions: top ${variant.requiredPlacement}, ${variant.requiredKills} kills`] : []),
    ...termLines(attempt),
    ...(stats && 'place' in stats ? [`Its match: place ${stats.place ?? 'none'}, ${stats.kills} kills`] : []),
  ];
}

/** Reads what the page of a shared receipt reads. */
async function readReceipt(address: string): Promise<SharedReceipt> {
  const [, id] = /[/](?:r|shared)[/]([0-9a-f-]{36})[/]?$/i.exec(address.replace(/[?#].*$/, '')) ?? [];
  if (!id || !URL.canParse(address)) {
    throw new CommandError('Give the address of a shared receipt: https://…/r/ID', exitCodes.usage);
  }
  const { url, status, data } = await ask(sharedReceiptsApi.read.path.replace(':id', id), address);
  if (status === 404) throw unchecked('There is no receipt: its link was withdrawn, or has a typo');
  if (status !== 200) throw unchecked(`${url} answered ${status}`);
  const parsed = sharedReceipt.safeParse(data);
  if (!parsed.success) throw unchecked(`${url} answered no receipt that this release can read`);
  return parsed.data;
}

/**
 * Checks a shared receipt with the publisher of its game. The site is asked for the receipt, and whether it uses a
 * stand-in: the record comes from the publisher, and this program judges it.
 * @param records the address of a stand-in, to ask in place of the publisher
 * @throws CommandError if it can't be checked
 */
export async function checkReceipt(address: string, records: string | undefined): Promise<Outcome> {
  if (records && !URL.canParse(records)) {
    throw new CommandError('Give --records an address: https://…', exitCodes.usage);
  }
  const receipt = await readReceipt(address);
  const now = new Date();
  const { attempt } = receipt;
  const again = recheck(receipt, now);
  const matchId = again && findMatchId(again.verdict);
  if (!matchId) throw unchecked('No single match decided this result, so there is no public record of it');
  if (!records) await refuseStandIn(address, gameOf(attempt));
  const check = await checkPublicRecord(receipt, { matchId, base: records, now, site: sealSite(address) });
  if (!check) throw unchecked('The receipt doesn’t say where the account is, so its match can’t be found');
  const { outcome, title, text, copy } = check;
  const differences = check.differences.map(({ fact, receipt: ours, published }) => ({
    fact,
    receipt: toPrintable(ours),
    published: toPrintable(published),
  }));
  const copied = copy === null ? [] : [copy, `SHA-256 of our copy: ${await sha256Hex('', copy)}`];
  if (outcome === 'unchecked') {
    throw unchecked([`${title}. ${text}`, ...copied].join('\n'));
  }
  const record = findPublicRecord(receipt, matchId, records)?.address;
  const asked =
    records && !isPublishersOwn(records) ? ` Asked ${new URL(records).host}, which isn’t the publisher.` : '';
  return {
    lines: [
      `Receipt of “${toPrintable(attempt.challenge.description)}” (${gameLine(attempt)}): ${attempt.status}, ${attempt.rewardGiven} GC paid`,
      ...describeAttempt(attempt, receipt.rules.startWithinMs),
      `Asked ${record}`,
      ...differences.map(
        ({ fact, receipt: ours, published }) => `WRONG  ${fact}: ${ours} on the receipt, ${published} there`,
      ),
      `${outcome === 'agrees' ? 'right' : 'WRONG'}  ${title}. ${text}${asked}`,
      ...copied,
    ],
    result: { outcome, record, differences, copy },
    isWrong: outcome === 'differs',
  };
}
