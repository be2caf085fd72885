// SPDX-License-Identifier: Apache-2.0

/**
 * Settings of former releases, each with its replacement. An installation may still have them in its `.env`; ignored
 * silently, some would cost money, mail or data.
 */
export const removedVariables: Readonly<Record<string, string>> = {
  ADMIN_IDLE_MINUTES: 'unused sessions of administrators end after 30 minutes',
  APPROVAL_DELAY_HOURS: 'a change that nobody may approve is carried out after 24 hours',
  APPROVAL_EXPIRY_HOURS: 'a change waits 72 hours for its approval',
  APPROVAL_OFFICE_DAYS: 'administrators may approve after 7 days in office',
  ARCHIVE_AFTER_MONTHS: 'nothing is archived; RETENTION_MONTHS deletes old rows for good',
  ARCHIVE_TRANSFERS: 'transfers stay in the database',
  BACKUP_EVERY_HOURS: 'a whole backup is taken every 24 hours',
  COIN_ADJUSTMENT_WARNING_GC: 'adjustments of more than 10,000 GC are confirmed',
  DATABASE_REPLICA_MAX_LAG_SECONDS: 'everything is read from the primary',
  DATABASE_REPLICA_URL:
    'everything is read from the primary; DATABASE_URL names several servers for a failover',
  DATA_EXPORTS_PER_DAY: 'a player may ask for 3 exports in 24 hours',
  DATA_EXPORT_DAYS: 'an export can be downloaded for 7 days',
  DISCORD_SERVER_URL: 'put the link to your Discord server into SOCIAL_LINKS',
  DISPUTE_PROMISE_HOURS: 'disputes are promised to be decided within 72 hours',
  DISPUTE_WITHIN_DAYS: 'a result can be disputed for 14 days',
  GAME_STATS_KEYS: 'GAME_STATS_API_KEY takes key:rate,key:rate',
  GAME_STATS_REQUESTS_PER_SECOND: '3 requests a second, or the rate in GAME_STATS_API_KEY=key:rate',
  JOB_CONCURRENCY:
    'a process works off 10 jobs at once, and one more for each request a second of GAME_STATS_API_KEY',
  MAIL: 'mail is sent by SMTP_URL, and SMTP_URL=off does without',
  MAX_CALL_WAIT_MS: 'a call waits 500 ms for its turn',
  OTEL_TRACES_SAMPLER_ARG: 'every trace is sent; let the collector keep a share',
  PAYMENT_FIRST_CHECK_SECONDS: 'Stripe is asked about an open payment after 120 seconds (5 in a sandbox)',
  SEAL_WITNESS_EMAIL: 'no mail goes to a witness; SEAL_WITNESS_FILE names a file on a disk of theirs',
  SEAL_WITNESS_URL: 'no webhook goes to a witness; SEAL_WITNESS_FILE names a file on a disk of theirs',
  SECOND_FACTOR_FRESH_MINUTES: 'a second factor is asked for again after 10 minutes',
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
    .map(([name]) => `${name} is not a setting any more: ${removedVariables[name]}`);
}
