// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnPlay, spendingKinds } from '../../../contract/responsible-play.ts';
import { getMessage } from '../../lib/api.ts';
import { formatDate, formatDay } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { playQuery } from './api.ts';
import { LimitGroup } from './limit-group.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { pauseWords, regionName } from './play-words.ts';
import { StatementForm } from './statement-form.tsx';
import { TermsDialog } from './terms-dialog.tsx';

/** What allows or prevents the player from playing, and their own limits (docs/rules/responsible-play.md). */
export function LimitsSection() {
  const { data, error, refetch } = useQuery(playQuery);
  if (!data) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading your limits..." className="grid gap-4">
        <Skeleton className="h-5.5 w-40" />
        <Skeleton className="cut h-80" />
        <Skeleton className="cut h-36" />
      </Loading>
    );
  }
  return <Content play={data} />;
}

type Deed = 'state' | 'pause' | 'terms';

function Content({ play }: { play: OwnPlay }) {
  const [deed, setDeed] = useState<Deed>();
  const close = () => setDeed(undefined);
  const { statement, pausedUntil, terms, refusal, limits } = play;
  return (
    <div className="grid min-w-0 gap-9">
      {refusal && (
        <Notice tone="gold" title="You can’t enter challenges or buy coins now">
          {refusal.message}
        </Notice>
      )}
      <PagePart title="Spending limits">
        <Card>
          {spendingKinds.map((kind) => (
            <LimitGroup key={kind} kind={kind} limits={limits.filter((limit) => limit.kind === kind)} />
          ))}
          <p className="px-5 py-4 text-muted text-sm">
            Lowering a limit applies now. Raising it takes 24 hours.
          </p>
        </Card>
      </PagePart>
      <PagePart title="Taking a break">
        <Line
          title={pausedUntil ? `You paused ${pauseWords(pausedUntil)}` : 'Not paused'}
          text="While you pause, you can’t enter challenges or buy coins. Running challenges still finish, and you keep your coins and gift cards. Nobody can end a pause early."
          action={
            <Button size="sm" kind="danger" onClick={() => setDeed('pause')}>
              {pausedUntil ? 'Pause longer' : 'Pause playing'}
            </Button>
          }
        />
      </PagePart>
      <PagePart title="Age and region">
        {statement ? (
          <Line
            title={`Born ${formatDay(statement.birthDate)}, ${regionName(statement.region)}`}
            text={`You told us on ${formatDate(statement.statedAt)}. If it’s wrong, contact support.`}
          />
        ) : (
          <Line
            title="Not stated"
            text="Tell us once, before you enter a challenge or buy coins."
            action={
              <Button size="sm" onClick={() => setDeed('state')}>
                Add age and region
              </Button>
            }
          />
        )}
      </PagePart>
      <PagePart title="Terms of use">
        <Line
          title={terms.accepted ? `Accepted ${formatDate(terms.accepted.at)}` : 'Not accepted yet'}
          text={
            terms.accepted?.version === terms.version
              ? `Version of ${formatDay(terms.version)}, which is the newest.`
              : `The newest version is of ${formatDay(terms.version)}.`
          }
          action={
            terms.accepted?.version !== terms.version && (
              <Button size="sm" onClick={() => setDeed('terms')}>
                Read and accept
              </Button>
            )
          }
        />
      </PagePart>
      {deed === 'state' && <StatementForm onClose={close} />}
      {deed === 'pause' && <PauseDialog onClose={close} />}
      {deed === 'terms' && <TermsDialog version={terms.version} onClose={close} />}
    </div>
  );
}

function Line({ title, text, action }: { title: string; text: string; action?: React.ReactNode }) {
  return (
    <Card inside="flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="min-w-[min(11rem,100%)] flex-1 max-sm:basis-full">
        <p className="font-medium">{title}</p>
        <p className="mt-1 max-w-[64ch] text-muted text-sm">{text}</p>
      </div>
      {action}
    </Card>
  );
}
