// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { DataExport as Export } from '../../../contract/data-export.ts';
import { formatDateTime, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Download } from '../../ui/icons/download.ts';
import { FileArchive } from '../../ui/icons/file-archive.ts';
import { Notice } from '../../ui/panels.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { exportQuery, useAskExport, useDownloadExport } from './api.ts';
import { Offer } from './offer.tsx';

const isUnderWay = ({ status }: Export) => status === 'queued' || status === 'working';

const sizes = ['bytes', 'kB', 'MB', 'GB'];
/** 15200 -> "15.2 kB" */
function toSize(bytes: number): string {
  const power = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${sizes[power]}`;
}

/** Everything about the player in one archive: requested, in progress, ready, or why it is not. */
export function DataExport() {
  const { data, error, refetch } = useQuery(exportQuery);
  const asking = useAskExport();
  const latest = data?.latest ?? null;
  const isReady = latest?.status === 'ready';
  const isUsedUp = data?.leftToday === 0;
  const failure = asking.error ?? (data ? null : error);
  return (
    <Offer
      title="Export"
      text="Everything we hold about you in one archive, as JSON and as tables: profile, sign-ins, attempts with all readings, transactions, purchases and payments."
      action={
        <Button
          icon={<FileArchive size={18} aria-hidden="true" />}
          disabled={!data || isUsedUp}
          busy={(asking.isPending || (latest !== null && isUnderWay(latest))) && 'Preparing...'}
          onClick={() => void asking.run()}
        >
          {latest?.status === 'failed' ? 'Try again' : isReady ? 'Export again' : 'Export my data'}
        </Button>
      }
    >
      {failure && (
        <Notice title={data ? 'Your data could not be exported' : 'Your exports could not be loaded'}>
          <p>
            <FailureText error={failure} />
          </p>
          {!data && (
            <Button size="sm" className="mt-3" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      {latest && <State of={latest} />}
      {isUsedUp && latest && !isUnderWay(latest) && (
        <p className="text-muted text-sm">
          You can request {plural(data.perDay, 'export')} in 24 hours. Try again later.
        </p>
      )}
    </Offer>
  );
}

function State({ of }: { of: Export }) {
  if (isUnderWay(of)) return <UnderWay of={of} />;
  if (of.status === 'ready') return <Ready of={of} />;
  if (of.status === 'failed') {
    return (
      <Notice title="We couldn’t export your data">
        Several tries failed on our side. This export doesn’t count towards your daily limit. Try again.
      </Notice>
    );
  }
  return <p className="text-muted text-sm">Your export of {formatDateTime(of.askedAt)} has expired.</p>;
}

function UnderWay({ of }: { of: Export }) {
  return (
    <div className="grid gap-2">
      <ProgressBar label="Parts of your data" done={of.sectionsDone} of={of.sectionCount} />
      <p className="text-muted text-sm" role="status">
        {of.status === 'queued' ? 'Your export is in the queue.' : 'We’re preparing your archive.'} You can
        leave this page. We’ll tell you when it’s ready.
      </p>
    </div>
  );
}

function Ready({ of }: { of: Export }) {
  const downloading = useDownloadExport();
  return (
    <>
      <div className="grid items-center gap-4 border-win border-l-2 bg-ink-2 px-4 py-3 sm:grid-cols-[1fr_auto]">
        <p className="text-sm" role="status">
          <span className="font-medium">Your archive is ready</span>
          <span className="block text-muted">
            {toSize(of.bytes ?? 0)}, made {formatDateTime(of.endedAt ?? of.askedAt)}. You can download it
            until {formatDateTime(of.expiresAt ?? of.askedAt)}.
          </span>
        </p>
        <Button
          kind="main"
          icon={<Download size={18} aria-hidden="true" />}
          busy={downloading.isPending && 'Downloading...'}
          onClick={() => void downloading.run(of)}
        >
          Download
        </Button>
      </div>
      {downloading.error && (
        <Notice title="The download failed">
          <FailureText error={downloading.error} />
        </Notice>
      )}
    </>
  );
}
