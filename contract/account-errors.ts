// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about signing in, accounts, users and roles. */
export const accountErrors = {
  // Sign-in
  sign_in_refused: {
    status: 403,
    message: 'You cancelled the sign-in. No account was changed. Sign in again when you’re ready.',
  },
  sign_in_expired: {
    status: 400,
    message: 'This sign-in took too long or started in another window. Sign in again.',
  },
  sign_in_elsewhere: {
    status: 400,
    message:
      'This sign-in started in another browser or app, or over ten minutes ago. Open this site in one browser, such as Chrome or Safari, and sign in there.',
  },
  sign_in_code_used: { status: 400, message: 'This sign-in was already used. Sign in again.' },
  sign_in_email_missing: {
    status: 403,
    message: 'Your Google or Discord account has no e-mail address. Add one there, then sign in again.',
  },
  sign_in_provider_down: {
    status: 502,
    message: 'The sign-in service didn’t answer. Try again in a moment.',
  },
  sign_in_untrusted: {
    status: 502,
    message:
      'We couldn’t verify the sign-in service’s answer. Nothing was changed. Sign in the other way, or contact support.',
  },
  sign_in_too_many: {
    status: 429,
    message: 'Too many people are signing in from your network. Wait a minute, then try again.',
  },
  sign_in_failed: { status: 500, message: 'Sign-in didn’t work. Try again in a moment.' },
  sign_in_suspended: { status: 403, message: 'This account is suspended. Contact support.' },
  sign_in_join_other: {
    status: 409,
    message:
      'This sign-in doesn’t belong to the account with this e-mail address. Nothing was changed. Use the sign-in you used before, or start a separate account.',
  },
  sign_in_last: {
    status: 409,
    message: 'This is your only way to sign in. Nothing was changed. Add another one first.',
  },
  exchange_invalid: {
    status: 400,
    message: 'This sign-in link has expired or was already used. Please sign in again.',
  },
  discord_already_linked: {
    status: 409,
    message: 'Discord is already linked to your account. There’s nothing left to do.',
  },
  discord_token_invalid: {
    status: 400,
    message:
      'This token is wrong or has expired. Generate a new one on your profile page, then use /link again.',
  },
  discord_account_taken: {
    status: 409,
    message:
      'This Discord account is linked to another player. Nothing was changed. Use another Discord account, or contact support.',
  },

  account_leaving: {
    status: 409,
    message:
      'This account was deleted and will be erased soon. To keep it, sign in on the website and choose “Keep my account”.',
  },

  // Second factor
  second_factor_required: {
    status: 403,
    message: 'This needs your second factor. Nothing was changed. Confirm it, then try again.',
  },
  second_factor_wrong: { status: 422, message: 'This code is wrong or already used. Enter a new one.' },
  second_factor_locked: {
    status: 429,
    message: 'Too many wrong codes. Try again in {seconds} s.',
  },
  second_factor_exists: {
    status: 409,
    message: 'You already have an authenticator app. Nothing was changed. Remove it first.',
  },
  second_factor_missing: {
    status: 409,
    message: 'No such second factor is set up. Nothing was changed. Reload the page to see which are.',
  },
  passkey_refused: {
    status: 422,
    message: 'We couldn’t verify this passkey. Nothing was changed. Try again, or use another passkey.',
  },
  passkey_expired: {
    status: 409,
    message: 'This took too long, or was already used. Nothing was changed. Try again.',
  },
  passkey_exists: {
    status: 409,
    message: 'This passkey is already added. Nothing was changed. Use another device.',
  },
  passkey_limit: {
    status: 409,
    message: 'You can have {max} passkeys at most. Remove one first.',
  },
  sign_in_stale: {
    status: 403,
    message:
      'This needs a sign-in from the last {minutes} minutes. Nothing was changed. Sign out, sign in and try again.',
  },

  // Handles
  handle_taken: {
    status: 409,
    message: '“{handle}” is taken, or too similar to one that is. Nothing was changed. Choose another.',
  },
  handle_not_allowed: {
    status: 422,
    message:
      'This gamertag has words that may offend, or that only we may use. Nothing was changed. Choose another.',
  },
  handle_changed_recently: {
    status: 409,
    message: 'You can change your gamertag once in {days} days. Nothing was changed. Try again from {day}.',
  },

  // Deleting an account
  too_many_exports: {
    status: 409,
    message: 'You can export your data {max} times a day. Try again from {time}.',
  },
  export_expired: { status: 410, message: 'This export has expired. Ask for a new one.' },
  deletion_attempt_active: {
    status: 409,
    message: 'You have a challenge running. Nothing was deleted. Delete your account after its result.',
  },
  deletion_delivery_pending: {
    status: 409,
    message:
      'We still owe you the code of “{title}”. Nothing was deleted. Delete your account once you have it.',
  },
  deletion_payment_open: {
    status: 409,
    message:
      'Your card payment of {price} is still open. Nothing was deleted. If you gave it up, it ends by {time}: delete your account then.',
  },
  last_super_admin: {
    status: 409,
    message: 'This is the last SUPER_ADMIN. Nothing was changed. Make someone else one first.',
  },

  // Users and roles, for administrators
  user_outranks_you: {
    status: 403,
    message:
      'This user has permissions that you don’t. Nothing was changed. Ask someone with more permissions.',
  },
  conflict_of_interest: {
    status: 403,
    message:
      'This concerns your own coins, gift cards or referral. Nothing was changed. Ask another administrator to do it.',
  },
  own_account: {
    status: 409,
    message: 'You can’t do this to your own account. Nothing was changed. Ask another administrator.',
  },
  own_coins: {
    status: 409,
    message: 'You can’t adjust your own coins. Nothing was changed. Ask another administrator.',
  },
  own_role: {
    status: 409,
    message: 'You can’t change your own role. Nothing was changed. Ask another administrator.',
  },
  coins_changed: {
    status: 409,
    message: 'The balance is now {balance} GC. Nothing was changed. Check it, then save again.',
  },
  coins_below_zero: {
    status: 422,
    message: 'You can’t set a balance below zero. Nothing was changed. Enter 0 or more.',
  },
  user_not_deletable: {
    status: 409,
    message: 'We can’t delete this user yet: {why}. Nothing was deleted. Try again once that has changed.',
  },
  role_unknown: {
    status: 422,
    message: 'We found no role with this name. Nothing was changed. Choose one from the list.',
  },
  role_exists: {
    status: 409,
    message: 'A role with this name already exists. Nothing was changed. Choose another name.',
  },
  role_built_in: {
    status: 409,
    message: 'You can’t change built-in roles. Nothing was changed. Create a role of your own.',
  },
  role_in_use: {
    status: 409,
    message: 'Users with this role: {users}. Nothing was deleted. Give them another role first.',
  },
  role_beyond_yours: {
    status: 403,
    message:
      'This role has permissions that you don’t. Nothing was changed. Ask someone with more permissions.',
  },
} as const;
