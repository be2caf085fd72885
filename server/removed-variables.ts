// SPDX-License-Identifier: Apache-2.0

/**
 * Settings of former releases, each with its replacement. An installation may still have them in its `.env`; ignored
 * silently, some would cost money, mail or data.
 */
export const removedVariables: Readonly<Record<string, string>> = {
  ADMIN_IDLE_MINUTES: 'idle sessions of administrators end after 30 minutes',
  APPROVAL_DELAY_HOURS: 'a change without a second approver takes effect after 24 hours',
  APPROVAL_EXPIRY_HOURS: 'a change waits 72 hours for approval',
  APPROVAL_OFFICE_DAYS: 'administrators may approve after 7 days in office',
  ARCHIVE_AFTER_MONTHS: 'nothing is archived; RETENTION_MONTHS deletes old rows permanently',
  ARCHIVE_TRANSFERS: 'transfers stay in the database',
  BACKUP_EVERY_HOURS: 'the server takes a full backup every 24 hours',
  COIN_ADJUSTMENT_WARNING_GC: 'adjustments of more than 10,000 GC need a confirmation',
  DATABASE_REPLICA_MAX_LAG_SECONDS: 'the server reads everything from the primary',
  DATABASE_REPLICA_URL:
    'the server reads everything from the primary; name several servers in DATABASE_URL for a failover',
  DATA_EXPORTS_PER_DAY: 'a player can request 3 exports in 24 hours',
  DATA_EXPORT_DAYS: 'a player can download an export for 7 days',
  DISCORD_SERVER_URL: 'add the link to your Discord server to SOCIAL_LINKS',
  DISPUTE_PROMISE_HOURS: 'the promise is to decide disputes within 72 hours',
  DISPUTE_WITHIN_DAYS: 'players can dispute a result for 14 days',
  GAME_STATS_KEYS: 'GAME_STATS_API_KEY takes key:rate,key:rate',
  GAME_STATS_REQUESTS_PER_SECOND: '3 requests a second, or the rate in GAME_STATS_API_KEY=key:rate',
  JOB_CONCURRENCY:
    'a process runs 10 jobs at a time, plus one for each request a second of GAME_STATS_API_KEY',
  MAIL: 'SMTP_URL sends mail, and SMTP_URL=off turns it off',
  MAX_CALL_WAIT_MS: 'a call waits 500 ms for its turn',
  OTEL_TRACES_SAMPLER_ARG: 'the server sends every trace; sample them in the collector',
  PAYMENT_FIRST_CHECK_SECONDS:
    'the server asks Stripe about an open payment after 120 seconds (5 in a sandbox)',
  SEAL_WITNESS_EMAIL: 'witnesses get no mail; set SEAL_WITNESS_FILE to a file on their disk',
  SEAL_WITNESS_URL: 'witnesses get no webhook; set SEAL_WITNESS_FILE to a file on their disk',
  SECOND_FACTOR_FRESH_MINUTES: 'administrators confirm their second factor again after 10 minutes',
  WEB_PROCESSES: 'one start is one process; start several behind a proxy, each at its own PORT',
  XP_FINISHED: 'a finished attempt earns 20 XP',
  XP_PER_10_CENTS: '10 cents of coins earn 1 XP',
  XP_SUCCESS: 'a success earns 100 XP more',
};

/** A login shell sets MAIL to the path of a mailbox (POSIX), which is not our setting. */
const isMailbox = (name: string, value: string) => name === 'MAIL' && value.startsWith('/');

/** One line for each removed setting that is still set. */
export function warnOfRemoved(given: Readonly<Record<string, string>>): string[] {
  return Object.entries(given)
    .filter(([name, value]) => Object.hasOwn(removedVariables, name) && !isMailbox(name, value))
    .map(([name]) => `${name} is no longer a setting: ${removedVariables[name]}`);
}
