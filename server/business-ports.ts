// SPDX-License-Identifier: Apache-2.0

/** Ports that the overview and the books need from the features that have the figures. */
import type { Growth } from '../contract/growth-admin.ts';
import type { Overview } from '../contract/overview-admin.ts';

/** A half-open interval: `from` is included, `until` is not. */
export interface Span {
  from: Date;
  until: Date;
}

/** Card payments as booked, in cents. Refunds are net of money that came back to us afterwards. */
export interface BookedMoney {
  payments: number;
  paidCents: number;
  refundedCents: number;
  /** Withheld or lost in disputes. */
  disputedCents: number;
  /** The card provider's fees. */
  feeCents: number;
  /** The change of our balance at the provider. */
  providerNetCents: number;
  /** Payments whose fee the provider has not reported yet. */
  feesMissing: number;
}

/** The cost of codes that were given to purchases, including replacements of bad ones. */
export interface BookedCodes {
  given: number;
  /** Codes with a known price. */
  costed: number;
  costCents: number;
}

/** The books of a span of whole days (UTC). */
export interface BooksParts {
  coinFlows(span: Span): Promise<Overview['flows']>;
  /** All coins that players held at the beginning of a day. */
  coinsOutstandingAt(day: Date): Promise<number>;
  money(span: Span): Promise<BookedMoney>;
  codes(span: Span): Promise<BookedCodes>;
}

/** How an outside service answered lately; one that was not called in a day is missing. */
export interface ServiceAnswers {
  service: string;
  /** The minute of its last answer; null if it gave none in a day. */
  answeredAt: Date | null;
  answered: number;
  failed: number;
}

/** @param since counts answers and failures from then on */
export type ReadServiceAnswers = (services: readonly string[], since: Date) => Promise<ServiceAnswers[]>;

type Day<Fields> = ({ day: string } & Fields)[];

/** Business figures, computed from live rows. */
export interface OverviewParts {
  /** Whether rules on age and region are in force. */
  hasRules(): Promise<boolean>;
  hasActiveChallenge(): Promise<boolean>;
  hasPackageOnSale(): Promise<boolean>;
  hasCardOnSale(): Promise<boolean>;
  superAdmins(): Promise<number>;
  coinsOutstanding(): Promise<number>;
  /** The day (UTC) of the first transfer; null if there is none. */
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
  /** Players whose address the mail server rejects permanently. */
  /** Promotion rewards that wait for a day with room. */
  rewardsWaiting(): Promise<number>;
  mailRefused(): Promise<number>;
  challengeMargins(span: Span, limit: number): Promise<Growth['challenges']>;
  boughtCoins(span: Span): Promise<Growth['bought']>;
  cardMargins(span: Span, limit: number): Promise<Growth['cards']>;
  /** Players who signed up through an invitation, and how many of them count as referrals. */
  invited(span: Span): Promise<{ playerIds: string[]; counted: number }>;
  /** How many of these players entered, finished and won. */
  countPlayed(playerIds: readonly string[]): Promise<Pick<Growth['funnel'], 'entered' | 'finished' | 'won'>>;
  /** Players by week of sign-up, and how many of them finished an attempt in each week since. */
  cohorts(
    span: Span,
  ): Promise<{ week: string; players: number; active: { nth: number; players: number }[] }[]>;
}
