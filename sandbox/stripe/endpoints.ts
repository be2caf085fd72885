// SPDX-License-Identifier: Apache-2.0

import type { Book } from './book.ts';
import type { Call, Endpoint } from './calls.ts';
import type { CardInput } from './cards.ts';
import { badRequest, missing } from './errors.ts';
import type { FormValue } from './form.ts';
import { expanded, toList } from './lists.ts';
import { newIntent } from './new-objects.ts';
import type { PaymentIntent } from './objects.ts';
import type { Parameters } from './parameters.ts';
import {
  cancel,
  closeDispute,
  confirm,
  createPaymentMethod,
  getMethod,
  type PaymentDeps,
  refund,
} from './payments.ts';

const minCents = 50;
const maxCents = 99_999_999;
const cancellationReasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'];
const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'];
/** The parts of an intent that Stripe shows to anyone with only the client secret. */
const hiddenFromBrowser = [
  'metadata',
  'latest_charge',
  'customer',
  'application',
  'amount_received',
  'review',
];

/** The calls of Stripe's API that a card payment needs. */
export function stripeEndpoints(deps: PaymentDeps): Endpoint[] {
  const { book } = deps;
  return [...intentEndpoints(deps), ...moneyBackEndpoints(deps), ...readEndpoints(book)];
}

function intentEndpoints(deps: PaymentDeps): Endpoint[] {
  const { book } = deps;
  return [
    {
      method: 'POST',
      url: '/payment_intents',
      run: ({ parameters, expand, cause }) => {
        const { intent, method, isConfirmed } = readIntent(parameters);
        book.put(intent);
        book.tell('payment_intent.created', intent, cause);
        if (method) attach(deps, intent, method);
        if (isConfirmed) confirm(deps, intent, getMethod(deps, intent.payment_method ?? ''), cause);
        return expanded(book, intent, expand);
      },
    },
    {
      method: 'GET',
      url: '/payment_intents/:id',
      publishable: true,
      run: (call) => answerIntent(book, call, getIntent(book, call)),
    },
    {
      method: 'POST',
      url: '/payment_intents/:id',
      run: (call) => {
        const intent = getIntent(book, call);
        Object.assign(intent.metadata, call.parameters.metadata());
        intent.description = call.parameters.text('description') ?? intent.description;
        refusePaymentMethodTypes(call.parameters);
        call.parameters.refuseUnreadParameters();
        book.put(intent);
        return expanded(book, intent, call.expand);
      },
    },
    {
      method: 'POST',
      url: '/payment_intents/:id/confirm',
      publishable: true,
      run: (call) => {
        const intent = getIntent(book, call);
        const { parameters } = call;
        refusePaymentMethodTypes(parameters);
        const id = parameters.text('payment_method') ?? intent.payment_method;
        for (const name of ['return_url', 'use_stripe_sdk', 'expected_payment_method_type', 'off_session']) {
          parameters.text(name);
        }
        parameters.refuseUnreadParameters();
        if (!id) {
          const message =
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.";
          throw badRequest(message, 'payment_intent_unexpected_state');
        }
        confirm(deps, intent, getMethod(deps, id), call.cause);
        return answerIntent(book, call, intent);
      },
    },
    {
      method: 'POST',
      url: '/payment_intents/:id/cancel',
      run: (call) => {
        const intent = getIntent(book, call);
        const reason = pickOne(call.parameters, 'cancellation_reason', cancellationReasons);
        call.parameters.refuseUnreadParameters();
        cancel(deps, intent, reason, call.cause);
        return expanded(book, intent, call.expand);
      },
    },
    {
      method: 'POST',
      url: '/payment_methods',
      publishable: true,
      run: ({ parameters }) => {
        if (parameters.neededText('type') !== 'card') {
          throw badRequest('The sandbox supports only cards.', undefined, 'type');
        }
        const card = toCard(parameters.object('card') ?? {});
        const billing = parameters.object('billing_details') ?? {};
        parameters.refuseUnreadParameters();
        return createPaymentMethod(deps, card, billing);
      },
    },
  ];
}

function moneyBackEndpoints(deps: PaymentDeps): Endpoint[] {
  const { book } = deps;
  return [
    {
      method: 'POST',
      url: '/refunds',
      run: ({ parameters, expand, cause }) => {
        const intentId = parameters.text('payment_intent');
        const chargeId = parameters.text('charge') ?? chargeOfIntent(book, intentId);
        const input = {
          amount: parameters.whole('amount'),
          reason: pickOne(parameters, 'reason', refundReasons),
          metadata: parameters.metadata(),
        };
        parameters.refuseUnreadParameters();
        if (!chargeId) {
          const message =
            'One of the following params should be provided for this request: payment_intent or charge.';
          throw badRequest(message, 'parameter_missing');
        }
        return expanded(book, refund(deps, book.find('charge', chargeId), input, cause), expand);
      },
    },
    {
      method: 'POST',
      url: '/disputes/:id/close',
      run: ({ path, parameters, cause }) => {
        parameters.refuseUnreadParameters();
        const dispute = book.find('dispute', path.id ?? '', 'id');
        closeDispute(deps, dispute, 'lost', cause);
        return dispute;
      },
    },
  ];
}

