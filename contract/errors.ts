// SPDX-License-Identifier: Apache-2.0

import { accountErrors } from './account-errors.ts';
import { approvalErrors } from './approval-errors.ts';
import { codeErrors } from './code-errors.ts';
import { friendErrors } from './friend-errors.ts';
import { giveawayErrors } from './giveaway-errors.ts';
import { paymentErrors } from './payment-errors.ts';
import { playErrors } from './play-errors.ts';
import { webhookErrors } from './webhook-errors.ts';

/**
 * The closed list of refusals, including the one response that is neither yes nor no (202). Each has its HTTP status and
 * the message that a person reads; `{name}` parts are filled from the refusal's data. The product specification's wording
 * is used where it has one.
 */
export const errors = {
  // Calls in general
  invalid_request: { status: 400, message: '{faults}' },
  malformed_request: { status: 400, message: 'The request could not be read.' },
  malformed_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key header takes 8 to 128 letters, digits and the signs _ . : and -',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for another request. Nothing was changed.',
  },
  maintenance: {
    status: 503,
    message:
      'We are working on the site: {reason}. Planned until {time} UTC. Nothing was charged; please try again then.',
  },
  not_signed_in: { status: 401, message: 'Authentication token not found.' },
  session_ended: { status: 401, message: 'Your session has ended. Please sign in again.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  not_found: { status: 404, message: 'This does not exist.' },
  changed_meanwhile: {
    status: 409,
    message: 'Somebody else has changed this meanwhile: {fields}. Nothing was saved.',
  },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  too_large: { status: 413, message: 'That is too large to accept.' },
  range_not_satisfiable: { status: 416, message: 'The file is shorter than that.' },
  unsupported_media_type: {
    status: 415,
    message: 'Bodies must be JSON; those of forms with a file, multipart/form-data.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait {seconds} s and try again.' },
  unavailable: { status: 503, message: 'The service is busy. Nothing was lost; please try again shortly.' },
  internal: { status: 500, message: 'Something went wrong' },

  ...approvalErrors,
  ...codeErrors,
  ...webhookErrors,

  // Notifications
  push_address_refused: {
    status: 422,
    message: 'This is not the address of a push service. Nothing is sent to this device.',
  },
  push_address_taken: {
    status: 409,
    message: 'This address belongs to another device. Nothing was changed.',
  },
  too_many_push_devices: {
    status: 409,
    message: 'Messages go to {max} devices at most. Remove one first.',
  },
  mail_needs_verified_email: {
    status: 409,
    message: 'Mails need a verified e-mail address. Verify yours where you sign in, then sign in again.',
  },

  // Saved views
  view_exists: { status: 409, message: 'You have a view of that name here already. Nothing was saved.' },
  view_unfit: {
    status: 422,
    message: 'This says something that the list does not know. Nothing was saved.',
  },
  too_many_views: {
    status: 409,
    message: 'You have {max} views, as many as one may keep. Delete one first.',
  },

  // Coins
  insufficient_coins: {
    status: 402,
    message: 'You need {needed} GC and have {balance}. No coins were taken.',
  },

  // Shop
  cart_empty: { status: 400, message: 'Your cart is empty' },
  cart_changed: {
    status: 409,
    message: 'Your cart has changed: {what}. Nothing was bought and no coins were taken.',
  },
  gift_card_unavailable: { status: 409, message: 'Nothing was bought: {what}. No coins were taken.' },
  card_available: { status: 409, message: 'This gift card can be bought now: there is nothing to wait for.' },
  too_many_alerts: {
    status: 409,
    message: 'You can wait for {max} gift cards at a time. Take one back first.',
  },
  coins_frozen: {
    status: 409,
    message:
      '{frozen} GC of your balance came from events and giveaways. They pay for challenges, not for gift cards. No coins were taken.',
  },
  coins_on_hold: {
    status: 409,
    message:
      'You bought {frozen} GC of your balance by card. You can spend all of them on gift cards from {time} UTC. No coins were taken.',
  },
  no_picture: { status: 400, message: 'Please select an image' },
  picture_type: {
    status: 422,
    message:
      'This is a picture of the type {type}, which cannot be used here. Choose a PNG, JPEG, WebP or AVIF.',
  },
  picture_unreadable: {
    status: 422,
    message:
      'This picture cannot be read. Choose a still PNG, JPEG, WebP or AVIF of at most 40 million pixels.',
  },
  storage_full: {
    status: 507,
    message:
      'The server has no room left for this picture. Nothing was saved; please tell the people who run it.',
  },
  purchase_refunded: { status: 409, message: 'This purchase was refunded. Nothing was changed.' },
  purchase_not_refundable: {
    status: 409,
    message: 'This purchase cannot be refunded: {why}. Nothing was changed.',
  },

  ...paymentErrors,
  ...accountErrors,
  ...playErrors,

  price_by_you: {
    status: 403,
    message:
      'You set the price of {what} within the last {days} days, so you cannot buy it yet. Others can. No coins were taken and nothing was paid.',
  },

  // Challenges
  challenge_inactive: {
    status: 409,
    message: 'This challenge is not open at the moment. No coins were taken.',
  },
  challenge_by_you: {
    status: 403,
    message:
      'You created, changed or approved this challenge, so you cannot win it. Choose another one. No coins were taken.',
  },
  variant_not_found: { status: 404, message: 'Please select a challenge variant' },
  entry_fee_changed: {
    status: 409,
    message: 'The entry fee has changed to {fee} GC. No coins were taken; enter again if you agree.',
  },
  attempt_active: {
    status: 409,
    message: 'You already have a challenge running. Finish it before you enter another. No coins were taken.',
  },
  epic_account_active: {
    status: 409,
    message: 'A challenge is already running for this Epic account. No coins were taken.',
  },
  epic_id_unknown: {
    status: 422,
    message:
      'No Epic account is called "{epicId}". Check the spelling in your Epic account settings. No coins were taken.',
  },
  stats_private: {
    status: 422,
    message:
      'The stats of "{epicId}" are not public. In the game open Settings > Account and Privacy, show your stats on the career leaderboard, then try again. No coins were taken.',
  },
  epic_account_taken: {
    status: 409,
    message:
      'This Epic account belongs to another player. If it is yours, contact support. No coins were taken.',
  },
  epic_account_differs: {
    status: 409,
    message:
      'Your account is bound to the Epic account "{bound}". Enter with it, or contact support to change it. No coins were taken.',
  },
  stats_unavailable: {
    status: 503,
    message:
      'The game statistics cannot be read at the moment. No coins were taken; please try again in a few minutes.',
  },
  readings_busy: {
    status: 503,
    message:
      'So many challenges are running that results would be read too slowly. No coins were taken; please try again in a few minutes.',
  },
  practice_not_offered: {
    status: 409,
    message: 'Practice is offered once, and only before your first challenge. Nothing was started.',
  },
  practice_not_shared: { status: 409, message: 'A practice result cannot be shared. Nothing was changed.' },
  attempt_undecided: {
    status: 409,
    message: 'This attempt is still running. Its receipt can be shared once the result is there.',
  },
  attempt_decided: { status: 409, message: 'This challenge is decided already. Nothing is left to read.' },
  readings_asked_too_often: {
    status: 409,
    message: 'You have asked {max} times for this challenge. Readings go on by themselves.',
  },
  only_wins_listed: { status: 409, message: 'The front page shows wins only. Nothing was changed.' },
  result_not_disputable: {
    status: 409,
    message: 'This result cannot be disputed: {why}. Nothing was changed.',
  },
  dispute_too_late: {
    status: 409,
    message: 'Results can be disputed for {days} days. Write to support instead; nothing was sent.',
  },
  already_disputed: { status: 409, message: 'This result is disputed already. Nothing was sent again.' },
  anomaly_not_open: {
    status: 409,
    message: 'Nothing about this player waits to be looked at (any more). Nothing was changed.',
  },
  dispute_decided: { status: 409, message: 'This dispute is decided already. Nothing was changed.' },
  attempt_not_voidable: { status: 409, message: 'This attempt is already voided or cancelled.' },

  // Events
  event_invalid: { status: 400, message: '{fault}' },
  event_completed: { status: 409, message: 'This event is completed and cannot be changed any more.' },
  event_already_sent: {
    status: 409,
    message: 'The rewards of this event were already sent. Nothing was paid again.',
  },
  event_sending: {
    status: 409,
    message: 'The rewards of this event are already being sent. It stays as it is until that is done.',
  },
  event_payout_grew: {
    status: 409,
    message: 'It would pay {now} GC by now, and {total} GC were asked for. Nothing was paid.',
  },
  event_sends_itself: {
    status: 409,
    message: 'This event pays by itself; there is nothing to send. Nothing was paid.',
  },
  event_running: {
    status: 409,
    message: 'This event is still running: the places are paid after its end. Nothing was paid.',
  },

  ...friendErrors,

  // Referrals
  referral_decided: { status: 409, message: 'This referral does not wait for a decision (any more).' },

  ...giveawayErrors,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

function toText(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value ?? '');
}

/** The message a person reads: the code's text with its `{name}` parts filled from `data`, numbers grouped. */
export function errorMessage(code: ErrorCode, data: Record<string, unknown> = {}): string {
  return errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => toText(data[name]));
}
