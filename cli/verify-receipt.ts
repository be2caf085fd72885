// SPDX-License-Identifier: Apache-2.0

import { checkPublicRecord } from '../contract/games/check-public-record.ts';
import { gameLine } from '../contract/games/game-line.ts';
import { findPublicRecord } from '../contract/games/public-record.ts';
import { recheck } from '../contract/recheck.ts';
import { type SharedReceipt, sharedReceipt, sharedReceiptsApi } from '../contract/shared-receipts.ts';
import { CommandError, type Outcome } from './answer.ts';
import { exitCodes } from './exit-codes.ts';

const unchecked = (reason: string) => new CommandError(reason, exitCodes.failed);

/** Of others' text, as it can't break out of its line, move the cursor, turn the direction, or fill the screen. */
const toPrintable = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longestText);

const longestText = 120;

/** Reads what the page of a shared receipt reads. */
async function readReceipt(address: string): Promise<SharedReceipt> {
  const [, id] = /[/](?:r|shared)[/]([0-9a-f-]{36})[/]?$/i.exec(address.replace(/[?#].*$/, '')) ?? [];
  if (!id || !URL.canParse(address)) {
    throw new CommandError('Give the address of a shared receipt: https://…/r/ID', exitCodes.usage);
  }
  const url = new URL(`/api/v1${sharedReceiptsApi.read.path.replace(':id', id)}`, address);
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (answer.status === 404) throw unchecked('There is no receipt: its link was withdrawn, or has a typo');
  if (!answer.ok) throw unchecked(`${url} answered ${answer.status}`);
  const json: unknown = await answer.json().catch(() => null);
  const parsed = sharedReceipt.safeParse((json as { data?: unknown } | null)?.data);
  if (!parsed.success) throw unchecked(`${url} answered no receipt that this release can read`);
  return parsed.data;
}

/**
 * Checks a shared receipt with the publisher of its game. The site is asked for the receipt alone: the record comes from
 * the publisher, and this program judges it.
 * @param records where the publisher's records are, if not at the publisher's own address
 * @throws CommandError if it can't be checked
 */
export async function checkReceipt(address: string, records: string | undefined): Promise<Outcome> {
  const receipt = await readReceipt(address);
  const now = new Date();
  const { attempt } = receipt;
  const workings = recheck(receipt, now)?.verdict.workings;
  const matchId = workings && 'match' in workings ? workings.match : null;
  if (!matchId) throw unchecked('No single match decided this result, so there is no public record of it');
  const check = await checkPublicRecord(receipt, { matchId, base: records, now });
  if (!check) throw unchecked('The receipt doesn’t say where the account is, so its match can’t be found');
  const { outcome, title, text, copy } = check;
  const differences = check.differences.map(({ fact, receipt: ours, published }) => ({
    fact,
    receipt: toPrintable(ours),
    published: toPrintable(published),
  }));
  if (outcome === 'unchecked') throw unchecked([`${title}. ${text}`, ...(copy ? [copy] : [])].join('\n'));
  const record = findPublicRecord(receipt, matchId, records)?.address;
  return {
    lines: [
      `Receipt of “${toPrintable(attempt.challenge.description)}” (${gameLine(attempt)}): ${attempt.status}`,
      `Asked ${record}`,
      ...differences.map(
        ({ fact, receipt: ours, published }) => `WRONG  ${fact}: ${ours} on the receipt, ${published} there`,
      ),
      `${outcome === 'agrees' ? 'right' : 'WRONG'}  ${title}. ${text}`,
    ],
    result: { outcome, record, differences },
    isWrong: outcome === 'differs',
  };
}
