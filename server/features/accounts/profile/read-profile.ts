// SPDX-License-Identifier: Apache-2.0

import { accountIn } from '../../../../contract/account-proof.ts';
import type { Profile } from '../../../../contract/accounts.ts';
import { theGame } from '../../../../contract/games/games.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { prepareRowAndParts, type ResultsOf } from '../../../platform/db/parts.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ProfileParts } from '../../../ports.ts';
import { findLastOwnChange, isHandleChosen } from '../handles/handle-store.ts';
import { getAvatar, getNextChangeAt } from '../handles/rules.ts';
import { type PlayerRow, playerRow } from '../player-store.ts';

/** Other features' data about a player, for the profile's statement. */
export const askFor = (playerId: string, parts: ProfileParts) => ({
  lastChange: findLastOwnChange(playerId),
  isHandleChosen: isHandleChosen(playerId),
  balances: parts.balances(playerId),
  challengeStats: parts.challengeStats(playerId),
  gameAccounts: parts.gameAccounts(playerId),
  purchasedGiftCards: parts.purchasedGiftCards(playerId),
  areTermsAsked: parts.areTermsAsked(playerId),
});

interface ProfileDeps {
  db: Database;
  clock: Clock;
  profileParts: ProfileParts;
}

/** Reads the signed-in player's profile, with other features' data, in one statement. */
export function profileReader({ db, clock, profileParts }: ProfileDeps) {
  const read = prepareRowAndParts<PlayerRow, ReturnType<typeof askFor>>((playerId) => ({
    query: playerRow(playerId),
    parts: askFor(playerId, profileParts),
  }));
  return async (player: SessionPlayer): Promise<Profile | Refusal> => {
    const found = await read(db, player.id);
    return found ? viewProfile(player, found, clock.now()) : refuse('session_ended');
  };
}

type Found = { row: PlayerRow; parts: ResultsOf<ReturnType<typeof askFor>> };

function viewProfile(player: SessionPlayer, found: Found, now: Date): Profile {
  const { row, parts } = found;
  const {
    lastChange,
    isHandleChosen: isChosen,
    balances,
    challengeStats,
    gameAccounts,
    purchasedGiftCards,
    areTermsAsked,
  } = parts;
  const from = getNextChangeAt(lastChange);
  const { gamerCoins, xp, referralTokens } = balances;
  return {
    _id: row.id,
    googleId: row.googleId,
    name: row.name,
    email: row.email,
    role: row.role,
    // Decides which dashboard pages are visible; the calls behind those pages require the second factor.
    permissions: [...player.held],
    avatar: row.avatarUrl,
    inPublic: { handle: row.handle, avatar: getAvatar(row.id, row.drawnAvatar) },
    isHandleChosen: isChosen,
    handleChangeFrom: from && from > now ? from.toISOString() : null,
    isVerified: row.isVerified,
    isMailRefused: row.isMailRefused,
    areTermsAsked,
    createdAt: row.createdAt.toISOString(),
    discordLinked: row.discordUserId !== null,
    epicAccount: accountIn(theGame.id, gameAccounts),
    gameAccounts,
    gamerCoins,
    xp,
    referralTokens,
    referralCode: row.referralCode,
    totalReferrals: row.totalReferrals,
    invitedUsersCount: row.invitedUsersCount,
    challengeStats,
    purchasedGiftCards: purchasedGiftCards.list,
    olderGiftCardsBefore: purchasedGiftCards.nextBefore,
  };
}
