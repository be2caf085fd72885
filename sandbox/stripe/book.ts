// SPDX-License-Identifier: Apache-2.0

import type Stripe from 'stripe';
import type { DurableMap } from '../durable-map.ts';
import { missing } from './errors.ts';
import {
  apiVersion,
  type BalanceTransaction,
  type Charge,
  type Dispute,
  newId,
  type PaymentIntent,
  type PaymentMethod,
  type Refund,
  type StripeEvent,
  type StripeObject,
  seconds,
} from './objects.ts';

interface Kinds {
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  balance_transaction: BalanceTransaction;
  event: StripeEvent;
}
export type Kind = keyof Kinds;

/** The request that caused an event; nulls for actions on the sandbox's own pages. */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}
export const byHand: Cause = { id: null, idempotency_key: null };

/** All objects by id. Change them in place, then call `put`. */
export interface Book {
  /** @throws StripeRefusal 404 */
  find<Name extends Kind>(kind: Name, id: string, param?: string): Kinds[Name];
  any(id: string): StripeObject | undefined;
  /** Newest first. */
  list<Name extends Kind>(kind: Name): Kinds[Name][];
  put(...objects: StripeObject[]): void;
  /** Stores an event with a copy of the object, and passes it to the webhook sender. */
  tell(type: Stripe.EventBase['type'], object: StripeObject, cause: Cause, previous?: object): void;
}

export function openBook(map: DurableMap, deliver: (event: StripeEvent) => void): Book {
  const any = (id: string) => map.get(`object:${id}`) as StripeObject | undefined;
  const put = (...objects: StripeObject[]) => {
    for (const object of objects) map.set(`object:${object.id}`, object);
  };
  return {
    any,
    put,
    find: <Name extends Kind>(kind: Name, id: string, param?: string) => {
      const object = any(id);
      if (object?.object !== kind) throw missing(kind, id, param ?? kind);
      return object as Kinds[Name];
    },
    list: <Name extends Kind>(kind: Name) =>
      map
        .entries()
        .filter(([key, value]) => key.startsWith('object:') && (value as StripeObject).object === kind)
        .map(([, value]) => value as Kinds[Name])
        .reverse(),
    tell: (type, object, cause, previous) => {
      const event: StripeEvent = {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: seconds(),
        data: structuredClone({ object, ...(previous && { previous_attributes: previous }) }),
        livemode: false,
        pending_webhooks: 1,
        request: { ...cause },
        type,
      } satisfies Stripe.EventBase;
      put(event);
      deliver(event);
    },
  };
}
