// SPDX-License-Identifier: Apache-2.0

import { waitOutside } from '../../platform/call-context.ts';
import { postPublic, type Reply } from '../../platform/post-public.ts';
import { isPublicWebAddress, PrivateAddressError, type Resolve } from '../../platform/public-address.ts';

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
  /** Encrypted so that only the browser can read it (RFC 8291). */
  payload: string;
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number;
  /** If two messages with one topic wait at the push service, the later replaces the earlier. */
  topic: string;
}

/**
 * `gone`: the subscription has ended; `refused`: a retry is useless; `later`: a retry may work, not before
 * `retryAfterMs` if the service specifies that.
 */
export type PushOutcome =
  | { is: 'sent' | 'gone' | 'refused'; status?: number }
  | { is: 'later'; status?: number; retryAfterMs?: number; reason?: string };

export type SendPush = (target: PushTarget, message: PushMessage, keys: PushKeys) => Promise<PushOutcome>;

export interface PushOptions {
  /** The contact for push services (`mailto:`). */
  subject: string;
  /** Origin of the stand-in, if one runs. */
  sandboxOrigin?: string | undefined;
  resolve?: Resolve;
  timeoutMs?: number;
}

/** Loaded on demand: most processes send nothing, and would keep it in memory. */
const load = async () => (await import('web-push')).default;

export async function newPushKeys(): Promise<PushKeys> {
  const webPush = await load();
  return webPush.generateVAPIDKeys();
}

function toOutcome({ status, retryAfterMs }: Reply): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent', status };
  if (status === 404 || status === 410) return { is: 'gone', status };
  if (status === 429 || status >= 500) {
    return { is: 'later', status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  // Includes redirects, which are not followed.
  return { is: 'refused', status };
}

/** Sends messages to push services (RFC 8030), to public addresses only (post-public.ts). */
export function createPushSender({ subject, sandboxOrigin, ...connection }: PushOptions): SendPush {
  /** Undefined if the browser's keys are invalid. */
  async function encrypt(
    { endpoint, p256dh, auth }: PushTarget,
    { payload, ttlSeconds, topic }: PushMessage,
    keys: PushKeys,
  ) {
    const webPush = await load();
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
    if (!isPublicWebAddress(endpoint, sandboxOrigin)) return { is: 'gone' };
    const request = await encrypt(target, message, keys);
    if (!request) return { is: 'gone' };
    try {
      return toOutcome(await waitOutside(() => postPublic(new URL(endpoint), request, connection)));
    } catch (error) {
      if (error instanceof PrivateAddressError) return { is: 'gone' };
      return { is: 'later', reason: (error as NodeJS.ErrnoException).code ?? (error as Error).name };
    }
  };
}
