// SPDX-License-Identifier: Apache-2.0

import { type StatusReport, type StatusState, statusApi } from '../../../contract/status.ts';
import { call } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { formatDateTime, formatTimeLeft, plural } from '../../lib/format.ts';
import { usePublicRecord } from '../../lib/public-record.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { CircleCheck } from '../../ui/icons/circle-check.ts';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Page, PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { getPartName, headline, maintenanceWords, partWords, stateNames } from './status-words.ts';

/** A little longer than the server caches its answer. */
const refreshMs = 15_000;

const looks = {
  working: { icon: CircleCheck, className: 'text-win', edge: 'line' },
  disturbed: { icon: CircleAlert, className: 'text-gold', edge: 'gold' },
  down: { icon: CircleX, className: 'text-loss', edge: 'loss' },
} as const;

function State({ state }: { state: StatusState }) {
  const { icon: Icon, className } = looks[state];
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap font-semibold', className)}>
      <Icon size={18} strokeWidth={2.4} aria-hidden="true" />
      {stateNames[state]}
    </span>
  );
}

/** The state of the service, for anyone who wonders whether a problem is their own. */
export function StatusScreen() {
  const { data, error, retry } = usePublicRecord(
    '',
    (signal) => call(statusApi.read, {}, { signal, quiet: true }),
    { refreshMs },
  );
  return (
    <Page title="Status" intro="Live status, updated every minute.">
      {error !== undefined && (
        <ErrorPanel
          message="The server doesn’t answer. The site or your connection is down. Your coins and challenges are safe."
          error={error}
          onRetry={retry}
        />
      )}
      {data ? <Report report={data} /> : error === undefined && <Pending />}
    </Page>
  );
}

function Pending() {
  return (
    <Loading label="Loading the status" className="grid gap-4">
      <Skeleton className="h-24" />
      <div className="grid gap-4 md:grid-cols-2">
        {['a', 'b', 'c', 'd', 'e'].map((name) => (
          <Skeleton key={name} className="h-28 first:md:col-span-2" />
        ))}
      </div>
      <Skeleton className="h-40" />
    </Loading>
  );
}

/** Parts that weren't checked don't count as working. */
function findWorst({ lookedAt, isDatabaseAway, parts }: StatusReport): StatusState {
  const states = parts.map(({ state }) => state);
  if (isDatabaseAway || states.includes('down')) return 'down';
  return lookedAt === null || states.includes('disturbed') ? 'disturbed' : 'working';
}

function Report({ report }: { report: StatusReport }) {
  const { icon: Icon, className, edge } = looks[findWorst(report)];
  const isKnown = !report.isDatabaseAway && report.lookedAt !== null;
  return (
    <>
      {/* A server of the previous release doesn't send it. */}
      {report.maintenance && (
        <Notice title="Maintenance">
          <p>{maintenanceWords(report.maintenance)}</p>
        </Notice>
      )}
      <Card edge={edge} inside="flex items-start gap-4 p-5 sm:p-6" role="status">
        <Icon size={28} className={cx('mt-0.5 shrink-0', className)} aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-display font-semibold text-xl">{headline(report)}</p>
          <p className="mt-1 text-muted">
            {report.isDatabaseAway ? (
              'Nothing works without it. Everything you own is safe, and the site returns automatically.'
            ) : (
              <LookedAt at={report.lookedAt} />
            )}
          </p>
        </div>
      </Card>
      {isKnown && (
        <ul aria-label="Parts" className="grid gap-4 md:grid-cols-2">
          {report.parts.map((told) => (
            <li key={told.part} className="grid first:md:col-span-2">
              <Card edge={looks[told.state].edge} inside="grid content-start gap-2 p-5">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <h2 className="text-lg">{getPartName(told.part)}</h2>
                  <State state={told.state} />
                </div>
                <p className="text-muted text-sm">{partWords(told)}</p>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Incidents incidents={report.incidents} />
    </>
  );
}

function LookedAt({ at }: { at: string | null }) {
  const now = useNow(at !== null);
  if (at === null) return 'Not checked yet. The first check runs within a minute.';
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const ago =
    seconds < 90 ? `${plural(seconds, 'second')} ago` : `${plural(Math.round(seconds / 60), 'minute')} ago`;
  return (
    <>
      Checked <time dateTime={at}>{ago}</time>.
    </>
  );
}

function Incidents({ incidents }: { incidents: StatusReport['incidents'] }) {
  return (
    <PagePart title="Recent incidents">
      {incidents.length === 0 ? (
        <EmptyPanel level="h3" title="No incidents" text="None in the last 90 days." />
      ) : (
        <ol className="grid gap-px bg-line">
          {incidents.map(({ part, state, beganAt, endedAt }) => (
            <li
              key={`${part} ${beganAt}`}
              className="grid gap-x-6 gap-y-1 bg-ink-1 px-5 py-4 sm:grid-cols-[1fr_auto]"
            >
              <p className="font-medium">{getPartName(part)}</p>
              <State state={state} />
              <p className="text-muted text-sm sm:col-span-2">
                <time dateTime={beganAt}>{formatDateTime(beganAt)}</time>
                {endedAt
                  ? `, for ${formatTimeLeft(endedAt, Date.parse(beganAt)) ?? 'a moment'}`
                  : ', ongoing'}
              </p>
            </li>
          ))}
        </ol>
      )}
    </PagePart>
  );
}
