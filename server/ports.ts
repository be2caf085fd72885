// SPDX-License-Identifier: Apache-2.0

/**
 * The interfaces between features. Each port type is declared once, here or in a file beside this one:
 * `approval-ports.ts`, `business-ports.ts` (overview and books), `message-ports.ts` (messages to players),
 * `page-ports.ts` (player pages) and `play-ports.ts` (responsible play). `connections.ts` names the feature that
 * implements each port, so features do not know each other.
 */
import type { Sql } from 'sql-template-tag';
import type { GameAccount } from '../contract/account-proof.ts';
import type { Profile } from '../contract/accounts.ts';
import type { Figure, FigureOf, FigureSourceName } from '../contract/achievements.ts';
import type { Challenge } from '../contract/challenges.ts';
import type { Permission } from '../contract/permissions.ts';
import type { PlayerExport } from '../contract/player-export.ts';
import type { PublicPlayer } from '../contract/public-players.ts';
import type { GiftCard } from '../contract/shop.ts';
import type { Trigger } from '../contract/triggers.ts';
import type { UserDetail } from '../contract/users-admin.ts';
import type { HistoryEntry } from '../contract/wallet.ts';
import type { Share } from './ledger/rules.ts';
import type { Database, Queryable, Tx } from './platform/db/database.ts';
import type { Part } from './platform/db/parts.ts';
import type { Price } from './platform/db/price-changes.ts';
import type { Refusal } from './platform/refusal.ts';

/** How others see players: handle and drawn avatar; deleted accounts are missing from the result. */
export type PublicPlayers = (
  db: Queryable,
  playerIds: readonly string[],
) => Promise<Map<string, PublicPlayer>>;

/** Returns which of `playerIds` have an account, and keeps these accounts from being deleted until the transaction ends. */
export type HoldPlayers = (tx: Tx, playerIds: readonly string[]) => Promise<Set<string>>;

/** A SQL condition: the player in this column has an account, or can still cancel its deletion. */
export type HasAccount = (playerId: Sql) => Sql;

/** Repeats, in a restored database, what was done since the backup. */
export interface Restored {
  at: Date;
  hasAccount: HasAccount;
}

/** A player's permissions, locked until the transaction ends. */
export type HoldRights = (tx: Tx, playerId: string) => Promise<ReadonlySet<Permission>>;

/** The current permissions of players; none for deleted or suspended players. */
export type ReadRights = (
  db: Queryable,
  playerIds: readonly string[],
) => Promise<Map<string, ReadonlySet<Permission>>>;

/** Whether an administrator may act on another user; refuses like `authoriseOverOther`. */
export type Authority = (
  tx: Tx,
  input: { actorId: string; userId: string; permission: 'users:write'; beside?: readonly string[] },
) => Promise<object | Refusal>;

/** Whether a provider or an administrator verified the player's e-mail address. */
export type IsVerified = (db: Queryable, playerId: string) => Promise<boolean>;

export interface Contact {
  name: string;
  email: string;
  handle: string;
}

/** The player with this handle or a look-alike of it; undefined if none has it, or if they may not sign in. */
export type FindByHandle = (db: Queryable, handle: string) => Promise<string | undefined>;

/** Ids of a player's friends. */
export type FriendIds = (db: Queryable, playerId: string) => Promise<string[]>;

/** Contacts for administrators: names, e-mail addresses and handles; deleted accounts are missing. */
export type GetContacts = (db: Queryable, playerIds: readonly string[]) => Promise<Map<string, Contact>>;

/** A player's referral code; undefined if the account is suspended or deleted. */
export type GetReferralCode = (db: Queryable, playerId: string) => Promise<string | undefined>;

/** The sealed ledger's leaf of the transfer with this idempotency key; undefined if none is sealed. */
export type FindLeaf = (
  db: Queryable,
  idempotencyKey: string,
) => Promise<{ index: number; text: string; salt: string } | undefined>;

/** Players as administrators find and see them. */
export interface People {
  /** Names, e-mail addresses and handles; deleted accounts are missing. */
  getContacts(playerIds: readonly string[]): Promise<Map<string, Contact>>;
  /** Ids of matching users, at most `limit`; only among `among` if given. */
  searchUserIds(search: string, limit: number, among?: readonly string[]): Promise<string[]>;
}

