/**
 * What features ask of each other. Each type stands here once; `app.ts` puts the function of one feature where another
 * asks for it, so that no feature knows who answers.
 */
import type { Sql } from 'sql-template-tag';
import type { Profile } from '../contract/accounts.ts';
import type { Overview } from '../contract/overview.ts';
import type { PlayerExport } from '../contract/own-account.ts';
import type { Permission } from '../contract/permissions.ts';
import type { UserDetail } from '../contract/users.ts';
import type { HistoryEntry } from '../contract/wallet.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/** How others see a player. */
export interface PublicPlayer {
  name: string;
  avatar: string | null;
}

/** How others see those of `playerIds` that still have an account. */
export type PublicPlayers = (
  db: Queryable,
  playerIds: readonly string[],
) => Promise<Map<string, PublicPlayer>>;

/** Those of `playerIds` that have an account. None of them is deleted before the transaction ends. */
export type HoldPlayers = (tx: Tx, playerIds: readonly string[]) => Promise<Set<string>>;

/** The condition, for a query, that a column of player ids is one of somebody who has an account. */
export type HasAccount = (playerId: Sql) => Sql;

/** What a player may do, which stays so until the transaction ends. */
export type HoldRights = (tx: Tx, playerId: string) => Promise<ReadonlySet<Permission>>;

/** Whether a provider or an administrator vouches for the e-mail address of a player. */
export type IsVerified = (db: Queryable, playerId: string) => Promise<boolean>;

/** Players as administrators look for them and see them. */
export interface People {
  /** Names and addresses; without those whose account is deleted. */
  getContacts(playerIds: readonly string[]): Promise<Map<string, { name: string; email: string }>>;
  /** Ids of the users whom a search finds, at most `limit`. */
  searchUserIds(search: string, limit: number): Promise<string[]>;
}

/** A player's score between two moments. */
export interface Score {
  playerId: string;
  xp: number;
}

/** Players by the XP that they played for from `from` until before `until`; ties go to the one who got there first. */
export type RankPlayed = (db: Queryable, from: Date, until: Date, limit: number) => Promise<Score[]>;

/** What decides whether an invitation counts, and where it is counted. */
export interface ReferralPorts {
  publicPlayers: PublicPlayers;
  /** Whether two players ever played with one Epic account. */
  shareEpicAccount(db: Queryable, one: string, other: string): Promise<boolean>;
  /** Whether two players ever paid with one card. */
  shareCard(db: Queryable, one: string, other: string): Promise<boolean>;
  /** Whether the player came by somebody's invitation. */
  isInvited(db: Queryable, playerId: string): Promise<boolean>;
  /** Counts one more qualified referral on the referrer's profile; false where the account was deleted. */
  countReferral(tx: Tx, referrerId: string): Promise<boolean>;
  /** Takes one off again. */
  uncountReferral(tx: Tx, referrerId: string): Promise<void>;
  isVoided(db: Queryable, attemptId: string): Promise<boolean>;
  /** The first attempt that a player finished and that was not voided. */
  firstFinished(db: Queryable, playerId: string): Promise<{ attemptId: string; at: Date } | undefined>;
}

/** A purchase as receipts name it. */
export interface ReceiptCard {
  title: string;
  /** What was paid, in coins. */
  gcCoin: number;
  status: 'delivered' | 'on_its_way' | 'refunded';
  /** ISO 8601; null where it was delivered at once. */
  promisedBy: string | null;
}

export interface ReceiptOrder {
  createdAt: Date;
  totalGcCoin: number;
  purchases: readonly ReceiptCard[];
}

/** What receipts are about, read when one is sent. */
export interface ReceiptPorts {
  /** Undefined for an account that was deleted. */
  getContact(playerId: string): Promise<{ name: string; email: string } | undefined>;
  getOrder(orderId: string): Promise<ReceiptOrder | undefined>;
  getPurchases(playerId: string): Promise<readonly (ReceiptCard & { _id: string })[]>;
}

/** What the profile shows of other features. */
export interface ProfileParts {
  balances(playerId: string): Promise<Pick<Profile, 'gamerCoins' | 'xp' | 'referralTokens'>>;
  challengeStats(playerId: string): Promise<Profile['challengeStats']>;
  purchasedGiftCards(playerId: string): Promise<Profile['purchasedGiftCards']>;
}

/** What features hold about a player for the export, item by item however many there are. */
export type ExportParts = {
  [Part in Exclude<keyof PlayerExport, 'exportedAt' | 'profile' | 'identities' | 'sessions'>]: (
    playerId: string,
  ) => AsyncIterable<PlayerExport[Part][number]>;
};

/** Asked while no coin of the player can move: what stands in the way of deleting the account. */
export type DeletionObstacle = (tx: Tx, playerId: string) => Promise<Refusal | undefined>;

/** Removes what a feature keeps about the person. Runs in the deletion, and a day later again. */
export type Erasure = (tx: Tx, playerId: string) => Promise<void>;

/** Entries of a user's history, newest first: `limit` of them at most, after the one that `before` names. */
export type ReadHistory<Entry> = (
  userId: string,
  page: { before?: string | undefined; limit: number },
) => Promise<{ list: Entry[]; nextBefore: string | null }>;

type CountOf = (userId: string) => Promise<number>;
type OfEach<Value> = (db: Queryable, userIds: readonly string[]) => Promise<Map<string, Value>>;

/** What administrators see of users: of a whole page at once (`db` may be a transaction), or of one user alone. */
export interface UserRecords {
  coins: OfEach<number>;
  giftCards: OfEach<number>;
  played: OfEach<{ wins: number; loss: number }>;
  epicId(userId: string): Promise<string | null>;
  attemptCount: CountOf;
  purchaseCount: CountOf;
  paymentCount: CountOf;
  attempts: ReadHistory<UserDetail['attempts'][number]>;
  purchases: ReadHistory<UserDetail['purchases'][number]>;
  payments: ReadHistory<UserDetail['payments'][number]>;
  transfers: ReadHistory<HistoryEntry>;
}

/** From the first moment until just before the last. */
export interface Span {
  from: Date;
  until: Date;
}

type Day<Fields> = ({ day: string } & Fields)[];

/** How the business stands; each answer is worked out from rows as they are. */
export interface OverviewParts {
  coinsOutstanding(): Promise<number>;
  /** The day (UTC) of the first transfer; null where there is none. */
  recordedSince(): Promise<string | null>;
  coinFlows(span: Span): Promise<Overview['flows']>;
  activePlayers(span: Span): Promise<Overview['activePlayers']>;
  stock(): Promise<{ stockValue: number; stockCodes: number; lowStockCards: number }>;
  cardSales(span: Span): Promise<Day<{ giftCards: number; giftCardCoins: number }>>;
  paymentSales(span: Span): Promise<Day<{ payments: number; paidCents: number }>>;
  replacedCodes(span: Span): Promise<Overview['replacedCodes']>;
  endedAttempts(span: Span): Promise<Day<{ won: number; failed: number; cancelled: number }>>;
  deliveries(): Promise<{ waiting: number; overdue: number }>;
  runningAttempts(): Promise<number>;
  openPayments(): Promise<number>;
  referralsInReview(): Promise<number>;
}
