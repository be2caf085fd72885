import type { Profile } from '../../../../contract/accounts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { readRowAndParts } from '../../../platform/db/parts.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ProfileParts } from '../../../ports.ts';
import { lastOwnChange } from '../handles/handle-store.ts';
import { getAvatar, nextChange } from '../handles/rules.ts';
import { type PlayerRow, playerRow } from '../player-store.ts';

/** What the others know of a player, for the profile's statement. */
export const askFor = (playerId: string, parts: ProfileParts) => ({
  lastChange: lastOwnChange(playerId),
  balances: parts.balances(playerId),
  challengeStats: parts.challengeStats(playerId),
  epicAccount: parts.epicAccount(playerId),
  purchasedGiftCards: parts.purchasedGiftCards(playerId),
  areTermsAsked: parts.areTermsAsked(playerId),
});

/** The signed-in player's profile, with what others know of them, in one statement. */
export async function readProfile(
  player: SessionPlayer,
  { db, clock, profileParts }: { db: Queryable; clock: Clock; profileParts: ProfileParts },
): Promise<Profile | Refusal> {
  const found = await readRowAndParts<PlayerRow, ReturnType<typeof askFor>>(
    db,
    playerRow(player.id),
    askFor(player.id, profileParts),
  );
  if (!found) return refuse('session_ended');
  const { row, parts } = found;
  const { lastChange, balances, challengeStats, epicAccount, purchasedGiftCards, areTermsAsked } = parts;
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
    purchasedGiftCards: purchasedGiftCards.list,
    olderGiftCardsBefore: purchasedGiftCards.nextBefore,
  };
}
