import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import { waitOutside } from '../../platform/call-context.ts';
import {
  isPushAddress,
  lookUpPublic,
  PrivateAddressError,
  type Resolve,
  resolveByDns,
} from './push-address.ts';

/** A key pair of RFC 8292, in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** Encrypted for the browser alone (RFC 8291). */
  payload: string;
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number;
  /** Of two with one topic that wait at the push service the later replaces the earlier. */
  topic: string;
}

/**
 * `gone`: the subscription ended; `refused`: trying again is no use. `later`: it may work then, not before `retryAfterMs`
 * where the service says when.
 */
export type PushOutcome =
  | { is: 'sent' | 'gone' | 'refused'; status?: number }
  | { is: 'later'; status?: number; retryAfterMs?: number; reason?: string };

export type SendPush = (target: PushTarget, message: PushMessage, keys: PushKeys) => Promise<PushOutcome>;

export interface PushOptions {
  /** Whom a push service may write to (`mailto:`). */
  subject: string;
  /** Origin of the stand-in, where there is one. */
  sandboxOrigin?: string | undefined;
  resolve?: Resolve;
  timeoutMs?: number;
}

export function newPushKeys(): PushKeys {
  return webPush.generateVAPIDKeys();
}

class LateError extends Error {
  override name = 'LateError';
}

interface Reply {
  status: number;
  retryAfterMs?: number;
}

function toOutcome({ status, retryAfterMs }: Reply): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent', status };
  if (status === 404 || status === 410) return { is: 'gone', status };
  if (status === 429 || status >= 500) {
    return { is: 'later', status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  // Redirects too: nobody is sent elsewhere.
  return { is: 'refused', status };
}

function parseRetryAfter(value: string | undefined): Pick<Reply, 'retryAfterMs'> {
  const seconds = Number(value);
  return seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {};
}

/** Sends messages to push services (RFC 8030), to public addresses only (push-address.ts). */
export function createPushSender({
  subject,
  sandboxOrigin,
  resolve = resolveByDns,
  timeoutMs = 5_000,
}: PushOptions): SendPush {
  async function post(url: URL, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<Reply> {
    const { promise, resolve: answered, reject } = Promise.withResolvers<Reply>();
    const late = setTimeout(() => reject(new LateError()), timeoutMs);
    // No connection is kept: the next one might be to another address of the same name.
    const options = { method: 'POST', headers, agent: false } as const;
    const begin = async () =>
      url.protocol === 'https:'
        ? https.request(url, { ...options, lookup: await lookUpPublic(url.hostname, resolve) })
        : http.request(url, options);
    const beginning = begin();
    beginning.then((request) => {
      request.on('error', reject);
      request.on('response', (response) => {
        answered({ status: response.statusCode ?? 0, ...parseRetryAfter(response.headers['retry-after']) });
      });
      request.end(body);
    }, reject);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      // Of what it says nothing else is needed, and it may be of any length or never come.
      void beginning.then((request) => request.destroy()).catch(() => {});
    }
  }

  /** Undefined where the browser's keys are none. */
  function encrypt(
    { endpoint, p256dh, auth }: PushTarget,
    { payload, ttlSeconds, topic }: PushMessage,
    keys: PushKeys,
  ) {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        TTL: ttlSeconds,
        topic,
        urgency: 'normal',
        contentEncoding: 'aes128gcm',
        vapidDetails: { subject, ...keys },
      });
    } catch {
      return undefined;
    }
  }

  return async (target, message, keys) => {
    const { endpoint } = target;
    if (!isPushAddress(endpoint, sandboxOrigin)) return { is: 'gone' };
    const request = encrypt(target, message, keys);
    if (!request) return { is: 'gone' };
    try {
      return toOutcome(await waitOutside(() => post(new URL(endpoint), request.headers, request.body)));
    } catch (error) {
      if (error instanceof PrivateAddressError) return { is: 'gone' };
      return { is: 'later', reason: (error as NodeJS.ErrnoException).code ?? (error as Error).name };
    }
  };
}