function readEndpoints(book: Book): Endpoint[] {
  const readable = [
    { url: '/payment_intents', kind: 'payment_intent', filters: [], hasOwnGet: true },
    { url: '/payment_methods', kind: 'payment_method', filters: [], hasOwnGet: false },
    { url: '/charges', kind: 'charge', filters: ['payment_intent'], hasOwnGet: false },
    { url: '/refunds', kind: 'refund', filters: ['payment_intent', 'charge'], hasOwnGet: false },
    { url: '/disputes', kind: 'dispute', filters: ['payment_intent', 'charge'], hasOwnGet: false },
    {
      url: '/balance_transactions',
      kind: 'balance_transaction',
      filters: ['type', 'source', 'currency'],
      hasOwnGet: false,
    },
    { url: '/events', kind: 'event', filters: ['type'], hasOwnGet: false },
  ] as const;
  return readable.flatMap(({ url, kind, filters, hasOwnGet }) => {
    const list: Endpoint = {
      method: 'GET',
      url,
      run: ({ parameters, expand }) => toList(book, { kind, url: `/v1${url}`, filters }, parameters, expand),
    };
    const get: Endpoint = {
      method: 'GET',
      url: `${url}/:id`,
      run: ({ path, parameters, expand }) => {
        parameters.refuseUnreadParameters();
        return expanded(book, book.find(kind, path.id ?? '', 'id'), expand);
      },
    };
    return hasOwnGet ? [list] : [list, get];
  });
}

function readIntent(parameters: Parameters) {
  refusePaymentMethodTypes(parameters);
  const amount = parameters.whole('amount');
  const currency = parameters.neededText('currency').toLowerCase();
  const allowedTypes = parameters.strings('allowed_payment_method_types') ?? null;
  const automatic = parameters.object('automatic_payment_methods');
  if (amount === undefined)
    throw badRequest('Missing required param: amount.', 'parameter_missing', 'amount');
  if (!/^[a-z]{3}$/.test(currency)) throw badRequest(`Invalid currency: ${currency}.`, undefined, 'currency');
  if (amount < minCents) {
    throw badRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
  }
  if (amount > maxCents)
    throw badRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  if (allowedTypes && automatic) {
    const message =
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.';
    throw badRequest(message, undefined, 'allowed_payment_method_types');
  }
  const intent = newIntent({
    amount,
    currency,
    description: parameters.text('description') ?? null,
    metadata: parameters.metadata(),
    receiptEmail: parameters.text('receipt_email') ?? null,
    allowedTypes,
    automatic: allowedTypes ? null : getAutomatic(automatic),
  });
  const method = parameters.text('payment_method');
  const isConfirmed = parameters.text('confirm') === 'true';
  parameters.text('return_url');
  parameters.refuseUnreadParameters();
  if (isConfirmed && !method) {
    throw badRequest('You must provide a payment method to confirm.', 'parameter_missing', 'payment_method');
  }
  return { intent, method, isConfirmed };
}

function getAutomatic(given: { [name: string]: FormValue } = {}) {
  return {
    allow_redirects: given.allow_redirects === 'never' ? ('never' as const) : ('always' as const),
    enabled: (given.enabled ?? 'true') === 'true',
  };
}

function attach(deps: PaymentDeps, intent: PaymentIntent, id: string): void {
  intent.payment_method = getMethod(deps, id).id;
  intent.status = 'requires_confirmation';
  deps.book.put(intent);
}

/** Removed in 2026-09-30.endive (PaymentIntents of this version use `allowed_payment_method_types`). */
function refusePaymentMethodTypes(parameters: Parameters): void {
  if (parameters.strings('payment_method_types') === undefined) return;
  const message =
    'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` or `automatic_payment_methods` instead.';
  throw badRequest(message, 'payment_method_types_no_longer_supported', 'payment_method_types');
}

/** @throws StripeRefusal 404 for a browser without the right secret, so that it can't find out which intents exist */
function getIntent(book: Book, { path, parameters, isPublishable }: Call): PaymentIntent {
  const id = path.id ?? '';
  const secret = parameters.text('client_secret');
  const intent = book.find('payment_intent', id, 'intent');
  const isOpen = secret === intent.client_secret || (secret === undefined && !isPublishable);
  if (!isOpen) throw missing('payment_intent', id, 'intent');
  return intent;
}

function answerIntent(
  book: Book,
  { isPublishable, parameters, expand }: Call,
  intent: PaymentIntent,
): object {
  parameters.refuseUnreadParameters();
  if (!isPublishable) return expanded(book, intent, expand);
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !hiddenFromBrowser.includes(name)));
}

function chargeOfIntent(book: Book, intentId: string | undefined): string | undefined {
  if (intentId === undefined) return undefined;
  const { latest_charge, status } = book.find('payment_intent', intentId);
  if (status === 'succeeded' && latest_charge) return latest_charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw badRequest(message, 'payment_intent_unexpected_state', 'payment_intent');
}

function pickOne(parameters: Parameters, name: string, values: string[]): string | null {
  const value = parameters.text(name);
  if (value === undefined) return null;
  if (values.includes(value)) return value;
  throw badRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, undefined, name);
}

function toCard(fields: { [name: string]: FormValue }): CardInput {
  const text = (name: string) => String(fields[name] ?? '').trim();
  const year = Number(text('exp_year'));
  return {
    number: text('number').replace(/[\s-]/g, ''),
    expMonth: Number(text('exp_month')),
    expYear: year < 100 ? 2000 + year : year,
    cvc: text('cvc'),
  };
}
