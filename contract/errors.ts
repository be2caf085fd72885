// SPDX-License-Identifier: Apache-2.0

import { accountErrors } from './account-errors.ts';
import { formatAmount } from './amounts.ts';
import { approvalErrors } from './approval-errors.ts';
import { challengeErrors } from './challenge-errors.ts';
import { codeErrors } from './code-errors.ts';
import { friendErrors } from './friend-errors.ts';
import { gameErrors } from './games/errors.ts';
import { giveawayErrors } from './giveaway-errors.ts';
import { paymentErrors } from './payment-errors.ts';
import { playErrors } from './play-errors.ts';
import { webhookErrors } from './webhook-errors.ts';

/**
 * The closed list of refusals, including the one response that is neither success nor failure (202). Each has its HTTP
 * status and a message for people; the refusal's data fills the `{name}` parts. Uses the product specification's
 * wording where it has one.
 */
export const errors = {
  // Calls in general
  invalid_request: { status: 400, message: '{faults}' },
  malformed_request: {
    status: 400,
    message: 'We couldn’t read this request. Send valid JSON and percent-encoded addresses.',
  },
  malformed_idempotency_key: {
    status: 400,
    message:
      'The Idempotency-Key header must have 8 to 128 letters, digits or the signs _ . : and -. Send another key.',
  },
  idempotency_key_reused: {
    status: 422,
    message:
      'This Idempotency-Key was already used for a different request. Nothing was changed. Use a new key for a new request.',
  },
  maintenance: {
    status: 503,
    message: 'We’re working on the site: {reason}. Nothing was charged. Try again after {time}.',
  },
  not_signed_in: { status: 401, message: 'Authentication token not found.' },
  session_ended: { status: 401, message: 'Your session has ended. Sign in again.' },
  forbidden: {
    status: 403,
    message: 'You don’t have permission to do this. Ask an administrator for access.',
  },
  not_found: {
    status: 404,
    message: 'We couldn’t find this. It may have been removed: check the address, or reload the page.',
  },
  changed_meanwhile: {
    status: 409,
    message:
      'Someone else changed this meanwhile: {fields}. Nothing was saved. Check their changes, then save again.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address doesn’t support that method. See the Allow header.',
  },
  too_large: { status: 413, message: 'This is too large. Send less, or a smaller file.' },
  range_not_satisfiable: {
    status: 416,
    message: 'The requested range is beyond the end of the file. Ask for an earlier one.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as application/json, or as multipart/form-data where the form has a file.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Try again in {seconds} s.' },
  unavailable: { status: 503, message: 'The service is busy. Nothing was lost. Try again shortly.' },
  internal: { status: 500, message: 'Something went wrong' },

  ...approvalErrors,
  ...codeErrors,
  ...webhookErrors,

  // Notifications
  push_address_refused: {
    status: 422,
    message:
      'This isn’t the address of a known push service, so this device gets no notifications. Try another browser.',
  },
  push_address_taken: {
    status: 409,
    message:
      'This push address belongs to another device. Nothing was changed. Turn notifications off and on again in this browser.',
  },
  too_many_push_devices: {
    status: 409,
    message: 'You can have notifications on {max} devices at most. Remove one first.',
  },
  mail_needs_verified_email: {
    status: 409,
    message: 'We only mail verified addresses. Verify yours at Google or Discord, then sign in again.',
  },

  // Saved views
  view_exists: {
    status: 409,
    message: 'You already have a view with this name. Nothing was saved. Choose another name.',
  },
  view_unfit: {
    status: 422,
    message:
      'This view has an option that the list doesn’t have. Nothing was saved. Set the list again, then save it.',
  },
  too_many_views: {
    status: 409,
    message: 'You can keep {max} views at most. Delete one first.',
  },

  // Coins
  insufficient_coins: {
    status: 402,
    message:
      'You need {needed} GC and have {balance}. No coins were taken. Get more coins, or choose something cheaper.',
  },

  // Shop
  cart_empty: { status: 400, message: 'Your cart is empty' },
  cart_changed: {
    status: 409,
    message:
      'Your cart has changed: {what}. Nothing was bought and no coins were taken. Check it, then buy again.',
  },
  gift_card_unavailable: {
    status: 409,
    message: 'Nothing was bought: {what}. No coins were taken. Choose another card.',
  },
  card_available: { status: 409, message: 'This gift card is in stock. You can buy it now.' },
  too_many_alerts: {
    status: 409,
    message: 'You can wait for {max} gift cards at a time. Turn off another alert first.',
  },
  coins_frozen: {
    status: 409,
    message:
      '{frozen} GC of your balance came from events and giveaways. You can spend them on challenges, not on gift cards. No coins were taken.',
  },
  coins_on_hold: {
    status: 409,
    message:
      'You bought {frozen} GC of your balance by card. You can spend all of them on gift cards from {time}. No coins were taken.',
  },
  no_picture: { status: 400, message: 'Please select an image' },
  picture_type: {
    status: 422,
    message: 'We can’t use pictures of the type {type}. Choose a PNG, JPEG, WebP or AVIF.',
  },
  picture_unreadable: {
    status: 422,
    message:
      'We couldn’t read this picture. Choose a still PNG, JPEG, WebP or AVIF with at most 40 million pixels.',
  },
  storage_full: {
    status: 507,
    message:
      'The server has no space left for this picture. Nothing was saved. Ask its operator to free some space.',
  },
  purchase_refunded: {
    status: 409,
    message: 'This purchase was already refunded. Nothing was changed. Reload the page to see it.',
  },
  purchase_not_refundable: {
    status: 409,
    message: 'We can’t refund this purchase: {why}. Nothing was changed. Reload the list to see its state.',
  },

  ...paymentErrors,
  ...accountErrors,
  ...playErrors,
  ...gameErrors,

  price_by_you: {
    status: 403,
    message:
      'You set the price of {what} in the last {days} days, so you can’t buy it yet. You paid nothing. Choose something else, or wait.',
  },

  ...challengeErrors,

  // Events
  event_invalid: { status: 400, message: '{fault}' },
  event_completed: {
    status: 409,
    message: 'This event is complete, so you can’t change it. Create a new one instead.',
  },
  event_already_sent: {
    status: 409,
    message: 'The rewards of this event were already sent. Nothing was paid again. Reload the list.',
  },
  event_sending: {
    status: 409,
    message: 'These rewards are already being sent. Nothing was changed. Try again when that’s done.',
  },
  event_payout_grew: {
    status: 409,
    message:
      'This would now pay {now} GC, but you asked for {total} GC. Nothing was paid. Preview the payouts, then send again.',
  },
  event_sends_itself: {
    status: 409,
    message: 'This event pays automatically. Nothing was paid now, and you needn’t send anything.',
  },
  event_running: {
    status: 409,
    message: 'This event is still running. Nothing was paid. Send the rewards after it ends.',
  },

  ...friendErrors,

  // Referrals
  referral_decided: {
    status: 409,
    message: 'This referral no longer needs a decision. Nothing was changed. Reload the list.',
  },

  ...giveawayErrors,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

function toText(value: unknown): string {
  return typeof value === 'number' ? formatAmount(value) : String(value ?? '');
}

/** The message for people: the code's text with `{name}` parts filled from `data`, numbers grouped. */
export function errorMessage(code: ErrorCode, data: Record<string, unknown> = {}): string {
  return errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => toText(data[name]));
}
