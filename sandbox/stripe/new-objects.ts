// SPDX-License-Identifier: Apache-2.0

import type Stripe from 'stripe';
import { type CardInput, getBrand } from './cards.ts';
import {
  type BalanceTransaction,
  type Charge,
  type Dispute,
  newId,
  type PaymentIntent,
  type PaymentMethod,
  type Refund,
  randomText,
  seconds,
} from './objects.ts';

const nothing = {
  application: null,
  application_fee_amount: null,
  customer: null,
  livemode: false,
  on_behalf_of: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};

interface IntentInput {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  allowedTypes: string[] | null;
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
}

export function newIntent(input: IntentInput): PaymentIntent {
  const id = newId('pi');
  return {
    ...nothing,
    id,
    object: 'payment_intent',
    allowed_payment_method_types: input.allowedTypes,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: input.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: seconds(),
    currency: input.currency,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail,
    setup_future_usage: null,
    status: 'requires_payment_method',
  } satisfies Stripe.PaymentIntent as PaymentIntent;
}

/** @param fingerprint the same for every use of a card number */
export function newPaymentMethod(
  card: CardInput,
  fingerprint: string,
  billing: Partial<Stripe.PaymentMethod.BillingDetails>,
): PaymentMethod {
  const brand = getBrand(card.number);
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod as PaymentMethod;
}

interface ChargeInput {
  intent: PaymentIntent;
  method: PaymentMethod;
  failure?: { code: string; declineCode?: string; message: string };
}

const noDecline = { advice_code: null, network_advice_code: null, network_decline_code: null };

function getOutcome(failure: ChargeInput['failure']) {
  if (!failure) {
    return {
      ...noDecline,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    ...noDecline,
    network_status: 'declined_by_network',
    reason: failure.declineCode ?? failure.code,
    risk_level: 'normal',
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

export function newCharge({ intent, method, failure }: ChargeInput): Charge {
  const { brand, last4, exp_month, exp_year, fingerprint } = method.card;
  return {
    ...nothing,
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application_fee: null,
    balance_transaction: failure ? null : newId('txn'),
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: failure === undefined,
    created: seconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    metadata: intent.metadata,
    outcome: getOutcome(failure),
    paid: failure === undefined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        ...{ brand, last4, exp_month, exp_year, fingerprint, country: 'US', funding: 'credit' },
        amount_authorized: failure ? null : intent.amount,
        authorization_code: failure ? null : randomText(6).toUpperCase(),
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        electronic_commerce_indicator: null,
        installments: null,
        mandate: null,
        network: brand,
        network_transaction_id: randomText(15),
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    source_transfer: null,
    status: failure ? 'failed' : 'succeeded',
  } satisfies Stripe.Charge as Charge;
}

export function newRefund(
  charge: Charge,
  amount: number,
  reason: string | null,
  metadata: Record<string, string>,
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund as Refund;
}

/** Fees: 2.9 % and 30 cents per charge, 15 dollars per dispute. A refund is free and returns no fee. */
const chargeFee = (amount: number) => Math.round(amount * 0.029) + 30;
const disputeFee = 1_500;

/** The balance entry of a charge, a refund, a dispute or its end. */
export function newBalanceTransaction(
  about: Charge | Refund | Dispute,
  { isReinstated = false }: { isReinstated?: boolean } = {},
): BalanceTransaction {
  const { object, amount: size, currency } = about;
  const amount = object === 'charge' || isReinstated ? size : -size;
  const fee = object === 'charge' ? chargeFee(size) : object === 'dispute' && !isReinstated ? disputeFee : 0;
  const now = seconds();
  return {
    id: object === 'dispute' ? newId('txn') : (about.balance_transaction ?? newId('txn')),
    object: 'balance_transaction',
    amount,
    available_on: now + 2 * 86_400,
    balance_type: 'payments',
    created: now,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: isReinstated ? 'dispute_reversal' : object,
    source: about.id,
    status: 'pending',
    type: object === 'dispute' ? 'adjustment' : object,
  } satisfies Stripe.BalanceTransaction as BalanceTransaction;
}
