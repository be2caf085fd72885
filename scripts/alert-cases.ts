// SPDX-License-Identifier: Apache-2.0

/**
 * For each rule of `deploy/prometheus-alerts.yml`: figures at which it fires, and figures at which it stays silent, in
 * the format of `promtool test rules`. There is one value per minute, and `0+3x60` grows by 3 for an hour.
 */
export interface Figures {
  [series: string]: string;
}

export interface AlertCase {
  alert: string;
  /** The situation that the figures describe. */
  when: string;
  figures: Figures;
  /** When the rule is evaluated, in minutes. */
  at: number;
  /** The labels of each expected alert besides name and severity; none if the rule stays silent. */
  fires: Record<string, string>[];
}

const one = { job: 'finalring', instance: 'one' };
/** The series of one of our processes. */
export const told = (name: string, labels: Record<string, string> = {}): string => {
  const all = Object.entries({ ...one, ...labels }).map(([label, value]) => `${label}="${value}"`);
  return `${name}{${all.join(', ')}}`;
};

const answers = (status: string) => told('http_request_duration_seconds_count', { status, route: '/x' });
const durations = (le: string) => told('http_request_duration_seconds_bucket', { le });
const news = (effect: string, instance = 'one') => told('payment_events_total', { effect, instance });
const made = (type: string) => told('ledger_coins_total', { direction: 'made', type });
const outside = (outcome: string) => told('outside_calls_total', { provider: 'stripe', outcome });
const key = { game: 'fortnite', key: 'k1' };

const firesAndNot = (
  alert: string,
  at: number,
  fires: [when: string, figures: Figures, ...labels: Record<string, string>[]],
  not: [when: string, figures: Figures],
): AlertCase[] => [
  {
    alert,
    at,
    when: fires[0],
    figures: fires[1],
    fires: fires.length > 2 ? (fires.slice(2) as Record<string, string>[]) : [{}],
  },
  { alert, at, when: not[0], figures: not[1], fires: [] },
];

/** A gauge of one process. */
const ofOne = (
  alert: string,
  name: string,
  at: number,
  [bad, good]: [string, string],
  labels = {},
): AlertCase[] =>
  firesAndNot(
    alert,
    at,
    [`${name} is ${bad}`, { [told(name, labels)]: `${bad}x60` }, { ...one, ...labels }],
    [`${name} is ${good}`, { [told(name, labels)]: `${good}x60` }],
  );

const service: AlertCase[] = [
  ...firesAndNot(
    'FinalRingDown',
    5,
    ['a process does not answer', { [told('up')]: '0x60' }, one],
    ['all processes answer', { [told('up')]: '1x60', [told('up', { instance: 'two' })]: '1x60' }],
  ),
  {
    alert: 'FinalRingDown',
    when: 'no process is known any more',
    at: 5,
    figures: { 'up{job="other", instance="one"}': '1x60' },
    fires: [{ job: 'finalring' }],
  },
  ...firesAndNot(
    'FinalRingCallsFail',
    20,
    ['3 % of the calls fail', { [answers('200')]: '0+97x60', [answers('503')]: '0+3x60' }],
    ['1 % of the calls fail', { [answers('200')]: '0+99x60', [answers('503')]: '0+1x60' }],
  ),
  ...firesAndNot(
    'FinalRingSlow',
    20,
    [
      'a tenth takes over a second',
      { [durations('1')]: '0+90x60', [durations('2.5')]: '0+100x60', [durations('+Inf')]: '0+100x60' },
    ],
    [
      'hardly any takes over a second',
      { [durations('1')]: '0+99x60', [durations('2.5')]: '0+100x60', [durations('+Inf')]: '0+100x60' },
    ],
  ),
  ...firesAndNot(
    'FinalRingBusy',
    15,
    ['two calls a second are refused', { [told('calls_refused_busy_total')]: '0+120x60' }, one],
    ['six calls a minute are refused', { [told('calls_refused_busy_total')]: '0+6x60' }],
  ),
  ...ofOne('FinalRingEventLoop', 'nodejs_eventloop_lag_p99_seconds', 10, ['0.7', '0.1']),
  ...ofOne('FinalRingDatabasePool', 'database_connections', 10, ['21', '20'], { state: 'waiting' }),
  ...ofOne('FinalRingNotListening', 'database_listening', 10, ['0', '1']),
  ...ofOne('FinalRingJobsFailed', 'jobs_failed_for_good', 1, ['1', '0'], {
    task: 'send-receipt',
    kind: 'task',
  }),
  ...firesAndNot(
    'FinalRingJobsLate',
    10,
    [
      'a job waits for six minutes',
      { [told('job_oldest_waiting_seconds', { task: 'mail' })]: '360x60' },
      { task: 'mail' },
    ],
    [
      'jobs wait for a minute, and events for a slow receiver',
      {
        [told('job_oldest_waiting_seconds', { task: 'mail' })]: '60x60',
        [told('job_oldest_waiting_seconds', { task: 'deliver-webhook' })]: '3000x60',
      },
    ],
  ),
  ...firesAndNot(
    'FinalRingOutsideFails',
    30,
    [
      'a third of the calls fails',
      { [outside('answered')]: '0+2x60', [outside('failed')]: '0+1x60' },
      { provider: 'stripe' },
    ],
    ['a tenth of the calls fails', { [outside('answered')]: '0+9x60', [outside('failed')]: '0+1x60' }],
  ),
  {
    alert: 'FinalRingOutsideFails',
    when: 'nothing is called',
    at: 30,
    figures: { [outside('answered')]: '0x60', [outside('failed')]: '0x60' },
    fires: [],
  },
  ...firesAndNot(
    'FinalRingBrowserErrors',
    15,
    ['60 errors came within ten minutes', { [told('browser_errors_total', { outcome: 'kept' })]: '0+6x60' }],
    ['10 errors came within ten minutes', { [told('browser_errors_total', { outcome: 'kept' })]: '0+1x60' }],
  ),
  ...firesAndNot(
    'FinalRingLogBehind',
    10,
    ['300 MB of the log are not kept', { [told('backup_log_behind_bytes')]: '300000000x60' }],
    ['16 MB of the log are not kept', { [told('backup_log_behind_bytes')]: '16000000x60' }],
  ),
  ...firesAndNot(
    'FinalRingLogNotTaken',
    10,
    ['no process takes the log', { [told('backup_log_taken')]: '0x60' }],
    [
      'one process takes the log',
      { [told('backup_log_taken')]: '0x60', [told('backup_log_taken', { instance: 'two' })]: '1x60' },
    ],
  ),
  ...firesAndNot(
    'FinalRingDiskLow',
    10,
    ['half a GiB is free', { [told('data_disk_free_bytes')]: '536870912x60' }, { instance: 'one' }],
    ['two GiB are free', { [told('data_disk_free_bytes')]: '2147483648x60' }],
  ),
];

