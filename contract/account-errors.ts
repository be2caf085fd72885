// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about signing in, accounts, users and roles. */
export const accountErrors = {
  epic_account_unprovable: {
    status: 409,
    message:
      'There is nothing to prove yet: no Epic account is bound, or its id is not known before its first match. Nothing was changed.',
  },
  // Sign-in
  sign_in_refused: { status: 403, message: 'Sign-in was cancelled. No account was changed.' },
  sign_in_expired: {
    status: 400,
    message: 'This sign-in took too long or was started elsewhere. Please try again.',
  },
  sign_in_elsewhere: {
    status: 400,
    message:
      'This sign-in began in another browser or app, or more than ten minutes ago. Open this site in one browser, such as Chrome or Safari, and sign in there.',
  },
  sign_in_code_used: { status: 400, message: 'This sign-in was already used. Please sign in again.' },
  sign_in_email_missing: {
    status: 403,
    message: 'Your account there has no e-mail address. Add one there, then sign in again.',
  },
  sign_in_provider_down: {
    status: 502,
    message: 'The sign-in service did not answer properly. Please try again in a moment.',
  },
  sign_in_untrusted: {
    status: 502,
    message:
      'We couldn’t trust the answer of the sign-in service. Nothing was changed. Use the other way to sign in, or contact support.',
  },
  sign_in_too_many: {
    status: 429,
    message: 'Too many sign-ins were started from your network. Please wait a minute and try again.',
  },
  sign_in_failed: { status: 500, message: 'Sign-in did not work. Please try again in a moment.' },
  sign_in_suspended: { status: 403, message: 'This account is suspended. Please contact support.' },
  sign_in_join_other: {
    status: 409,
    message:
      'That sign-in doesn’t belong to the account with this e-mail address. Nothing was changed. Choose the one that you used before, or start a separate account.',
  },
  sign_in_last: {
    status: 409,
    message: 'This is the only way to sign in to your account. Nothing was changed.',
  },
  exchange_invalid: {
    status: 400,
    message: 'This sign-in link has expired or was already used. Please sign in again.',
  },
  discord_already_linked: { status: 409, message: 'Discord is already linked to your account.' },
  discord_token_invalid: {
    status: 400,
    message:
      'This token is not valid (any more). Generate a new one on your profile page, then use /link again.',
  },
  discord_account_taken: {
    status: 409,
    message: 'This Discord account is already linked to another player. Nothing was changed.',
  },

  account_leaving: {
    status: 409,
    message: 'This account was deleted and is going to be erased. Until then it can be kept.',
  },

  // Second factor
  second_factor_required: {
    status: 403,
    message: 'Your second factor is needed for this. Nothing was changed.',
  },
  second_factor_wrong: { status: 422, message: 'This code is wrong, or was used before.' },
  second_factor_locked: {
    status: 429,
    message: 'Too many wrong codes. Codes are taken again in {seconds} s.',
  },
  second_factor_exists: {
    status: 409,
    message: 'An authenticator app is set up already. Remove it first. Nothing was changed.',
  },
  second_factor_missing: { status: 409, message: 'No such second factor is set up. Nothing was changed.' },
  passkey_refused: { status: 422, message: 'This passkey was not accepted. Nothing was changed.' },
  passkey_expired: {
    status: 409,
    message: 'This took too long, or was answered before. Try again. Nothing was changed.',
  },
  passkey_exists: { status: 409, message: 'This passkey is in use already. Nothing was changed.' },
  passkey_limit: {
    status: 409,
    message: 'There are {max} passkeys already, and more cannot be kept. Remove one first.',
  },
  sign_in_stale: {
    status: 403,
    message:
      'This takes a sign-in of the last {minutes} minutes. Sign out, sign in and try again. Nothing was changed.',
  },

  // Handles
  handle_taken: {
    status: 409,
    message: '“{handle}” is taken, or looks too much like one that is. Nothing was changed.',
  },
  handle_not_allowed: {
    status: 422,
    message:
      'This gamertag has words that others may take offence at, or that only we may use. Nothing was changed.',
  },
  handle_changed_recently: {
    status: 409,
    message: 'A gamertag can be changed once in {days} days, yours from {day} on. Nothing was changed.',
  },

  // Deleting an account
  too_many_exports: {
    status: 409,
    message: 'Your data can be exported {max} times a day, the next time from {time} UTC on.',
  },
  export_expired: { status: 410, message: 'This file is not kept any more. You can ask for a new one.' },
  deletion_attempt_active: {
    status: 409,
    message: 'You have a challenge running. Delete your account once it is decided. Nothing was deleted.',
  },
  deletion_delivery_pending: {
    status: 409,
    message:
      '“{title}”, which you bought, is still on its way. Delete your account once you have its code. Nothing was deleted.',
  },
  deletion_payment_open: {
    status: 409,
    message:
      'Your card payment of {price} is not decided yet. If you gave it up, it ends by itself by {time} UTC: delete your account then. Nothing was deleted.',
  },
  last_super_admin: {
    status: 409,
    message: 'The last SUPER_ADMIN cannot go. Make somebody else one first. Nothing was changed.',
  },

  // Users and roles, for administrators
  user_outranks_you: {
    status: 403,
    message: 'This user may do things that you may not. Nothing was changed.',
  },
  epic_account_in_play: {
    status: 409,
    message:
      'A challenge of {name} is running. Change the Epic account once it is decided. Nothing was changed.',
  },
  epic_account_of_other: {
    status: 409,
    message: 'The Epic account "{epicId}" is bound to {name}. Nothing was changed.',
  },
  conflict_of_interest: {
    status: 403,
    message:
      'This is about your own coins, gift cards or referral: somebody else has to do it. Nothing was changed.',
  },
  own_account: { status: 409, message: 'This is your own account. Nothing was changed.' },
  own_coins: { status: 409, message: 'Nobody adjusts their own coins. Nothing was changed.' },
  own_role: { status: 409, message: 'Nobody changes their own role. Nothing was changed.' },
  coins_changed: {
    status: 409,
    message: 'The balance is {balance} GC by now. Nothing was changed; please check and save again.',
  },
  coins_below_zero: {
    status: 422,
    message: 'A balance cannot be set below zero. Nothing was changed.',
  },
  user_not_deletable: {
    status: 409,
    message: 'This user cannot be deleted yet: {why}. Nothing was deleted.',
  },
  role_unknown: { status: 422, message: 'There is no role of that name. Nothing was changed.' },
  role_exists: { status: 409, message: 'There is a role of that name already. Nothing was changed.' },
  role_built_in: { status: 409, message: 'Built-in roles stay as they are. Nothing was changed.' },
  role_in_use: {
    status: 409,
    message: 'Users have this role: {users}. Give them another one first. Nothing was deleted.',
  },
  role_beyond_yours: {
    status: 403,
    message: 'This role may do things that you may not. Nothing was changed.',
  },
} as const;