/** Coins that running promotions with automatic rewards pay for one `trigger` at `now`. */
export type PromisedCoins = (db: Queryable, trigger: Trigger, now: Date) => Promise<number>;

/** How much of a card payment was refunded or is withheld by disputes right now. */
export type GetReturnedShare = (tx: Tx, paymentId: string) => Promise<Share>;

/** Giveaways that are still to be drawn, soonest first, and the cron task that draws them. */
export type ScheduledDraws = (
  limit: number,
) => Promise<{ task: string; draws: { id: string; title: string; runAt: Date }[] }>;

/** All challenges with their variants, open ones first. */
export type ListChallenges = (db: Queryable) => Promise<Challenge[]>;

/** Every gift card on sale, newest first. */
export type ListOnSale = (db: Queryable) => Promise<GiftCard[]>;

/** The lowest price of coins on sale, in cents for a number of coins; undefined if none are on sale. */
export type CheapestCoins = (db: Queryable) => Promise<Price | undefined>;

/** A win that its player allows us to show publicly. */
export interface ListedWin {
  /** The public id of its receipt. */
  receiptId: string;
  playerId: string;
  wonAt: Date;
  rewardGC: number;
  description: string;
  requiredPlacement: number;
  requiredKills: number;
}

/** The newest wins that their players allow us to show publicly. */
export type ListWins = (db: Queryable, limit: number) => Promise<ListedWin[]>;

/** A player's results compared with their expected results; only the newest attempts count. */
export interface PlayRecord {
  /** Finished attempts whose statistics at entry give the odds of a win. */
  finished: number;
  won: number;
  /** The expected number of wins, and its variance. */
  expected: number;
  variance: number;
  winningsGC: number;
  /** Attempts with impossible times, each with the reason in a sentence. */
  impossible: { attemptId: string; why: string }[];
}

/** Something that a player shares with others (a card, a network): its short hash, and some of the others. */
export interface SharedThing {
  hash: string;
  playerIds: string[];
}
type FindShared = (db: Queryable, playerId: string) => Promise<SharedThing[]>;

/** Signs that a player is unusual. Each query costs the same, however much the player has done. */
export interface FairPlayPorts {
  playRecord(db: Queryable, playerId: string): Promise<PlayRecord>;
  sharedCards: FindShared;
  sharedAccounts: FindShared;
  /** Networks from which they recently signed in. */
  sharedNetworks: FindShared;
}

/** A player's score between two moments. */
export interface Score {
  playerId: string;
  xp: number;
}

/** Players ranked by XP earned in [`from`, `until`); ties go to the player who got there first. */
export type RankPlayed = (db: Queryable, from: Date, until: Date, limit: number) => Promise<Score[]>;

/** A stored board with the same sums, maintained after the first call; undefined while it is being built. */
export type KeepSpan = (
  span: { from: Date; until: Date; at: Date },
  db: Database,
) => Promise<string | undefined>;

/** The same ranking, read from such a board. */
export type RankSpan = (db: Queryable, board: string, limit: number) => Promise<Score[]>;

/** Counts some of the figures that achievements are based on, and knows when each was reached. */
export interface FigureSource<Name extends Figure = Figure> {
  /** The current values. The cost does not grow with the player's activity; counting may stop above every goal. */
  getFigures(db: Queryable, playerId: string): Promise<Record<Name, number>>;
  /** When the player reached each of these goals, in the goals' order. The player must have reached all of them. */
  findReachedAt(
    db: Queryable,
    playerId: string,
    goals: readonly { figure: Figure; goal: number }[],
  ): Promise<(Date | undefined)[]>;
}

/** Which source counts which figures. */
export type AchievementSources = {
  [Source in FigureSourceName]: FigureSource<FigureOf<Source>>;
};