const money: AlertCase[] = [
  ...firesAndNot(
    'FinalRingCardWebhooksRefused',
    10,
    [
      'two processes refuse three webhooks each',
      { [news('webhook_not_signed')]: '0x4 3x60', [news('webhook_not_signed', 'two')]: '0x4 3x60' },
    ],
    ['a stranger sends one', { [news('webhook_not_signed')]: '0x4 1x60' }],
  ),
  ...firesAndNot(
    'FinalRingPaidOtherwise',
    10,
    [
      'the first payment of a process that began at 0',
      { [news('not_as_ordered')]: '0x4 1x60' },
      { effect: 'not_as_ordered' },
    ],
    [
      'payments are credited',
      { [news('credited')]: '0+5x60', [news('not_as_ordered')]: '0x60', [news('unknown_payment')]: '0x60' },
    ],
  ),
  {
    alert: 'FinalRingPaidOtherwise',
    when: 'the first payment of a process that was never read before',
    at: 10,
    figures: { [news('unknown_payment')]: '_x4 1x60' },
    fires: [{ effect: 'unknown_payment' }],
  },
  {
    alert: 'FinalRingPaidOtherwise',
    when: 'a payment was looked at two hours ago',
    at: 150,
    figures: { [news('unknown_payment')]: '0x4 1x180' },
    fires: [],
  },
  ...firesAndNot(
    'FinalRingWebhooksWait',
    5,
    ['one waits for two hours', { [told('outgoing_webhooks_oldest_seconds')]: '7200x60' }],
    ['none waits', { [told('outgoing_webhooks_oldest_seconds')]: '0x60' }],
  ),
  ...firesAndNot(
    'FinalRingStatisticsBudget',
    40,
    [
      'nine tenths of a key are used',
      {
        [told('statistics_requests_total', { ...key, use: 'entry' })]: '0+162x60',
        [told('statistics_requests_granted', key)]: '3x60',
      },
      key,
    ],
    [
      'half of a key is used',
      {
        [told('statistics_requests_total', { ...key, use: 'entry' })]: '0+90x60',
        [told('statistics_requests_granted', key)]: '3x60',
      },
    ],
  ),
  ...firesAndNot(
    'FinalRingStatisticsBlocked',
    15,
    ['the source asks for quiet', { [told('statistics_blocked_seconds', key)]: '30x60' }, key],
    ['the source asks for nothing', { [told('statistics_blocked_seconds', key)]: '0x60' }],
  ),
  ...firesAndNot(
    'FinalRingCoinsMade',
    30,
    ['the first coins of a reason, on the first day', { [made('admin_credit')]: '0x9 100000000x60' }],
    ['a few coins, on the first day', { [made('admin_credit')]: '0x9 5000x60' }],
  ),
  {
    alert: 'FinalRingCoinsMade',
    when: 'a hundred times as many as a day ago',
    at: 1500,
    figures: { [made('event_reward')]: '0+200x1440 288000+20000x120' },
    fires: [{}],
  },
  {
    alert: 'FinalRingCoinsMade',
    when: 'as many as a day ago',
    at: 1500,
    figures: { [made('event_reward')]: '0+20000x1600' },
    fires: [],
  },
  {
    alert: 'FinalRingCoinsMade',
    when: 'players win and buy',
    at: 30,
    figures: { [made('challenge_reward')]: '0x9 100000000x60', [made('admin_credit')]: '0x60' },
    fires: [],
  },
];

export const alertCases: readonly AlertCase[] = [...service, ...money];
