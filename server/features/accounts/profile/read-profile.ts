import type { Profile } from '../../../../contract/accounts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ProfileParts } from '../../../ports.ts';
import { lastOwnChange } from '../handles/handle-store.ts';
import { getAvatar, nextChange } from '../handles/rules.ts';
import { findPlayer } from '../player-store.ts';

/** The signed-in player's profile. Its parts are asked for side by side: one round trip's time. */
export async function readProfile(
  player: SessionPlayer,
  { db, clock, profileParts }: { db: Queryable; clock: Clock; profileParts: ProfileParts },
): Promise<Profile | Refusal> {
  const [row, lastChange, balances, challengeStats, epicAccount, purchasedGiftCards, areTermsAsked] =
    await Promise.all([
      findPlayer(db, player.id),
      lastOwnChange(db, player.id),
      profileParts.balances(player.id),
      profileParts.challengeStats(player.id),
      profileParts.epicAccount(player.id),
      profileParts.purchasedGiftCards(player.id),
      profileParts.areTermsAsked(player.id),
    ]);
  if (!row) return refuse('session_ended');
  const from = nextChange(lastChange);
  const { gamerCoins, xp, referralTokens } = balances;
  return {
    _id: row.id,
    googleId: row.googleId,
    name: row.name,
    email: row.email,
    role: row.role,
    permissions: [...player.permissions],
    avatar: row.avatarUrl,
    inPublic: { handle: row.handle, avatar: getAvatar(row.id, row.drawnAvatar) },
    handleChangeFrom: from && from > clock.now() ? from.toISOString() : null,
    isVerified: row.isVerified,
    areTermsAsked,
    createdAt: row.createdAt.toISOString(),
    discordLinked: row.discordUserId !== null,
    epicAccount,
    gamerCoins,
    xp,
    referralTokens,
    referralCode: row.referralCode,
    totalReferrals: row.totalReferrals,
    invitedUsersCount: row.invitedUsersCount,
    challengeStats,
    purchasedGiftCards,
  };
}
