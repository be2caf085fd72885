// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { ErrorBody } from './errors.ts';

/** The API's objects (version 2026-10-28.endive): the fields that card payments use. */
export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
  currency: string;
  description: string | null;
  last_payment_error: ErrorBody | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  next_action: Stripe.PaymentIntent.NextAction | null;
  payment_method: string | null;
  receipt_email: string | null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
}

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  billing_details: Stripe.PaymentMethod.BillingDetails;
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string };
  created: number;
  type: 'card';
}

export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  /** Signed: the amount added to the balance, before the fee. */
  amount: number;
  created: number;
  currency: string;
  fee: number;
  net: number;
  /** The object that it refers to. */
  source: string;
  type: 'charge' | 'refund' | 'adjustment';
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  balance_transaction: string | null;
  created: number;
  currency: string;
  disputed: boolean;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  refunded: boolean;
  status: 'succeeded' | 'failed';
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: string;
  charge: string;
  created: number;
  currency: string;
  payment_intent: string;
  status: 'succeeded';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.EventBase['type'];
}

export type StripeObject =
  | PaymentIntent
  | PaymentMethod
  | Charge
  | Refund
  | Dispute
  | BalanceTransaction
  | StripeEvent;

export const apiVersion = '2026-10-28.endive';

/** Unix seconds, like every time in the API. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** `pi_3…`: letters and digits, in the length of Stripe's ids. */
export function newId(prefix: string): string {
  return `${prefix}_3${randomText(23)}`;
}

export function randomText(length: number): string {
  return randomBytes(length * 2)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
    .padEnd(length, '0');
}
