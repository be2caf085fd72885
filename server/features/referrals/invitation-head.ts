// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from '../../../contract/amounts.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { matchWord, namesOf } from '../../../contract/games/greeting.ts';
import { referralsApi } from '../../../contract/referrals.ts';
import type { PageHead } from '../../platform/http/page-heads.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { drawInvitationPicture, type InvitationPictureFacts } from './draw-share-picture.ts';
import { type InvitationDeps, readInvitation } from './read-invitation.ts';

/** An invitation page's data for link previews; undefined if the code belongs to nobody. */
export async function readInvitationHead(
  name: string,
  {
    now,
    brandName,
    games: ids,
    ...deps
  }: InvitationDeps & { now: Date; brandName: string; games: readonly GameId[] },
): Promise<PageHead | undefined> {
  const { data: params } = referralsApi.invitation.params.safeParse({ code: name });
  const invitation = params && (await readInvitation({ code: params.code, now }, deps));
  if (!invitation || isRefusal(invitation)) return undefined;
  const { player, welcomeGC } = invitation;
  const start = welcomeGC > 0 ? `Start with ${formatAmount(welcomeGC)} Gamer Coins.` : 'Signing up is free.';
  const games = namesOf(ids);
  const facts: InvitationPictureFacts = { handle: player.handle, games, welcomeGC, brandName };
  return {
    title: `${player.handle} invites you: win at ${games}, earn coins for gift cards`,
    description: `${start} Pick a challenge, play one ${matchWord(ids)}, and your public stats decide.`,
    heading: 'You were invited',
    picture: { facts, draw: () => drawInvitationPicture(facts) },
    reads: `/api/v1${referralsApi.invitation.path.replace(':code', encodeURIComponent(params.code))}`,
  };
}
