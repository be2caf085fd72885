// SPDX-License-Identifier: Apache-2.0

import type { Books } from '../../../contract/books-admin.ts';
import type { BooksParts } from '../../business-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { closingBalance, isMonthOpen, marginCents, sumFlows, toMonthSpan } from './rules.ts';

export interface BooksDeps {
  clock: Clock;
  parts: BooksParts;
}

/** @param month such as 2026-11, in UTC */
export async function readBooks(month: string, { clock, parts }: BooksDeps): Promise<Books> {
  const span = toMonthSpan(month);
  // Sequential, so that a call uses only one connection at a time.
  const money = await parts.money(span);
  const codes = await parts.codes(span);
  const opening = await parts.coinsOutstandingAt(span.from);
  const flows = sumFlows(await parts.coinFlows(span));
  return {
    month,
    isOpen: isMonthOpen(span, clock.now()),
    money,
    codes,
    marginCents: marginCents(money, codes),
    coins: { opening, closing: closingBalance(opening, flows), flows },
  };
}
