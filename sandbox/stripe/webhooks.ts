// SPDX-License-Identifier: Apache-2.0

import { createHmac } from 'node:crypto';
import type { DurableMap } from '../durable-map.ts';
import type { Site } from '../options.ts';
import type { StripeEvent } from './objects.ts';

/** Simulated delivery problems. */
export interface WebhookFaults {
  /** How often each event is sent. */
  copies: number;
  /** How long each copy waits first. */
  delaySeconds: number;
  /** Share of events that are never sent, 0 to 1. */
  drop: number;
  /** Delays each event by a random time up to a second, so that their order changes. */
  shuffle: boolean;
}

export const noWebhookFaults: WebhookFaults = { copies: 1, delaySeconds: 0, drop: 0, shuffle: false };

/** The deliveries of one event. */
export interface Sending {
  delivered: number;
  failed: number;
  /** Status of the last answer, or the error if there was none. */
  last: string;
}

interface Delivery {
  eventId: string;
  attempt: number;
  dueAt: number;
}

export interface Webhooks {
  webhookFaults(): WebhookFaults;
  setWebhookFaults(webhookFaults: WebhookFaults): void;
  deliver(event: StripeEvent): void;
  /** Sends the event as often as requested, without simulated problems. */
  resend(event: StripeEvent): void;
  sendingOf(eventId: string): Sending | undefined;
  close(): void;
}

/** The application's webhook path. */
export const webhookPath = '/api/v1/stripe/webhook';
const timeoutMs = 10_000;
const atOnce = 16;
const shuffleMs = 1_000;
/** Waits before the second, third... attempt. Stripe retries for days; here it is minutes, since demos are short. */
const retryAfterMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];

interface WebhookDeps {
  map: DurableMap;
  site: Site;
  secret: string;
}

/** Sends signed events to the application until it answers 2xx. Unsent events survive a restart. */
export function webhookSender({ map, site, secret }: WebhookDeps): Webhooks {
  const timers = new Set<NodeJS.Timeout>();
  const due: string[] = [];
  const closing = new AbortController();
  let inFlight = 0;

  const schedule = (name: string, dueAt: number): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        due.push(name);
        pump();
      },
      Math.max(0, dueAt - Date.now()),
    );
    timers.add(timer);
  };
  const pump = (): void => {
    while (inFlight < atOnce && !closing.signal.aborted) {
      const name = due.shift();
      if (name === undefined) return;
      inFlight += 1;
      send(name).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  };
  const send = async (name: string): Promise<void> => {
    const delivery = map.get(name) as Delivery;
    const event = map.get(`object:${delivery.eventId}`) as StripeEvent;
    const last = await post(event);
    if (closing.signal.aborted) return;
    const isDelivered = /^2\d\d$/.test(last);
    count(delivery.eventId, last, isDelivered);
    const wait = retryAfterMs[delivery.attempt - 1];
    if (isDelivered || wait === undefined) {
      map.delete(name);
      if (isDelivered) map.set(`object:${event.id}`, { ...event, pending_webhooks: 0 });
      else site.log.error(`sandbox: gave up sending ${event.type}: ${last}`);
      return;
    }
    const next = { ...delivery, attempt: delivery.attempt + 1, dueAt: Date.now() + wait };
    map.set(name, next);
    schedule(name, next.dueAt);
  };
  const post = async (event: StripeEvent): Promise<string> => {
    const body = JSON.stringify(event, null, 2);
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': getSignature(body, secret),
    };
    try {
      const answer = await fetch(site.appUrl() + webhookPath, { method: 'POST', headers, body, signal });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'no answer in 10 s' : 'not reachable';
    }
  };
  const count = (eventId: string, last: string, isDelivered: boolean): void => {
    const before = (map.get(`sending:${eventId}`) as Sending | undefined) ?? { delivered: 0, failed: 0 };
    const sending: Sending = {
      delivered: before.delivered + (isDelivered ? 1 : 0),
      failed: before.failed + (isDelivered ? 0 : 1),
      last,
    };
    map.set(`sending:${eventId}`, sending);
  };
  let serial = Date.now();
  const enqueue = (event: StripeEvent, dueAt: number): void => {
    const name = `delivery:${event.id}:${serial++}`;
    map.set(name, { eventId: event.id, attempt: 1, dueAt } satisfies Delivery);
    schedule(name, dueAt);
  };
  const webhookFaults = () => (map.get('setting:webhooks') as WebhookFaults | undefined) ?? noWebhookFaults;

  for (const [name, value] of map.entries()) {
    if (name.startsWith('delivery:')) schedule(name, (value as Delivery).dueAt);
  }
  return {
    webhookFaults,
    setWebhookFaults: (next) => map.set('setting:webhooks', next),
    deliver: (event) => {
      const { copies, delaySeconds, drop, shuffle } = webhookFaults();
      if (Math.random() < drop) {
        map.set(`sending:${event.id}`, { delivered: 0, failed: 0, last: 'dropped' } satisfies Sending);
        return;
      }
      for (let copy = 0; copy < copies; copy++) {
        const late = delaySeconds * 1000 + (shuffle ? Math.random() * shuffleMs : 0);
        enqueue(event, Date.now() + late);
      }
    },
    resend: (event) => enqueue(event, Date.now()),
    sendingOf: (eventId) => map.get(`sending:${eventId}`) as Sending | undefined,
    close: () => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** The `Stripe-Signature` of a body sent now. */
export function getSignature(
  body: string,
  secret: string,
  at: number = Math.floor(Date.now() / 1000),
): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
