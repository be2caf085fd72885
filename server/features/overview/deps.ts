import type { Overview } from '../../../contract/overview.ts';
import type { Database } from '../../platform/db/database.ts';

/** From the first moment until just before the last. */
export interface Span {
  from: Date;
  until: Date;
}

type Day<Fields> = ({ day: string } & Fields)[];

export interface OverviewDeps {
  db: Database;
  parts: OverviewParts;
}

/** What the overview asks of the ledger and the features; each answer is worked out from rows as they are. */
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