/** What referrals need to decide whether an invitation counts. */
export interface ReferralPorts {
  publicPlayers: PublicPlayers;
  getContacts: GetContacts;
  /** The owner of this referral code; undefined if they may not invite. */
  findReferrer(db: Queryable, code: string): Promise<string | undefined>;
  promisedCoins: PromisedCoins;
  /** Whether two players ever played with the same game account. */
  shareGameAccount(db: Queryable, one: string, other: string): Promise<boolean>;
  /** Whether two players ever paid with the same card. */
  shareCard(db: Queryable, one: string, other: string): Promise<boolean>;
  /** Whether somebody invited the player. */
  isInvited(db: Queryable, playerId: string): Promise<boolean>;
  /** Adds a qualified referral to the referrer's profile; false if the account was deleted. */
  countReferral(tx: Tx, referrerId: string): Promise<boolean>;
  /** Undoes `countReferral`. */
  uncountReferral(tx: Tx, referrerId: string): Promise<void>;
  isVoided(db: Queryable, attemptId: string): Promise<boolean>;
  /** The player's first finished attempt that was not voided. */
  firstFinished(db: Queryable, playerId: string): Promise<{ attemptId: string; at: Date } | undefined>;
}

/** An order as sold; undefined if it does not exist. */
export type FindSoldOrder = (orderId: string) => Promise<
  | {
      createdAt: Date;
      totalGC: number;
      purchases: {
        purchaseId: string;
        giftCardId: string;
        title: string;
        priceGC: number;
        /** ISO 8601; null if it had a code immediately. */
        promisedBy: string | null;
      }[];
    }
  | undefined
>;

/** The profile fields that other features supply. */
export interface ProfileParts {
  balances(playerId: string): Part<Pick<Profile, 'gamerCoins' | 'xp' | 'referralTokens'>>;
  challengeStats(playerId: string): Part<Profile['challengeStats']>;
  areTermsAsked(playerId: string): Part<boolean>;
  gameAccounts(playerId: string): Part<GameAccount[]>;
  /** The newest, and the cursor for older ones. */
  purchasedGiftCards(
    playerId: string,
  ): Part<{ list: Profile['purchasedGiftCards']; nextBefore: string | null }>;
}

/** A player's data for the export, apart from the accounts' own; streamed item by item so that size does not matter. */
export type ExportParts = {
  [Part in Exclude<
    keyof PlayerExport,
    'profile' | 'handleChanges' | 'identities' | 'sessions' | 'secondFactor' | 'dataExports' | 'notes'
  >]: (playerId: string) => AsyncIterable<PlayerExport[Part][number]>;
};

/** A section of the export that follows from a declared table (`playerTables` of feature.ts). */
export interface TableSection {
  name: string;
  fields: readonly string[];
  read(db: Queryable, playerId: string): AsyncIterable<object>;
}

/** A period of more than ten minutes in which no process served. */
export interface Standstill {
  beganAt: Date;
  endedAt: Date;
}

export type ListStandstills = (db: Queryable, now: Date) => Promise<Standstill[]>;

/** Returns why an account cannot be deleted now. Called while the player's coins are locked. */
export type DeletionObstacle = (tx: Tx, playerId: string) => Promise<Refusal | undefined>;

/** Removes personal data. Runs when a deleted account is erased and once more a day later, for late writes. */
export type Erasure = (tx: Tx, playerId: string) => Promise<void>;

/** A page of a user's history, newest first: at most `limit` entries older than `before`. */
export type ReadHistory<Entry> = (
  userId: string,
  page: { before?: string | undefined; limit: number },
) => Promise<{ list: Entry[]; nextBefore: string | null }>;

type CountOf = (userId: string) => Promise<number>;
type OfEach<Value> = (db: Queryable, userIds: readonly string[]) => Promise<Map<string, Value>>;

/** What administrators see about users: for a whole page at once (`db` may be a transaction) or for one user. */
export interface UserRecords {
  coins: OfEach<number>;
  giftCards: OfEach<number>;
  played: OfEach<{ wins: number; loss: number }>;
  gameAccounts(userId: string): Promise<GameAccount[]>;
  attemptCount: CountOf;
  purchaseCount: CountOf;
  paymentCount: CountOf;
  attempts: ReadHistory<UserDetail['attempts'][number]>;
  purchases: ReadHistory<UserDetail['purchases'][number]>;
  payments: ReadHistory<UserDetail['payments'][number]>;
  transfers: ReadHistory<HistoryEntry>;
}
