// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminAttempt } from '../../../../contract/challenges-admin.ts';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import type { User } from '../../../../contract/users-admin.ts';
import { userList } from '../../../features/accounts/admin/api.ts';
import { attemptList } from '../../../features/challenges/admin/api.ts';
import { giftCardList } from '../../../features/shop/admin/cards-api.ts';
import { formatAmount, formatSigned } from '../../../lib/format.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { firstPage, toAttemptHint } from './palette-sources.ts';
import type { Command } from './verbs.ts';

const Coins = lazyDialog(
  async () => (await import('../../../features/accounts/admin/user-dialogs.tsx')).UserDialog,
);
const Void = lazyDialog(
  async () => (await import('../../../features/challenges/admin/void-dialog.tsx')).VoidDialog,
);
const Price = lazyDialog(async () => (await import('../../../features/shop/admin/price-form.tsx')).PriceForm);

/** An entry of Go to that opens a dialog, which asks before it changes anything. */
export interface PaletteDeed {
  id: string;
  label: string;
  hint: string;
  dialog: (onClose: () => void) => ReactNode;
}

const adjustCoins = (user: User, amount: number): PaletteDeed => ({
  id: `coins-${user._id}`,
  label: `Adjust coins of ${user.name || user.email}: ${formatSigned(amount)} GC`,
  hint: user.email,
  dialog: (onClose) => <Coins deed="adjust-coins" user={user} adjustment={amount} onClose={onClose} />,
});

const voidAttempt = (attempt: AdminAttempt): PaletteDeed => ({
  id: `void-${attempt._id}`,
  label: `Void the attempt of ${attempt.user.name || 'a deleted user'}: ${attempt.challenge.description}`,
  hint: toAttemptHint(attempt),
  dialog: (onClose) => <Void attempt={attempt} onClose={onClose} />,
});

const setPrice = (card: AdminGiftCard, price: number): PaletteDeed => ({
  id: `price-${card._id}`,
  label: `Set the price of ${card.title}: ${formatAmount(price)} GC`,
  hint: `Now ${formatAmount(card.gcCoin)} GC`,
  dialog: (onClose) => <Price card={card} price={price} onClose={onClose} />,
});

/** Finds what a command is about. Nobody may adjust their own coins or void their own attempt. */
async function findDeeds(
  { verb, amount, search }: Command,
  myId: string | undefined,
  signal: AbortSignal,
): Promise<PaletteDeed[]> {
  const isMine = ({ _id }: { _id: string }) => _id === myId;
  const query = { search, ...firstPage };
  switch (verb) {
    case 'coins': {
      const { list } = await userList.read(query, signal);
      return list.filter((user) => !isMine(user)).map((user) => adjustCoins(user, amount));
    }
    case 'void': {
      const { list } = await attemptList.read({ ...query, sort: 'startedAt' }, signal);
      return list
        .filter(({ status, user }) => status !== 'CANCELLED' && !isMine(user))
        .sort((one, other) => Number(one.completedAt !== null) - Number(other.completedAt !== null))
        .map(voidAttempt);
    }
    case 'price': {
      const { list } = await giftCardList.read(query, signal);
      return list.map((card) => setPrice(card, amount));
    }
  }
}

/**
 * The dialogs that a command can open.
 * @param command undefined if nothing valid has been typed
 */
export function deedsQuery(command: Command | undefined, myId: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'palette', 'deeds', command],
    queryFn: ({ signal }) => (command ? findDeeds(command, myId, signal) : []),
    enabled: command !== undefined,
    staleTime: 0,
  });
}
